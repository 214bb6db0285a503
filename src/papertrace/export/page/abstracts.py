"""The abstracts of the papers, compressed, for a page that unpacks them when a reader asks for one.

Abstracts are most of the text of a list, and few of them are read. They are kept out of the data that the page parses
at its start, in chunks of which only those that are needed are unpacked.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence

from papertrace.model import Paper

N_IN_CHUNK = 512
"""The number of papers whose abstracts are compressed together."""

# The level is part of the format: the same level of the same zlib gives the same bytes.
_LEVEL = 9


def pack_abstracts(abstracts: Sequence[str]) -> str:
    """Return abstracts as lines of base64: each the zlib format (RFC 1950) of a JSON array of strings.

    The text is empty if all abstracts are. It contains no character that HTML treats specially.
    """
    if not any(abstracts):
        return ""
    return "\n".join(_pack(abstracts[i : i + N_IN_CHUNK]) for i in range(0, len(abstracts), N_IN_CHUNK))


def abstract_data(abstracts: Sequence[str]) -> dict[str, object]:
    """Return what the page has to know before it unpacks: the size of a chunk, and which papers have no abstract."""
    if not any(abstracts):
        return {}
    return {"abstracts": {"each": N_IN_CHUNK, "without": [i for i, text in enumerate(abstracts) if not text]}}


def one_line(text: str) -> str:
    """Return a text without the line breaks of its listing."""
    return " ".join(text.split())


def named_papers(paper: Paper, index: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the names of other papers' systems in a paper's text, as printed, each with the index of its paper."""
    return sorted({(mention.surface, index[mention.target]) for mention in paper.mentions if mention.target in index})


def _pack(abstracts: Sequence[str]) -> str:
    text = json.dumps(abstracts, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate cannot be encoded.
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), _LEVEL)).decode("ascii")
