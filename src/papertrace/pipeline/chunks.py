"""What is done to a part of a corpus: its sentences are counted, candidates found, counted, tallied, papers described.

Each step depends on the part and on what was decided before, of which `describing` has the order. What the steps count
can be merged in any order. Papers mention and cite one another by number, so that no part needs the ids of the others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from papertrace.counting import Recurrence
from papertrace.extract.concepts import TermFinder, find_all_candidates
from papertrace.extract.links import find_citations
from papertrace.extract.mentions.mentions import NumberedMention, find_mentions
from papertrace.extract.mentions.names import NameCollector, NamedText, NameScan, NameSearch, NameTable, PrintedNames
from papertrace.extract.text.columns import TextColumns, load_reader
from papertrace.memory import collect_garbage_rarely
from papertrace.model import Paper
from papertrace.model.papers.candidate import CandidateColumns, CandidateKind
from papertrace.model.terms import WordColumns
from papertrace.pipeline.document_links import find_paper_links
from papertrace.pipeline.texts import blank_recurring, count_sentences
from papertrace.resolve.boilerplate import Boilerplate
from papertrace.resolve.concepts.names import AcronymTable, meanings_of
from papertrace.resolve.concepts.selection import select_concepts
from papertrace.resolve.concepts.tallies import Tally
from papertrace.resolve.concepts.vocabulary import (
    FirstCounts,
    Recurring,
    Vocabulary,
    count_identities,
    tally_candidates,
)
from papertrace.resolve.papers.merging import FoundReferences, ReferenceIndex, find_references
from papertrace.spool import Codec, Packed

if TYPE_CHECKING:
    from papertrace.graph.pairs.texts import TermCounter, TermCounts


class Papers(Packed[Paper]):
    """Papers, of which some steps need none."""

    codec: ClassVar[Codec[Paper]] = Codec(Paper)


@dataclass(frozen=True, slots=True)
class Part:
    """Papers that follow one another in a corpus, the number of the first, and their abstracts."""

    first: int
    abstracts: list[str]
    papers: Papers


def make_part(first: int, papers: Sequence[Paper]) -> Part:
    """Return papers as a part, given the number of the first one."""
    return Part(first, [paper.abstract for paper in papers], Papers(papers))


class Found(NamedTuple):
    """What was found in papers: candidates, the names of the works that each abstract cites, and words if wanted.

    The names that papers give to their own systems are beside the candidates, sorted, so that the order of sets does
    not matter.
    """

    candidates: CandidateColumns
    own_names: list[list[str]]
    cited: list[list[str]]
    words: WordColumns | None

    def complete(self, identities: list[str] | None = None) -> CandidateColumns:
        """Return the candidates with the own names, and the identities that depend on acronyms, once known."""
        return replace(self.candidates, own_names=list(map(frozenset, self.own_names)), meant=identities or [])


@dataclass(slots=True)
class FoundCounts:
    """What is counted while candidates are found; `any_cites` is whether any paper cites a work."""

    concepts: FirstCounts = field(default_factory=FirstCounts)
    names: NameCollector = field(default_factory=NameCollector)
    any_cites: bool = False

    def merge(self, other: "FoundCounts") -> None:
        """Add another part of the corpus."""
        self.concepts.merge(other.concepts)
        self.names.merge(other.names)
        self.any_cites = self.any_cites or other.any_cites


class Finding(NamedTuple):
    """What candidates are found with: the text that recurs, the user's terms, and whether the graph needs the words."""

    boilerplate: Boilerplate
    finder: TermFinder | None = None
    keeps_words: bool = False


class Counting(NamedTuple):
    """What recurring values are counted with: the meanings of acronyms, the names to search, and whether any cites."""

    acronyms: AcronymTable
    search: NameSearch
    any_cites: bool


@dataclass(slots=True)
class RecurringCounts:
    """What recurs: the identities of candidates, printed names, and the names by which papers can be cited."""

    identities: Recurrence = field(default_factory=Recurrence)
    printed: PrintedNames = field(default_factory=PrintedNames)
    index: ReferenceIndex = field(default_factory=ReferenceIndex)

    def merge(self, other: "RecurringCounts", search: NameSearch) -> None:
        """Add another part of the corpus, in which the same names were searched for."""
        self.identities.merge(other.identities)
        self.printed.merge(other.printed, search)
        self.index.merge(other.index)


class Describing(NamedTuple):
    """What papers are described with: the concepts of the corpus, the owners of names, and the papers to cite."""

    vocabulary: Vocabulary
    names: NameTable
    references: ReferenceIndex


class Described(NamedTuple):
    """A paper with all that was found in it; the papers that it mentions and cites are given by number."""

    paper: Paper
    mentions: tuple[NumberedMention, ...]
    references: FoundReferences


_Row = tuple[str, tuple[CandidateKind, str, int, int, int, int, int, dict[str, int], int, int]]
_TALLIES: Codec[list[_Row]] = Codec(list[_Row])
_FIELDS_OF_TALLY = attrgetter(*(field.name for field in fields(Tally)))


