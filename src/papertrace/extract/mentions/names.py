"""Which paper owns which name: the names under which other papers may mention it.

A name has one owner. A name that is also a word ("Frontier", "SCALE"), that is too short ("C4"), or that two
papers claim is refused and listed: a missing edge does less harm than a wrong one.

The corpus need not be in memory. Two passes go over it, and what they keep grows with the number of names alone:
`NameClaims.add` takes what each paper claims, `NameClaims.ask` says what is in question, and `PrintedNames.add`
looks into each abstract for it. `NameClaims.settle` then gives the table.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from papertrace.extract.mentions.name_tokens import Refusal, judge_name, plain_words
from papertrace.extract.mentions.own_names import Claim, find_claimed_names
from papertrace.extract.mentions.printed_names import PrintedNames
from papertrace.model import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedText:
    """Hold what mentions are found in: one paper's title and abstract with their places."""

    id: str
    title: str
    abstract: str
    title_span: Span
    abstract_span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedName:
    """Hold a name that is not used, the papers that claim it in order of their ids, and why."""

    name: str
    claimants: tuple[str, ...]
    reason: Refusal


class RefusedClaim(NamedTuple):
    """Say that the paper of a number claims a name that is not used."""

    paper: int
    name: str
    reason: Refusal


NOBODY = -1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NameTable:
    """Hold the owner of every name that may be looked for, and the refused names.

    A name is written as its tokens with spaces between, a paper as its number; `ids` has the ids of papers by number,
    and `titles` their titles, if these are known. `holders` says who owns each name. A refused name of several words is
    among them and belongs to `NOBODY`: it is matched, so that no shorter name is found inside it, and then thrown away.
    `starts` says for the first word of a name, as `plain_words` gives it, what names begin so: bit n is set for names
    of n tokens, bit 0 if one of them holds signs that are in no plain word. `refusals` are the refused names, and
    `refused_claims` pairs of a place in `refusals` and a paper, one after the other.
    """

    ids: Sequence[str]
    titles: Sequence[str] = ()
    holders: Mapping[str, int]
    starts: Mapping[str, int]
    refusals: Mapping[str, Refusal]
    refused_claims: Sequence[int]

    @property
    def owners(self) -> dict[str, str]:
        """Return the id of the paper that owns each name, in order of claims."""
        return {name: self.ids[holder] for name, holder in self.holders.items() if holder != NOBODY}

    @property
    def refused(self) -> tuple[RefusedName, ...]:
        """Return the refused names, sorted."""
        return tuple(self.find_refused())

    def find_refused(self) -> Iterator[RefusedName]:
        """Yield the refused names one by one, sorted."""
        claimants: list[set[int]] = [set() for _ in self.refusals]
        for place, claimant in zip(self.refused_claims[::2], self.refused_claims[1::2], strict=True):
            claimants[place].add(claimant)
        for (name, reason), claimed_by in sorted(zip(self.refusals.items(), claimants, strict=True), key=_name_of):
            yield RefusedName(name=name, claimants=tuple(sorted(self.ids[n] for n in claimed_by)), reason=reason)

    def find_refused_claims(self) -> Iterator[RefusedClaim]:
        """Yield each claim of a refused name once, by the numbers of the papers, then by name."""
        refusals = list(self.refusals.items())
        claims = zip(self.refused_claims[1::2], self.refused_claims[::2], strict=True)
        last = None
        for claimant, place in sorted(claims, key=lambda claim: (claim[0], refusals[claim[1]][0])):
            if (claimant, place) != last:
                name, reason = refusals[place]
                yield RefusedClaim(claimant, name, reason)
            last = claimant, place


def _name_of(refusal: tuple[tuple[str, Refusal], set[int]]) -> str:
    return refusal[0][0]


