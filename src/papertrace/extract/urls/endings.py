"""Where an address ends: which characters at its end belong to the sentence instead.

The first unmatched closing bracket ends an address, and the punctuation before the next word is not part of it. A
sentence that follows a full stop without a blank is recognised by a word that commonly opens sentences.
"""

import re

from papertrace.extract.urls.hosts import HostRecord
from papertrace.model import LinkKind
from papertrace.model.identifiers import SICI_SEGMENT

DOI_BRACKET = re.compile(SICI_SEGMENT)
_PARAMETER = re.compile(r"\[[\w.-]{0,40}\](?=[=&\[])")
_STARTERS = "We|The|Our|In|This|These|It|To|For|A|An|All|Code|Codes|Data|Models|Project|Demo|Video|Website|Also|Moreover|Experiments|Introduction|Abstract|Keywords|See"  # noqa: E501 - one set
_SENTENCE_GLUED = re.compile(rf"\.(?:{_STARTERS})$")
_STOP_AFTER_SLASH = re.compile(rf"(?<=/)\.(?:{_STARTERS})$")
_LABEL_GLUED = re.compile(
    r"(?<=[\w/])[.,;)]+(?:[A-Z][A-Za-z]{1,20}|codes?|data|datasets?|models?|weights|demo|video|page|project|paper)[:(]?$"
)
_NEW_SENTENCE = re.compile(r"(/[a-z0-9][a-z0-9_-]*)\.(?!Net|Js|Py|Jl|Io|Ai|Rs|Go)[A-Z][a-z]{2,}$")
# The id of a video may end in `_`; it is complete at eleven characters.
_VIDEO_NAME = re.compile(r"(?:v=|/embed/|/shorts/|/live/|^/)[\w-]{11}$")
# Names on these hosts do not end in a hyphen: "acme/fold- a tool".
_NAMED_KINDS = frozenset((LinkKind.REPOSITORY, LinkKind.MODEL, LinkKind.DATASET))


def end_of_balanced(piece: str, *, doi: bool) -> int:
    """Return the offset of the first unmatched bracket, or the length of the piece if there is none.

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
    """Return the end of a bracketed part that belongs to the address, or 0 if it does not belong to it."""
    if doi:
        bracket = DOI_BRACKET.match(piece, index)
        return bracket.end() if bracket else index + 1 if piece[index] == "]" else 0
    parameter = _PARAMETER.match(piece, index) if 0 <= query < index else None
    return parameter.end() if parameter else 0


def strip_sentence(path: str) -> str:
    """Strip what the sentence put after an address: stops, quotes, emphasis marks, a dangling `&`, `$` or `%`.

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


def cut_sentence(path: str, after: str, record: HostRecord | None) -> str:  # noqa: PLR0911 - one for each thing that may follow
    """Return a path without the trailing text of its sentence, of the next label or of the next sentence.

    `after` is the text after the path as printed; a few characters are enough.

    >>> cut_sentence("/acme/fold.Data:", "https://", None)
    '/acme/fold'
    """
    kept = strip_sentence(path)
    kind = record.kind if record is not None else None
    if kind is LinkKind.VIDEO and _VIDEO_NAME.search(path[: len(kept) + 1]):
        return path[: len(kept) + 1]
    if after[:4].lower() == "http":
        label = _LABEL_GLUED.search(path)
        return strip_sentence(path[: label.start()] if label else kept.rstrip("+"))
    if stop := _STOP_AFTER_SLASH.search(kept):
        return kept[: stop.start()]
    if after[:1].isspace() and (glued := _SENTENCE_GLUED.search(kept)):
        return strip_sentence(kept[: glued.start()])
    if after[:1] == " " and record is not None:
        if kept.endswith("-") and kind in _NAMED_KINDS:
            return strip_sentence(kept.rstrip("-"))
        if record.strict and after[1:2].islower() and (sentence := _NEW_SENTENCE.search(kept)):
            return kept[: sentence.end(1)]
    return kept