class DescribedPapers(Packed[Described]):
    """The papers of a part with all that was found in them."""

    codec: ClassVar[Codec[Described]] = Codec(Described)


def sentences(part: Part, _: None) -> Boilerplate:
    """Return the sentences of a part."""
    return count_sentences(part.abstracts)


def find(part: Part, shared: Finding) -> tuple[Found, FoundCounts]:
    """Return what is found in a part, and its counts."""
    (boilerplate, finder, keeps_words), counts = shared, FoundCounts()
    cited: list[list[str]] = []
    printed: list[str] = []
    words: WordColumns | None = None

    def read() -> Iterator[tuple[str, str]]:
        for number, paper in enumerate(part.papers, start=part.first):
            entry = paper.main_entry
            counts.names.add(number, entry.title, entry.abstract, " ".join(target.raw for target in entry.targets))
            cited.append(sorted({name for entry in paper.entries for name in find_citations(entry.abstract)}))
            counts.any_cites = counts.any_cites or bool(cited[-1] or paper.references)
            if keeps_words:
                printed.append(f"{paper.title} {paper.abstract}")
            yield paper.title, blank_recurring(paper.abstract, boilerplate)

    def keep_words(columns: TextColumns) -> None:
        nonlocal words
        words = load_reader().describe(columns, printed)

    with collect_garbage_rarely():
        candidates = find_all_candidates(read(), finder, keep_words if keeps_words else None)
        counts.concepts.add(candidates)
        own_names = list(map(sorted, candidates.own_names))
        return Found(replace(candidates, own_names=[]), own_names, cited, words), counts


def count(given: tuple[Part, Found], shared: Counting) -> tuple[RecurringCounts, list[str]]:
    """Return the `RecurringCounts` of a part, and identities of its candidates: those that depend on acronyms."""
    part, found = given
    scan, index = NameScan(shared.search), ReferenceIndex()
    with collect_garbage_rarely():
        for abstract in part.abstracts:
            scan.add(abstract)
        for number, paper in enumerate(part.papers if shared.any_cites else (), start=part.first):
            index.add(number, paper)
        meant = meanings_of(found.complete(), shared.acronyms)
        counts = RecurringCounts(count_identities(found.complete(meant), shared.acronyms), scan.printed, index)
        return counts, meant


def tally(given: tuple[Found, list[str]], shared: Recurring) -> bytes:
    """Return the tallies of candidates: 70 bytes each, which take a tenth of the time of a pickle."""
    with collect_garbage_rarely():
        found, identities = given
        tallies = tally_candidates(found.complete(identities), shared)
        rows: list[_Row] = [(identity, _FIELDS_OF_TALLY(one)) for identity, one in tallies.items()]
        return _TALLIES.encode(rows)


def unpack_tallies(packed: bytes) -> dict[str, Tally]:
    """Return the tallies that `tally` packed."""
    return {identity: Tally(*counts) for identity, counts in _TALLIES.decode(packed)}


def describe(given: tuple[Part, Found, list[str]], shared: Describing) -> "tuple[DescribedPapers, TermCounts | None]":
    """Return the papers of a part with what was found in them, and the `TermCounts` if words were kept, else None."""
    (vocabulary, names, index), (part, found, identities) = shared, given
    candidates, counter = found.complete(identities), _start_counting(found.words)

    def generate() -> Iterator[Described]:
        selections = select_concepts(candidates, vocabulary)
        for number, (paper, (best, minor), cited) in enumerate(
            zip(part.papers, selections, found.cited, strict=True), start=part.first
        ):
            links, claim, _ = find_paper_links(paper)
            if counter is not None:
                counter.add_concepts(best)
            yield Described(
                replace(paper, links=links, claim=claim, concepts=best, minor_concepts=minor),
                _as_shown(paper, find_mentions(named_text(paper), names, number.__eq__)),
                find_references(paper, cited, index),
            )

    with collect_garbage_rarely():
        described = DescribedPapers(generate())
        return described, None if counter is None else counter.finish()


def _start_counting(words: WordColumns | None) -> "TermCounter | None":
    if words is None:
        return None
    from papertrace.graph.pairs.texts import TermCounter

    return TermCounter(words)


def _as_shown(paper: Paper, mentions: tuple[NumberedMention, ...]) -> tuple[NumberedMention, ...]:
    """Return mentions with their sentences as the abstract of the paper shows them."""
    shown = paper.main_entry.as_shown
    return tuple(one._replace(surface=shown(one.surface), sentence=shown(one.sentence)) for one in mentions)


def named_text(paper: Paper) -> NamedText:
    """Return the text in which other papers may be named, with its spans in the entry that prints it."""
    entry = paper.main_entry
    return NamedText(
        id=paper.id,
        title=entry.title,
        abstract=entry.abstract,
        title_span=entry.span,
        abstract_span=entry.abstract_span,
    )