class NameClaims:
    """Gather what the papers of a corpus call themselves, one paper after the other.

    A distinct name costs some 150 bytes and a claim nine, whatever the texts weigh.

    >>> papers = [("FlexGen: Cheap Generation", "We sort."), ("Frontier: A Sorter", "at the frontier")]
    >>> claims = NameClaims()
    >>> for number, (title, abstract) in enumerate(papers):
    ...     claims.add(number, title, abstract)
    >>> printed = claims.ask()
    >>> for _, abstract in papers:
    ...     printed.add(abstract)
    >>> table = claims.settle(printed, ["a", "b"])
    >>> table.owners, [refused.name for refused in table.refused]
    ({'FlexGen': 'a'}, ['Frontier'])
    """

    __slots__ = ("_claimants", "_claimed", "_numbers", "_strengths")

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._claimed = array("I")
        self._claimants = array("I")
        self._strengths = array("B")

    def add(self, paper: int, title: str, abstract: str) -> None:
        """Take note of the names that a paper claims.

        `paper` is the number of the paper, from 0 to below 2**31: the place of its id in what `settle` is given.
        Several texts may have one number.
        """
        for name, claim in find_claimed_names(title, abstract):
            self._claimed.append(self._numbers.setdefault(name, len(self._numbers)))
            self._claimants.append(paper)
            self._strengths.append(claim)

    def ask(self) -> PrintedNames:
        """Return what is to be found out in the abstracts, after the last paper was added."""
        asked = {n for n, claim in zip(self._claimed, self._strengths, strict=True) if claim == Claim.ACRONYM}
        return PrintedNames(self._numbers, (name for name, number in self._numbers.items() if number in asked))

    def settle(self, printed: PrintedNames, ids: Sequence[str], titles: Sequence[str] = ()) -> NameTable:
        """Return who owns which name, given what all abstracts print and the ids and titles of papers by number."""
        common = {self._numbers[acronym] for acronym in printed.common_acronyms}
        strongest, shared = self._find_strongest(common)
        holders: dict[str, int] = {}
        starts: dict[str, int] = {}
        refusals: dict[str, Refusal] = {}
        places: dict[int, int] = {}
        for name, number in self._numbers.items():
            if strongest[number] == NOBODY:
                continue  # It was claimed only as an acronym, and turned out to be a term of the field.
            key = tuple(name.split(" "))
            reason = judge_name(key, printed.lower_words, printed.lower_phrases)
            if reason or number in shared:
                places[number] = len(refusals)
                refusals[name] = reason or Refusal.SHARED
                if len(key) == 1:
                    continue
            holders[name] = NOBODY if name in refusals else strongest[number]
            words = plain_words(name)
            signs = words != list(key)
            first = words[0] if signs else key[0]  # A name of one token is its own first word, and takes no more room.
            starts[first] = starts.get(first, 0) | 1 << len(key) | signs
        refused_claims = array("I")
        for number, claimant, claim in zip(self._claimed, self._claimants, self._strengths, strict=True):
            if number in places and not (claim == Claim.ACRONYM and number in common):
                refused_claims.extend((places[number], claimant))
        return NameTable(
            ids=ids,
            titles=titles,
            holders=holders,
            starts=starts,
            refusals=refusals,
            refused_claims=refused_claims,
        )

    def _find_strongest(self, common: AbstractSet[int]) -> "tuple[array[int], set[int]]":
        """Return for every name the first paper with the strongest claim, and the names that several claim so."""
        papers = array("i", [NOBODY]) * len(self._numbers)
        best = array("B", [len(Claim)]) * len(self._numbers)
        shared: set[int] = set()
        for number, claimant, claim in zip(self._claimed, self._claimants, self._strengths, strict=True):
            if claim == Claim.ACRONYM and number in common:
                continue
            strength = Claim.INTRODUCED if claim == Claim.ACRONYM else claim
            if strength < best[number]:
                best[number] = strength
                papers[number] = claimant
                shared.discard(number)
            elif strength == best[number] and claimant != papers[number]:
                shared.add(number)
        return papers, shared
