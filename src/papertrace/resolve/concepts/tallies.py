"""Counts over a corpus: one tally for each identity that several papers have.

Most candidates occur in one paper only, which has all the information about them. So a corpus is read twice: first to
find what recurs, keeping only hashes, then to count just that.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from papertrace.background import Background, FieldMix, load_background
from papertrace.model.candidate import Candidate, CandidateKind, Candidates, join_plain
from papertrace.resolve.concepts.acronyms import AcronymTable
from papertrace.resolve.concepts.identities import identify, identities_of
from papertrace.resolve.recurrence import Recurrence, drop_rare

MIN_WORD = 4
GENERAL_DISPERSION, MIN_WORD_TITLE_SHARE = 1.5, 0.1  # From the first on, or below the second, a word is general.
_MAX_WORDS = 400_000
ADJECTIVE_ENDINGS = ("ed", "ly", "able", "ible", "ive", "al", "ous", "ary", "less", "ful", "ic")
_KIND_ORDER = (CandidateKind.PHRASE, CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.WORD)


@dataclass(slots=True)
class Tally:
    """The counts of one identity over a corpus.

    `df` counts the papers that have it, `title_df` those that have it in the title, `burst_df` those that repeat it,
    `word_df` those that print it only as a single word; `n` counts its occurrences.
    """

    kind: CandidateKind
    key: str
    df: int = 0
    title_df: int = 0
    burst_df: int = 0
    word_df: int = 0
    n: int = 0
    surfaces: dict[str, int] = field(default_factory=dict)  # a Counter for each of many tallies costs too much

    def add(self, group: Sequence[Candidate]) -> None:
        """Count one paper's candidates of this identity."""
        self.df += 1
        surfaces = self.surfaces
        in_title, n_here, is_word = False, 0, True
        for key, kind, spellings, n, titled, *_ in group:
            if key != self.key or kind is not self.kind:
                self.kind, self.key = _better((self.kind, self.key), (kind, key))
            n_here += n
            in_title = in_title or titled
            is_word = is_word and kind is CandidateKind.WORD
            for surface in spellings:
                surfaces[surface] = surfaces.get(surface, 0) + 1
        self.n += n_here
        self.title_df += in_title
        self.burst_df += n_here > 1
        self.word_df += is_word

    def choose_form(self) -> None:
        """Take the single word for a phrase that more papers print as one word than as several.

        So "con-text", broken at the end of a line, is "context" and no phrase. The word is the phrase without blanks.
        """
        if self.kind is CandidateKind.PHRASE and 2 * self.word_df > self.df:
            self.kind, self.key = CandidateKind.WORD, self.key.replace(" ", "")


def tally_group(group: Sequence[Candidate]) -> Tally:
    """Return the tally of an identity found in one paper only."""
    tally = Tally(group[0].kind, group[0].key)
    tally.add(group)
    return tally


def _better(one: tuple[CandidateKind, str], other: tuple[CandidateKind, str]) -> tuple[CandidateKind, str]:
    """Return the preferred of two forms of an identity: phrases first, more words first, then alphabetically."""
    return min(one, other, key=lambda form: (_KIND_ORDER.index(form[0]), -form[1].count(" "), form[1]))


