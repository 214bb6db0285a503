"""Of which entries a paper is made, and which other papers it was not merged with."""

from dataclasses import dataclass

from papertrace.model.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedEntry:
    """An entry of a paper; `reason` is by what it is one paper with another entry, empty for the first."""

    span: Span
    title: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperApart:
    """Another paper with an identifier or the title of a paper, and why the two are not one."""

    span: Span
    title: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergingExplanation:
    """Of which entries a paper is made, in reading order, and which papers have stayed apart from it."""

    id: str
    title: str
    entries: tuple[MergedEntry, ...]
    apart: tuple[PaperApart, ...] = ()
