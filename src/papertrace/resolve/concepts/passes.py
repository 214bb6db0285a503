"""The passes over the candidates of a corpus, and the decisions between them.

Most candidates occur in one paper only, which has all the information about them. So a corpus is read three times:
`FirstCounts` has what decides which spellings mean the same, `count_identities` finds what recurs, keeping only hashes,
and `tally_candidates` counts just that. Each pass may be made over parts of the corpus whose counts are then merged, in
any order: every decision is made by counts alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from papertrace.background import FieldMix, load_background
from papertrace.counting.hashing import hash_text, hash_texts
from papertrace.counting.recurrence import Recurrence
from papertrace.model.papers.candidate import Candidates, join_plain, join_words
from papertrace.model.papers.concept import Terms
from papertrace.resolve.concepts.counted_words import WordCollector
from papertrace.resolve.concepts.names.acronyms import AcronymTable, Definitions, resolve_acronyms
from papertrace.resolve.concepts.names.identities import identify, identities_of
from papertrace.resolve.concepts.names.spellings import Spellings, find_namesakes
from papertrace.resolve.concepts.tallies import Counts, Tally, count_phrase_uses
from papertrace.resolve.concepts.topicality import is_general_word
from papertrace.resolve.concepts.user_terms import ResolvedTerms, resolve_terms
from papertrace.resolve.concepts.words import WordCounter, WordCounts

MAX_RECURRING = 100_000
"""Identities that are tallied, those of the most papers: a tally takes half a kilobyte."""


@dataclass(slots=True)
class FirstCounts:
    """What the first pass counts: definitions of acronyms, spellings, words, and the fields of the papers."""

    n_papers: int = 0
    definitions: Definitions = field(default_factory=Definitions)
    spellings: Spellings = field(default_factory=Spellings)
    words: WordCounter = field(default_factory=WordCounter)
    mix: FieldMix = field(default_factory=lambda: FieldMix(load_background()))

    def add(self, paper: Candidates) -> None:
        """Count one more paper."""
        self.add_names(paper)
        keys = paper.words.keys
        occurrences = Counter(keys)
        occurrences.pop("", None)
        self.words.add(occurrences, keys[: paper.words.n_title], paper.lower_words, paper.undecided_words)
        self.mix.add(occurrences)

    def add_names(self, paper: Candidates) -> None:
        """Count one more paper, but not its words, which `add_words` counts for many papers at once."""
        self.n_papers += 1
        self.definitions.add(paper)
        self.spellings.add(paper)

    def add_words(self, words: WordCollector) -> None:
        """Count the words of papers, in a quarter of the time that they take one by one."""
        found = words.count()
        self.words.add_counts(found.df, found.prominent, found.lower, found.undecided)
        self.mix.add_counts(load_background().count_fields(found.rows, found.starts).tolist())

    def merge(self, other: "FirstCounts") -> None:
        """Add papers that were counted apart."""
        self.n_papers += other.n_papers
        self.definitions.merge(other.definitions)
        self.spellings.merge(other.spellings)
        self.words.merge(other.words)
        self.mix.merge(other.mix)


def decide_meanings(first: FirstCounts, terms: Terms | None = None) -> tuple[AcronymTable, ResolvedTerms]:
    """Return the long forms of acronyms and the spellings that are merged, and the user's terms among them."""
    acronyms = resolve_acronyms(first.definitions)
    merged = first.spellings.resolve(acronyms.dominant)
    merged |= {join_words(long): join_words(best) for long, best in acronyms.variants.items()}
    user_terms = resolve_terms(terms or Terms(), acronyms.dominant, merged)
    return replace(acronyms, canonical=user_terms.canonical), user_terms


def count_identities(papers: Iterable[Candidates], acronyms: AcronymTable) -> Recurrence:
    """Return the hashes of the identities of papers."""
    recurrence = Recurrence()
    for paper in papers:
        recurrence.add(hash_texts(set(identities_of(paper, acronyms))))
    return recurrence


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurring:
    """What the last pass counts: the hashes of the identities to tally, and the single words among the candidates.

    `listed` are the words that are candidates, because they may be terms, or because a name or phrase has the same
    identity; `words` are those of them that are tallied. `joined` maps words to the phrases that they join:
    "pretraining" to "pre-training"; `acronyms` includes it.
    """

    acronyms: AcronymTable
    identities: frozenset[int]
    words: frozenset[str]
    listed: frozenset[str]
    joined: Mapping[str, str]


def decide_recurring(words: WordCounts, recurrence: Recurrence, acronyms: AcronymTable) -> Recurring:
    """Return what is tallied, given the words and the identities of the whole corpus."""
    background = load_background()
    terms = [word for word in words.prominent if words.may_be_term(word) and not is_general_word(background, word)]
    stems = {word: stem for word in words.df if word not in acronyms.canonical and (stem := join_plain(word)) != word}
    present = recurrence.find_present(hash_texts({*words.df, *stems.values()}))
    shared = [word for word in words.df if hash_text(word) in present]
    joined = {word: stem for word, stem in stems.items() if hash_text(stem) in present}
    acronyms = replace(acronyms, canonical={**acronyms.canonical, **joined})
    listed = frozenset((*terms, *shared, *acronyms.canonical))
    recurring = listed.difference([word for word in terms if words.df[word] == 1]).union(shared)
    often = recurrence.find_recurring(max_size=MAX_RECURRING)
    return Recurring(
        acronyms=acronyms,
        identities=often.union(hash_texts(recurring)),
        words=recurring,
        listed=listed,
        joined=joined,
    )


def tally_candidates(papers: Iterable[Candidates], recurring: Recurring) -> dict[str, Tally]:
    """Return the tallies of papers by identity."""
    tallies: dict[str, Tally] = {}
    for paper in papers:
        is_bare = paper.is_bare
        for identity, group in identify(paper, recurring.acronyms, recurring.words, recurring.identities).items():
            tally = tallies.get(identity)
            if tally is None:
                tally = tallies[identity] = Tally(group[0].kind, group[0].key)
            tally.add(group, is_bare=is_bare)
    return tallies


def unite_counts(first: FirstCounts, words: WordCounts, recurring: Recurring, tallies: dict[str, Tally]) -> Counts:
    """Return all counts of a corpus."""
    return Counts(
        n_papers=first.n_papers,
        tallies=tallies,
        words=words,
        mix=first.mix,
        listed=recurring.listed,
        joined=recurring.joined,
        in_phrases=count_phrase_uses(tallies.values()),
        namesakes=find_namesakes(first.spellings.settle()),
    )


def count_first(papers: Iterable[Candidates]) -> FirstCounts:
    """Return the counts of the first pass over papers."""
    counts = FirstCounts()
    for paper in papers:
        counts.add(paper)
    return counts


def count_candidates(papers: Iterable[Candidates], acronyms: AcronymTable, first: FirstCounts | None = None) -> Counts:
    """Return all counts of a corpus, given the meanings of acronyms.

    `papers` is iterated over twice, and once more unless the counts of the `first` pass are given.
    """
    first = first or count_first(papers)
    words = first.words.settle()
    recurring = decide_recurring(words, count_identities(papers, acronyms), acronyms)
    return unite_counts(first, words, recurring, tally_candidates(papers, recurring))
