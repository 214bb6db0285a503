"""Listings whose links have moved for good: the files with new addresses, and the links that are left."""

from dataclasses import dataclass
from pathlib import Path

from papertrace.model.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedFile:
    """A file as it was read and as it is to be written, with the number of addresses that differ."""

    path: Path
    before: bytes
    after: bytes
    n_fixed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfixedLink:
    """A link that has moved but is left as it is; `raw` is empty where the whole file is left."""

    span: Span
    raw: str = ""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FixPlan:
    """The files to change, in the order of their first links, and the links that are left."""

    files: tuple[FixedFile, ...] = ()
    unfixed: tuple[UnfixedLink, ...] = ()
