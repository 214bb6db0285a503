"""Hostile texts, and the work that they are put through.

A text may come from a listing or from a server, so an attacker may have written it. It must come back as it was, but
for the characters that a format cannot hold, and must not become anything else: an element, a column, a formula.
"""

import json
import traceback
from collections.abc import Callable, Sequence
from random import Random

from tests.torture.tally import Tally

FRAGMENTS = (
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\uff1d1", "::error::x", "##[error]x", "%0A::warning::x"),
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</script>", "<!--", "-->", "]]>", "<![CDATA["),
    *('" onmouseover="alert(1)', "&amp;", "&lt;b&gt;", "&#0;", "&#x3c;", "javascript:alert(1)", *"<\"'&`|\\,;"),
    *(
        "[a](javascript:x)",
        "![a](//x)",
        "a\n- b",
        "\r\n",
        "\n\n# h",
        "\\u0041",
        "\\n",
        "\x00",
        "\x1b[2J",
        "\x7f",
        "\x85",
    ),
    *"\u2028\u2029\u202e\u2066\ufeff\ufffe\ud800\udfff\U0001f469\u200d\u05d0",
    *("e\u0301", "\u4e2d\u6587", "{{7*7}}", "{% x %}", "${x}", "$(x)", "`x`", "..\\..", "../../x", "%s%n"),
    *("null", "NaN", "Infinity", "1e999", "0", "-0.0", "true", " ", "  ", "\t", "plain words", "A paper of 2024"),
)
BATCH = 25
"""The number of texts that are written together."""


def hostile_text(rng: Random) -> str:
    """Return a text of up to six pieces, each of which some format or program takes for something else."""
    return "".join(rng.choice(FRAGMENTS) for _ in range(rng.randint(1, 6)))


def try_with(tally: Tally, name: str, work: Callable[[], object], texts: Sequence[str]) -> None:
    """Do something with texts; a check that fails is a loss, any other exception a crash."""
    try:
        work()
    except AssertionError as error:
        tally.lose(f"{name}: {str(error)[:200]!a}", json.dumps(texts).encode())
    except Exception as error:  # noqa: BLE001 - any is what is looked for
        frame = traceback.extract_tb(error.__traceback__)[-1]
        data = json.dumps(texts).encode()
        tally.crash(f"{name}: {type(error).__name__} at {frame.filename}:{frame.lineno}: {str(error)[:200]!a}", data)
