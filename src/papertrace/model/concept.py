"""What a paper is about, and which other papers its text names."""

from dataclasses import dataclass

from papertrace.model.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """Name an idea that papers can share.

    `key` is the folded identity, equal for all variants; `label` the commonest surface form of the corpus;
    `surfaces` the forms that stand in this paper, sorted.
    """

    key: str
    label: str
    surfaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Say that a paper's text names the system of another paper of the corpus.

    `target` is the id of the named paper and `title` its title, where that is known; `surface` is the name as
    printed, `sentence` the evidence.
    """

    target: str
    surface: str
    sentence: str
    span: Span
    title: str | None = None