@dataclass(slots=True)
class WordCounts:
    """Counts of the single ordinary words of a corpus, by key.

    `df` counts the papers that have a word, `prominent` those that have it in the title or repeat it, `lower` those
    whose abstracts print it in lower case.
    """

    df: Counter[str] = field(default_factory=Counter)
    prominent: Counter[str] = field(default_factory=Counter)
    lower: Counter[str] = field(default_factory=Counter)

    def add(self, paper: Candidates) -> None:
        """Count the words of one more paper."""
        words = paper.words
        repeated = {key for key, n in Counter(words.keys).items() if n > 1}
        self.df.update(set(words.keys))
        self.prominent.update(repeated.union(words.keys[: words.n_title]))
        self.lower.update(paper.lower_words)
        for counts in (self.df, self.prominent, self.lower):
            if len(counts) > _MAX_WORDS:
                drop_rare(counts, _MAX_WORDS // 2)

    def may_be_term(self, word: str) -> bool:
        """Return whether a word could be a term by its form: long enough, no adjective, and not usually a name."""
        return (
            len(word) >= MIN_WORD
            and not word.endswith(ADJECTIVE_ENDINGS)
            # A word printed with a capital more often than not is judged as a name.
            and 2 * self.lower[word] >= self.df[word]
        )


class PhraseUses(NamedTuple):
    """Uses of words in phrases of two words that several papers have, by word.

    `most` counts the occurrences of the commonest phrase that a word begins or ends, `first` those of all phrases that
    it begins.
    """

    most: Mapping[str, int]
    first: Mapping[str, int]


def count_phrase_uses(tallies: Iterable[Tally]) -> PhraseUses:
    """Return how often phrases have words."""
    most: dict[str, int] = {}
    begun: Counter[str] = Counter()
    for tally in tallies:
        if tally.df > 1 and tally.kind is CandidateKind.PHRASE and tally.key.count(" ") == 1:
            words = tally.key.split(" ")
            begun[words[0]] += tally.n
            for word in words:
                most[word] = max(tally.n, most.get(word, 0))
    return PhraseUses(most, begun)


@dataclass(slots=True)
class Counts:
    """The counts of a corpus: tallies of identities that several papers have, and counts of words.

    `in_phrases` are the uses of words in phrases. `listed` contains the words that are candidates, because they may be
    terms, or because a name or phrase has the same identity. `namesakes` are the folds of names that are English words.
    `joined` maps words to the phrases that they join: "pretraining" to "pre-training".
    """

    n_papers: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    words: WordCounts = field(default_factory=WordCounts)
    mix: FieldMix = field(default_factory=lambda: FieldMix(load_background()))
    listed: frozenset[str] = frozenset()
    joined: dict[str, str] = field(default_factory=dict)
    in_phrases: PhraseUses = field(default_factory=lambda: PhraseUses({}, {}))
    namesakes: frozenset[str] = frozenset()

    def tally(self, identity: str, group: Sequence[Candidate]) -> Tally:
        """Return the tally of an identity, given a paper's candidates of it.

        For an ordinary word that cannot be a term, it has only the spellings of that paper.
        """
        tally = self.tallies.get(identity)
        if tally is None:
            tally = tally_group(group)
            if tally.kind is CandidateKind.WORD and tally.key in self.words.df:
                tally.df = self.words.df[tally.key]
        return tally


def is_general_word(background: Background, word: str) -> bool:
    """Return whether a single word, in whatever field, is too general to be a topic by itself."""
    found = background.find(word)
    return found is not None and (found.dispersion >= GENERAL_DISPERSION or found.title_share < MIN_WORD_TITLE_SHARE)


def count_candidates(papers: Iterable[Candidates], acronyms: AcronymTable) -> Counts:
    """Count papers, titles and spellings of every identity that more than one paper has.

    `papers` is iterated over twice.
    """
    counts = Counts()
    words = counts.words
    recurrence = Recurrence()
    for paper in papers:
        counts.n_papers += 1
        words.add(paper)
        counts.mix.add(set(paper.words.keys))
        recurrence.add(set(identities_of(paper, acronyms)))
    del words.df[""], words.prominent[""]
    often, anywhere = recurrence.finish()
    background = load_background()
    terms = [word for word in words.prominent if words.may_be_term(word) and not is_general_word(background, word)]
    shared = [word for word in words.df if hash(word) in anywhere]
    joined = ((word, join_plain(word)) for word in words.df if word not in acronyms.canonical)
    counts.joined = {word: stem for word, stem in joined if stem != word and hash(stem) in anywhere}
    acronyms = replace(acronyms, canonical={**acronyms.canonical, **counts.joined})
    counts.listed = frozenset((*terms, *shared, *acronyms.canonical))
    recurring = counts.listed.difference([word for word in terms if words.df[word] == 1]).union(shared)
    often = often.union(map(hash, recurring))
    tallies = counts.tallies
    for paper in papers:
        for identity, group in identify(paper, acronyms, recurring, often).items():
            tally = tallies.get(identity)
            if tally is None:
                tally = tallies[identity] = Tally(group[0].kind, group[0].key)
            tally.add(group)
    counts.in_phrases = count_phrase_uses(tallies.values())
    return counts
