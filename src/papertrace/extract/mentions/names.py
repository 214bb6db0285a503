"""The owner of each name: the paper that others mention by that name.

A name has one owner. A name that is also a word ("Frontier", "SCALE"), that is too short ("C4"), a term of science
("GPU"), printed by many papers, or that two papers use for their own work is refused and listed: a missing edge does
less harm than a wrong one.

The corpus need not be in memory. Two passes go over it, and their memory grows only with the number of names:
`NameCollector.add` collects the names of each paper, `NameCollector.plan_search` returns what a `NameScan` searches
each abstract for, and `NameCollector.assign` then returns the table. Parts of a corpus may be passed over apart and
merged, in any order.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from papertrace.counting.hashing import hash_sentences
from papertrace.extract.mentions.name_tokens import Refusal, is_mixed, judge_name, plain_words
from papertrace.extract.mentions.own_names import NameEvidence, find_name_evidence
from papertrace.extract.mentions.printed_names import NameSearch, PrintedNames
from papertrace.extract.mentions.standing import Proof, find_standing
from papertrace.model import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedText:
    """The text in which mentions are found: one paper's title and abstract with their spans."""

    id: str
    title: str
    abstract: str
    title_span: Span
    abstract_span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedName:
    """A name that is not used, the ids of the papers that call their work so, sorted, and the reason."""

    name: str
    papers: tuple[str, ...]
    reason: Refusal


class RefusedUse(NamedTuple):
    """A refused name of one paper, given by its number."""

    paper: int
    name: str
    reason: Refusal


NO_OWNER = -1
MAX_UNPROVEN_PAPERS = 3  # If more papers print an acronym, or a name that no abstract introduces, it is a term.
MAX_NAMING_PAPERS = 8  # If more papers print a word, and more than one in fifty, it is a term as well.
PAPERS_PER_NAMING = 50


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NameTable:
    """The owner of every name to search for, and the refused names.

    A name is written as its tokens joined by spaces, a paper as its number; `ids` are the ids of papers by number,
    and `titles` their titles, if known. `owner_numbers` maps each name to the number of its owner. A refused name of
    several words is among them with the owner `NO_OWNER`: it is matched, so that no shorter name is found inside it,
    and then discarded. `starts` maps the first word of a name, as `plain_words` gives it, to a bit set of the names
    that begin with it: bit n is set for names of n tokens, bit 0 if one of them contains signs that no plain word has.
    `recurring` are the numbers of sentences that several abstracts print, those of `hash_sentences`.
    `refusals` are the refused names, and `refused_uses` a flat sequence of pairs: an index into `refusals` and the
    number of a paper.
    """

    ids: Sequence[str]
    titles: Sequence[str] = ()
    owner_numbers: Mapping[str, int]
    starts: Mapping[str, int]
    refusals: Mapping[str, Refusal]
    refused_uses: Sequence[int]
    recurring: AbstractSet[int] = frozenset()

    def recurs(self, sentence: str) -> bool:
        """Return whether several abstracts print a sentence."""
        return bool(self.recurring) and hash_sentences(sentence, [(0, len(sentence))])[0] in self.recurring

    @property
    def owners(self) -> dict[str, str]:
        """The id of the paper that owns each name, in order of first use."""
        return {name: self.ids[number] for name, number in self.owner_numbers.items() if number != NO_OWNER}

    @property
    def refused(self) -> tuple[RefusedName, ...]:
        """The refused names, sorted."""
        return tuple(self.find_refused())

    def find_refused(self) -> Iterator[RefusedName]:
        """Yield the refused names, sorted."""
        users: list[set[int]] = [set() for _ in self.refusals]
        for index, paper in zip(self.refused_uses[::2], self.refused_uses[1::2], strict=True):
            users[index].add(paper)
        for (name, reason), papers in sorted(zip(self.refusals.items(), users, strict=True), key=_name_of):
            yield RefusedName(name=name, papers=tuple(sorted(self.ids[n] for n in papers)), reason=reason)

    def find_refused_uses(self) -> Iterator[RefusedUse]:
        """Yield each refused name of each paper once, sorted by the number of the paper, then by name."""
        refusals = list(self.refusals.items())
        uses = zip(self.refused_uses[1::2], self.refused_uses[::2], strict=True)
        last = None
        for paper, index in sorted(uses, key=lambda use: (use[0], refusals[use[1]][0])):
            if (paper, index) != last:
                name, reason = refusals[index]
                yield RefusedUse(paper, name, reason)
            last = paper, index


