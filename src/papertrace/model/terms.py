"""What a user says of terms: which mean the same, which are always concepts, which never."""

from dataclasses import dataclass
from typing import NamedTuple


class Form(NamedTuple):
    """Hold a term as the user writes it and as candidates are keyed (`papertrace.model.candidate.Candidate`)."""

    text: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Hold a user's thesaurus, vocabulary and stop list; all are empty by default.

    `synonyms` holds groups of forms that mean the same, the preferred one first. Forms of `vocabulary` are concepts
    wherever they stand, those of `ignored` nowhere.
    """

    synonyms: tuple[tuple[Form, ...], ...] = ()
    vocabulary: tuple[Form, ...] = ()
    ignored: tuple[Form, ...] = ()
