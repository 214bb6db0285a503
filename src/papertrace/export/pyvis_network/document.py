"""The environment in which a network of pyvis writes itself: one file that requests nothing and runs no text.

pyvis's own template loads Bootstrap from a CDN, prints the heading twice and unescaped, and shows titles that contain
`href` as HTML. The one here takes the same variables. Data are JSON in a block of their own, titles are text, and a
Content-Security-Policy allows the scripts by hash. Everything is ASCII, because pyvis writes files in the encoding of
the machine.
"""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.errors import ExportError
from papertrace.model.content_policy import content_policy

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"


def make_environment() -> "Environment":
    """Return the environment; its templates are ours and, for scripts and styles of vis-network, those of pyvis."""
    from jinja2 import Environment, FileSystemLoader

    spec = find_spec("pyvis")
    folders = [Path(place) / "templates" for place in (spec.submodule_search_locations or ())] if spec else []
    environment = Environment(loader=FileSystemLoader([_TEMPLATES, *folders]), autoescape=True)
    environment.filters |= {"ascii_script": ascii_script, "ascii_text": ascii_text}
    environment.globals |= {"policy": _policy, "pack": pack_data}
    return environment


def pack_data(**values: object) -> Any:  # noqa: ANN401 - markupsafe comes with Jinja, which is imported late
    r"""Return values as JSON for a script element; a text under `options` is JSON already, as pyvis keeps it.

    >>> str(pack_data(nodes=["</script>"]))
    '{"nodes":["\\u003c/script\\u003e"]}'
    """
    from markupsafe import Markup

    if isinstance(options := values.get("options"), str):
        values["options"] = json.loads(options)
    if dot := values.get("dot"):
        values["dot"] = str(dot).replace('\\"', '"')  # pyvis escapes it for a string in a script
    text = json.dumps(values, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - has no character of markup


def ascii_text(text: str) -> Any:  # noqa: ANN401 - as above
    """Return a text for an element or attribute, escaped and in ASCII.

    >>> str(ascii_text("naïve <b>"))
    'na&#239;ve &lt;b&gt;'
    """
    from markupsafe import Markup, escape

    return Markup(str(escape(text)).encode("ascii", "xmlcharrefreplace").decode())  # noqa: S704 - escaped


def ascii_script(script: str) -> Any:  # noqa: ANN401 - as above
    r"""Return a script in ASCII for a script element; other characters occur in its texts and comments alone.

    Raises
    ------
    ExportError
        If the script could end the element.

    Examples
    --------
    >>> str(ascii_script("say('naïve')"))
    "say('na\\u00efve')"
    """
    from markupsafe import Markup

    if "</script" in script.lower() or "<!--" in script:
        message = "a script of pyvis contains '</script' or '<!--' and cannot be embedded"
        raise ExportError(message)
    pieces = (piece if piece.isascii() else json.dumps(piece)[1:-1] for piece in script)
    # The last line of vis-network names a source map, which developer tools would request.
    return Markup("".join(pieces).partition("//# sourceMappingURL")[0])  # noqa: S704 - checked above


def _policy(style: str, scripts: Sequence[str]) -> str:
    return content_policy(style=str(style), scripts=[str(script) for script in scripts if script])