def _name_of(refusal: tuple[tuple[str, Refusal], set[int]]) -> str:
    return refusal[0][0]


class NameCollector:
    """A collector of the names that the papers of a corpus give their own work.

    A distinct name takes some 150 bytes and each use of a name nine, independent of the length of the texts.

    >>> papers = [("FlexGen: Cheap Generation", "We sort."), ("Walrus: A Sorter", "We present Walrus, a walrus.")]
    >>> names = NameCollector()
    >>> for number, (title, abstract) in enumerate(papers):
    ...     names.add(number, title, abstract)
    >>> from papertrace.extract.mentions.printed_names import NameScan
    >>> scan = NameScan(names.plan_search())
    >>> for _, abstract in papers:
    ...     scan.add(abstract)
    >>> table = names.assign(scan.printed, ["a", "b"])
    >>> table.owners, [refused.name for refused in table.refused]
    ({'FlexGen': 'a'}, ['Walrus'])
    """

    __slots__ = ("_evidence", "_numbers", "_papers", "_used")

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        # One item per use of a name: the number of the name, the number of the paper, and the evidence.
        self._used = array("I")
        self._papers = array("I")
        self._evidence = array("B")

    def add(self, paper: int, title: str, abstract: str, addresses: str = "") -> None:
        """Record the names that a paper gives its own work; `addresses` are those of its links.

        `paper` is the number of the paper, at least 0 and below 2**31: the index of its id in the `ids` passed to
        `assign`. Several texts may have the same number.
        """
        for name, evidence in find_name_evidence(title, abstract, addresses):
            self._used.append(self._numbers.setdefault(name, len(self._numbers)))
            self._papers.append(paper)
            self._evidence.append(evidence)

    def merge(self, other: "NameCollector") -> None:
        """Add the names of papers that were collected apart, with numbers of their own."""
        numbers = [self._numbers.setdefault(name, len(self._numbers)) for name in other._numbers]  # noqa: SLF001
        self._used.extend([numbers[number] for number in other._used])  # noqa: SLF001 - of this class
        self._papers.extend(other._papers)  # noqa: SLF001
        self._evidence.extend(other._evidence)  # noqa: SLF001

    def __eq__(self, other: object) -> bool:
        """Return whether two collectors have the same names of the same papers with the same evidence."""
        return isinstance(other, NameCollector) and sorted(self._uses()) == sorted(other._uses())

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def _uses(self) -> Iterator[tuple[str, int, int]]:
        names = list(self._numbers)
        for number, paper, evidence in zip(self._used, self._papers, self._evidence, strict=True):
            yield names[number], paper, evidence

    def plan_search(self) -> NameSearch:
        """Return what the second pass searches the abstracts for; call it after the last paper was added."""
        n_papers = max(self._papers, default=0) + 1
        many = max(MAX_NAMING_PAPERS, n_papers // PAPERS_PER_NAMING)
        limits: dict[str, int] = {}
        evidence = self._unite_evidence()
        weak = {number for number, kinds in enumerate(evidence) if kinds in {NameEvidence.ACRONYM, NameEvidence.TITLE}}
        for name, number in self._numbers.items():
            if name.isascii() and name.isalpha() and any(map(str.isupper, name)):
                if number in weak:
                    is_unknown = is_mixed(name) and evidence[number] == NameEvidence.TITLE and not _is_known(name)
                    limits[name] = many if is_unknown else MAX_UNPROVEN_PAPERS
                elif not is_mixed(name):
                    limits[name] = many
        return NameSearch(self._numbers, limits)

    def assign(
        self,
        printed: PrintedNames,
        ids: Sequence[str],
        titles: Sequence[str] = (),
        recurring: AbstractSet[int] = frozenset(),
    ) -> NameTable:
        """Return the owners of the names, given what all abstracts print, and the ids and titles of papers by number.

        `recurring` are the numbers of the sentences that several abstracts print.
        """
        common = {self._numbers[name] for name in printed.common}
        # An acronym that many papers print is a term of the field, whoever defines it, and not even listed.
        evidence = self._unite_evidence()
        terms = {number for number in common if evidence[number] == NameEvidence.ACRONYM}
        claims = self._find_claims()
        owner_numbers: dict[str, int] = {}
        starts: dict[str, int] = {}
        refusals: dict[str, Refusal] = {}
        indices: dict[int, int] = {}
        for name, number in self._numbers.items():
            if number in terms:
                continue
            key = tuple(name.split(" "))
            reason = judge_name(key, printed.lower_words, printed.lower_phrases)
            if reason is None:
                reason = Refusal.COMMON if number in common else self._judge_claim(key, number, claims)
            if reason:
                indices[number] = len(refusals)
                refusals[name] = reason
                if len(key) == 1:
                    continue
            owner_numbers[name] = NO_OWNER if reason else claims.papers[number]
            words = plain_words(name)
            signs = words != list(key)
            first = words[0] if signs else key[0]  # For a name of one token, `key[0]` shares its memory.
            starts[first] = starts.get(first, 0) | 1 << len(key) | signs
        refused_uses = array("I")
        for number, paper in zip(self._used, self._papers, strict=True):
            if number in indices:
                refused_uses.extend((indices[number], paper))
        return NameTable(
            ids=ids,
            titles=titles,
            owner_numbers=owner_numbers,
            starts=starts,
            refusals=refusals,
            refused_uses=refused_uses,
            recurring=recurring,
        )

    def _unite_evidence(self) -> "array[int]":
        """Return all evidence for each name by number, whichever paper gives it."""
        united = array("B", [0]) * len(self._numbers)
        for number, evidence in zip(self._used, self._evidence, strict=True):
            united[number] |= evidence
        return united

    @staticmethod
    def _judge_claim(key: tuple[str, ...], number: int, claims: "_Claims") -> Refusal | None:
        standing = find_standing(key)
        if number in (claims.tied if standing.coined else claims.disputed):
            return Refusal.SHARED
        return standing.judge(NameEvidence(claims.evidence[number]))

    def _find_claims(self) -> "_Claims":
        n_names = len(self._numbers)
        claims = _Claims(array("i", [NO_OWNER]) * n_names, array("B", [0]) * n_names, set(), set())
        for number, paper, evidence in zip(self._used, self._papers, self._evidence, strict=True):
            best = claims.papers[number]
            if best not in {NO_OWNER, paper}:
                claims.disputed.add(number)
            rank, old = _rank(evidence), _rank(claims.evidence[number])
            is_first = (paper, evidence) < (best, claims.evidence[number])
            if best == NO_OWNER or rank < old:
                claims.tied.discard(number)
            elif rank == old and paper != best:
                claims.tied.add(number)
            if best == NO_OWNER or rank < old or (rank == old and is_first):
                claims.papers[number] = paper
                claims.evidence[number] = evidence
        return claims


class _Claims(NamedTuple):
    """For each name by number: the first paper with the strongest evidence, that evidence, and who else claims it.

    `tied` are the names for which several papers have evidence of the strongest kind, `disputed` those that several
    papers claim at all.
    """

    papers: "array[int]"
    evidence: "array[int]"
    tied: set[int]
    disputed: set[int]


def _is_known(name: str) -> bool:
    """Return whether science knows a name of one token so well that it may be a term."""
    return find_standing((name,)).proof is not Proof.NONE


def _rank(evidence: int) -> int:
    """Return how strong evidence is, the strongest first: the title, an introduction, a repository."""
    if evidence & NameEvidence.TITLE:
        return 0
    return 1 if evidence & (NameEvidence.INTRODUCED | NameEvidence.ACRONYM) else 2
