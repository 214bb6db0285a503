"""What a user's terms mean for the identities of a corpus."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from papertrace.model.candidate import CandidateKind
from papertrace.model.concept import Form, Terms
from papertrace.resolve.concepts.identities import identity_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Hold a user's terms by identity.

    `same` maps the identity of every form to that of the preferred one, `preferred` this to the form. `wanted` are
    concepts wherever they stand, `ignored` nowhere.
    """

    same: Mapping[str, str] = field(default_factory=dict)
    preferred: Mapping[str, Form] = field(default_factory=dict)
    wanted: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()


def resolve_terms(terms: Terms, longs: Mapping[str, str]) -> Wishes:
    """Return what a user's terms mean where acronyms stand for these long forms."""
    same: dict[str, str] = {}
    preferred: dict[str, Form] = {}
    for group in (*terms.synonyms, *((form,) for form in terms.vocabulary)):
        target = same.get(_identity(group[0], longs), _identity(group[0], longs))
        preferred.setdefault(target, group[0])
        for form in group:
            for identity in _identities(form, longs):
                same.setdefault(identity, target)
    wanted = frozenset(same[_identity(form, longs)] for form in terms.vocabulary)
    ignored = frozenset(same.get(identity, identity) for form in terms.ignored for identity in _identities(form, longs))
    return Wishes(same=same, preferred=preferred, wanted=wanted, ignored=ignored)


def _identity(form: Form, longs: Mapping[str, str]) -> str:
    return identity_of(form.key, CandidateKind.PHRASE if " " in form.key else CandidateKind.NAME, longs)


def _identities(form: Form, longs: Mapping[str, str]) -> list[str]:
    """Return what a form may be identified by: texts differ in what they take for a name, a phrase or a word."""
    found = {identity_of(form.key, kind, longs) for kind in CandidateKind}
    if " " not in form.key and form.key.islower():
        # A word that the user writes in lower case is also the name that texts capitalise, in no other number.
        found |= {form.key.capitalize(), form.text, form.text.capitalize()}
    return sorted(found)
