"""The passes over the candidates of a corpus, and the decisions between them.

Most candidates occur in one paper only, which has all the information about them. So a corpus is read three times:
`FirstCounts` has what decides which spellings mean the same, `count_identities` finds what recurs, keeping only hashes,
and `tally_candidates` counts just that. Each pass may be made over parts of the corpus whose counts are then merged, in
any order: every decision is made by counts alone.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from papertrace.background import FieldMix, load_background
from papertrace.counting.joining import Hashes, find_places, hash_whole, mix
from papertrace.counting.recurrence import Recurrence
from papertrace.model.papers.candidate import CandidateColumns, join_plain, join_words
from papertrace.model.papers.concept import Terms
from papertrace.resolve.concepts.counted_words import count_words
from papertrace.resolve.concepts.names.acronyms import AcronymTable, Definitions, resolve_acronyms
from papertrace.resolve.concepts.names.identities import find_words, hash_identities, identities_of
from papertrace.resolve.concepts.names.spellings import Spellings, find_namesakes
from papertrace.resolve.concepts.tallies import Counts, Tally, count_phrase_uses, merge_tallies, tally_groups
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

    def add(self, papers: CandidateColumns) -> None:
        """Count more papers."""
        self.n_papers += len(papers)
        self.definitions.add(papers)
        self.spellings.add(papers)
        found = count_words(papers)
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


def count_identities(papers: CandidateColumns, acronyms: AcronymTable) -> Recurrence:
    """Return the hashes of the identities of papers."""
    import numpy as np

    recurrence = Recurrence()
    hashes = hash_identities(papers, acronyms)
    _, firsts = np.unique(hashes ^ mix(papers.rows.papers.astype(np.uint64)), return_index=True)
    recurrence.add(hashes[firsts].tolist())
    return recurrence


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurring:
    """What the last pass counts: the hashes of the identities to tally, and the single words among the candidates.

    `listed` are the words that are candidates, because they may be terms, or because a name or phrase has the same
    identity; `words` are those of them that are tallied. `joined` maps words to the phrases that they join:
    "pretraining" to "pre-training"; `acronyms` includes it.
    """

    acronyms: AcronymTable
    identities: Hashes
    words: frozenset[str]
    listed: frozenset[str]
    joined: Mapping[str, str]


def decide_recurring(words: WordCounts, recurrence: Recurrence, acronyms: AcronymTable) -> Recurring:
    """Return what is tallied, given the words and the identities of the whole corpus."""
    import numpy as np

    background = load_background()
    terms = [word for word in words.prominent if words.may_be_term(word) and not is_general_word(background, word)]
    stems = {word: stem for word in words.df if word not in acronyms.canonical and (stem := join_plain(word)) != word}
    hash_of = _hash_each({*words.df, *stems.values()})
    present = recurrence.find_present(hash_of.values())
    shared = [word for word in words.df if hash_of[word] in present]
    joined = {word: stem for word, stem in stems.items() if hash_of[stem] in present}
    acronyms = replace(acronyms, canonical={**acronyms.canonical, **joined})
    listed = frozenset((*terms, *shared, *acronyms.canonical))
    recurring = listed.difference([word for word in terms if words.df[word] == 1]).union(shared)
    often = recurrence.find_recurring(max_size=MAX_RECURRING)
    return Recurring(
        acronyms=acronyms,
        identities=np.array(sorted(often.union(_hash_each(recurring).values())), dtype=np.uint64),
        words=recurring,
        listed=listed,
        joined=joined,
    )


def tally_candidates(papers: CandidateColumns, recurring: Recurring) -> dict[str, Tally]:
    """Return the tallies of papers by identity."""
    import numpy as np

    often = np.flatnonzero(find_places(hash_identities(papers, recurring.acronyms), recurring.identities) >= 0)
    words = find_words(papers, recurring.words)
    rows, n_words = papers.rows.join(words), words.kinds.size
    chosen = np.concatenate((often, np.arange(n_words) + papers.rows.kinds.size))
    canonical = recurring.acronyms.canonical
    identities = identities_of(papers, recurring.acronyms, often)
    identities += [canonical.get(key, key) for key in words.keys_of(np.arange(n_words))]
    return tally_groups(identities, rows, chosen, np.array(papers.are_bare, dtype=np.bool_))


def _hash_each(texts: Collection[str]) -> dict[str, int]:
    return dict(zip(texts, hash_whole(list(texts)).tolist(), strict=True))


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


def count_first(papers: Iterable[CandidateColumns]) -> FirstCounts:
    """Return the counts of the first pass over papers, a chunk at a time."""
    counts = FirstCounts()
    for some in papers:
        counts.add(some)
    return counts


def count_candidates(
    papers: Iterable[CandidateColumns], acronyms: AcronymTable, first: FirstCounts | None = None
) -> Counts:
    """Return all counts of a corpus, given the meanings of acronyms.

    `papers` is iterated over twice, a chunk at a time, and once more unless the counts of the `first` pass are given.
    """
    first = first or count_first(papers)
    words = first.words.settle()
    identities = Recurrence()
    for some in papers:
        identities.merge(count_identities(some, acronyms))
    recurring = decide_recurring(words, identities, acronyms)
    tallies: dict[str, Tally] = {}
    for some in papers:
        merge_tallies(tallies, tally_candidates(some, recurring))
    return unite_counts(first, words, recurring, tallies)
