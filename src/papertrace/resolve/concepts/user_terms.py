"""The user's terms, resolved to identities of a corpus."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from papertrace.model.candidate import CandidateKind
from papertrace.model.concept import Form, Terms
from papertrace.resolve.concepts.identities import identity_of


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


def resolve_terms(terms: Terms, longs: Mapping[str, str]) -> ResolvedTerms:
    """Resolve a user's terms to identities, given the long forms of acronyms."""
    canonical: dict[str, str] = {}
    preferred: dict[str, Form] = {}
    for group in (*terms.synonyms, *((form,) for form in terms.vocabulary)):
        target = canonical.get(_identity(group[0], longs), _identity(group[0], longs))
        preferred.setdefault(target, group[0])
        for form in group:
            for identity in _identities(form, longs):
                canonical.setdefault(identity, target)
    wanted = frozenset(canonical[_identity(form, longs)] for form in terms.vocabulary)
    ignored = frozenset(
        canonical.get(identity, identity) for form in terms.ignored for identity in _identities(form, longs)
    )
    return ResolvedTerms(canonical=canonical, preferred=preferred, wanted=wanted, ignored=ignored)


def _identity(form: Form, longs: Mapping[str, str]) -> str:
    return identity_of(form.key, CandidateKind.PHRASE if " " in form.key else CandidateKind.NAME, longs)


def _identities(form: Form, longs: Mapping[str, str]) -> list[str]:
    """Return all possible identities of a form: a text may print it as a name, a phrase or a word."""
    found = {identity_of(form.key, kind, longs) for kind in CandidateKind}
    if " " not in form.key and form.key.islower():
        # A word that the user writes in lower case also matches the capitalised name, in the canonical number.
        found |= {form.key.capitalize(), form.text, form.text.capitalize()}
    return sorted(found)
