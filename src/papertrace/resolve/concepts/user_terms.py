"""The user's terms, resolved to identities of a corpus."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from papertrace.model.papers.candidate import CandidateKind
from papertrace.model.papers.facts import Form, Terms
from papertrace.resolve.concepts.names import fold_label, identity_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedTerms:
    """A user's terms by identity.

    `canonical` maps the identity of every form to that of the preferred one, `preferred` maps the latter to the form.
    `wanted` are always concepts, `ignored` never.
    """

    canonical: Mapping[str, str] = field(default_factory=dict)
    preferred: Mapping[str, Form] = field(default_factory=dict)
    wanted: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    ignored_labels: frozenset[str] = frozenset()

    def is_ignored(self, identity: str, surfaces: Iterable[str]) -> bool:
        """Return whether a concept is to be ignored, by its identity or by one of its spellings."""
        if identity in self.ignored:
            return True
        return bool(self.ignored_labels) and not self.ignored_labels.isdisjoint(map(fold_label, surfaces))


def resolve_terms(terms: Terms, longs: Mapping[str, str], merged: Mapping[str, str] | None = None) -> ResolvedTerms:
    """Resolve a user's terms to identities, given the long forms of acronyms and the spellings that are merged."""
    merged = merged or {}
    canonical: dict[str, str] = {}
    preferred: dict[str, Form] = {}
    for group in (*terms.synonyms, *((form,) for form in terms.vocabulary)):
        first = _identity(group[0], longs, merged)
        target = canonical.get(first, first)
        preferred.setdefault(target, group[0])
        for form in group:
            for identity in _identities(form, longs, merged):
                canonical.setdefault(identity, target)
    wanted = frozenset(canonical[_identity(form, longs, merged)] for form in terms.vocabulary)
    ignored = frozenset(
        canonical.get(identity, identity) for form in terms.ignored for identity in _identities(form, longs, merged)
    )
    # What is merged is looked up once, so that a user's synonym of the spelling it is merged into applies to all.
    spelled = {identity: canonical.get(target, target) for identity, target in merged.items()}
    return ResolvedTerms(
        canonical=spelled | canonical,
        preferred=preferred,
        wanted=wanted,
        ignored=ignored,
        ignored_labels=frozenset(fold_label(form.text) for form in terms.ignored),
    )


def _identity(form: Form, longs: Mapping[str, str], merged: Mapping[str, str]) -> str:
    found = identity_of(form.key, CandidateKind.PHRASE if " " in form.key else CandidateKind.NAME, longs)
    return merged.get(found, found)


def _identities(form: Form, longs: Mapping[str, str], merged: Mapping[str, str]) -> list[str]:
    """Return all possible identities of a form: a text may print it as a name, a phrase or a word."""
    found = {identity_of(form.key, kind, longs) for kind in CandidateKind}
    if " " not in form.key and form.key.islower():
        # A word that the user writes in lower case also matches the capitalised name, in the canonical number.
        found |= {form.key.capitalize(), form.text, form.text.capitalize()}
    return sorted(found | {merged[identity] for identity in found if identity in merged})
