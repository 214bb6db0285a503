"""Where an address ends: what of a run of its characters is the sentence's, not its own.

The first closing bracket that nothing opened ends an address, and the punctuation before the next word is no part of
it. Sentences that lost the blank behind their stop are told by the words that open sentences.
"""

import re

from papertrace.extract.urls.hosts import HostRecord
from papertrace.model import LinkKind
from papertrace.model.identifiers import SICI_SEGMENT

DOI_BRACKET = re.compile(SICI_SEGMENT)
_PARAMETER = re.compile(r"\[[\w.-]{0,40}\](?=[=&\[])")
_STARTERS = "We|The|Our|In|This|These|It|To|For|A|An|All|Code|Codes|Data|Models|Project|Demo|Video|Website|Also|Moreover|Experiments|Introduction|Abstract|Keywords|See"  # noqa: E501 - one set
_SENTENCE_GLUED = re.compile(rf"\.(?:{_STARTERS})$")
_STOP_BEHIND_SLASH = re.compile(rf"(?<=/)\.(?:{_STARTERS})$")
_LABEL_GLUED = re.compile(
    r"(?<=[\w/])[.,;)]+(?:[A-Z][A-Za-z]{1,20}|codes?|data|datasets?|models?|weights|demo|video|page|project|paper)[:(]?$"
)
_NEW_SENTENCE = re.compile(r"(/[a-z0-9][a-z0-9_-]*)\.(?!Net|Js|Py|Jl|Io|Ai|Rs|Go)[A-Z][a-z]{2,}$")
# What a video is called may end in `_`; eleven characters long it is whole.
_VIDEO_NAME = re.compile(r"(?:v=|/embed/|/shorts/|/live/|^/)[\w-]{11}$")
# What lives there has a name, and names do not end in a hyphen: "acme/fold- a tool".
_NAMED_KINDS = frozenset((LinkKind.REPOSITORY, LinkKind.MODEL, LinkKind.DATASET))


def end_of_balanced(piece: str, *, doi: bool) -> int:
    """Return where the first closing bracket stands that nothing opened, or an opening one that nothing closes.

    Square brackets belong to an address only in the name of a parameter (`filter[year]=2020`) and in a DOI.
    """
    if not any(bracket in piece for bracket in "()[]"):
        return len(piece)
    opened: list[int] = []
    query = piece.find("?")
    inside = 0
    for index, char in enumerate(piece):
        if index < inside:
            continue
        if char in "[]":
            inside = _end_of_square(piece, index, query, doi=doi)
            if not inside:
                return opened[0] if opened else index
        elif char == "(":
            opened.append(index)
        elif char == ")":
            if not opened:
                return index
            opened.pop()
    return opened[0] if opened else len(piece)


def _end_of_square(piece: str, index: int, query: int, *, doi: bool) -> int:
    """Return where a square bracket ends that belongs to the address, 0 where it does not."""
    if doi:
        bracket = DOI_BRACKET.match(piece, index)
        return bracket.end() if bracket else index + 1 if piece[index] == "]" else 0
    parameter = _PARAMETER.match(piece, index) if 0 <= query < index else None
    return parameter.end() if parameter else 0


def strip_sentence(path: str) -> str:
    """Drop what the sentence put behind an address: stops, quotes, emphasis marks, a dangling `&`, `$` or `%`.

    >>> strip_sentence("/acme/fastmm'.")
    '/acme/fastmm'
    """
    while path:
        kept = path.rstrip(".,;:!?'*_~&$@")
        kept = kept.removesuffix("%")
        if kept.endswith("--"):
            kept = kept.rstrip("-")
        if kept == path:
            return path
        path = kept
    return path


def cut_sentence(path: str, behind: str, record: HostRecord | None) -> str:  # noqa: PLR0911 - one for each thing behind
    """Return a path without what the sentence, the next label or the next sentence put behind it.

    `behind` is what stands behind the path as printed; a few characters are enough.

    >>> cut_sentence("/acme/fold.Data:", "https://", None)
    '/acme/fold'
    """
    kept = strip_sentence(path)
    kind = record.kind if record is not None else None
    if kind is LinkKind.VIDEO and _VIDEO_NAME.search(path[: len(kept) + 1]):
        return path[: len(kept) + 1]
    if behind[:4].lower() == "http":
        label = _LABEL_GLUED.search(path)
        return strip_sentence(path[: label.start()] if label else kept.rstrip("+"))
    if stop := _STOP_BEHIND_SLASH.search(kept):
        return kept[: stop.start()]
    if behind[:1].isspace() and (glued := _SENTENCE_GLUED.search(kept)):
        return strip_sentence(kept[: glued.start()])
    if behind[:1] == " " and record is not None:
        if kept.endswith("-") and kind in _NAMED_KINDS:
            return strip_sentence(kept.rstrip("-"))
        if record.strict and behind[1:2].islower() and (sentence := _NEW_SENTENCE.search(kept)):
            return kept[: sentence.end(1)]
    return kept
