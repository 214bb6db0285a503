"""How topical a term is: what the background table says about it in the fields of the corpus, and the corpus itself.

Three counts say whether a term is a topic: how often papers that have it put it into the title, how often they repeat
it, and in how many fields of science it is common. They replace lists of general words, which hold for one field only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from papertrace.background import Background, FieldMix, TermStatistics, load_background
from papertrace.background.topicality import topical_factor
from papertrace.model.papers.candidate import CandidateKind
from papertrace.model.papers.concept import Measures
from papertrace.resolve.concepts.tallies import Tally

MIN_TITLE_SHARE, MIN_FACTOR = 0.035, 0.56  # of a phrase or name
MIN_PAPERS, MIN_REPETITION = 100, 0.45  # papers that repeat a term, for each that has it in the title
MAX_HOME_RATE = 0.03  # the maximum share of a term in the papers of the fields of the corpus
# The same for a term that many papers of the corpus have as well.
MAX_COMMON_RATE, MAX_COMMON_SHARE = 0.005, 0.035
# Of a word that only praises or counts what follows it.
VAGUE_TITLE_SHARE, VAGUE_BURST_SHARE, VAGUE_DISPERSION = 0.1, 0.25, 40.0
HEAD_DISPERSION = 40.0  # of a word, from which a phrase that ends in it names an aspect of the work
ASPECT_TITLE_SHARE, ASPECT_DISPERSION = 0.1, 0.6  # the same for a word that is rarely in titles
MIN_ASPECT_RATE, MAX_ASPECT_FACTOR = 0.03, 0.9  # of each word of a phrase that names nothing in particular, and of it
GENERAL_DISPERSION, MIN_WORD_TITLE_SHARE = 1.5, 0.1  # From the first on, or below the second, a word is general.
BARE_BURST_SHARE = 0.5  # of the phrases in titles, which half of the abstracts of the bundled sample repeat
PRIOR_PAPERS = 4  # that the background counts for beside the papers of the corpus
# What is expected of a word that the table lacks, and the least of one that it has.
UNKNOWN_TITLE_SHARE, UNKNOWN_BURST_SHARE, MIN_SHARE = 0.2, 0.4, 0.03


@dataclass(frozen=True, slots=True)
class Topics:
    """The background as seen from the fields of a corpus."""

    mix: FieldMix = field(default_factory=lambda: FieldMix(load_background()))
    background: Background = field(default_factory=load_background)

    def find(self, key: str) -> TermStatistics | None:
        """Return the statistics of a term, given its key."""
        return self.background.find(key if key.islower() else key.casefold())

    def knows(self, key: str) -> bool:
        """Return whether the table has a term, given its key."""
        return (key if key.islower() else key.casefold()) in self.background

    def find_all(self, tally: Tally) -> list[TermStatistics]:
        """Return the statistics of a term by its key and by its spellings, as far as the table has them."""
        keys = {tally.key.casefold(): None}  # in order, each once
        if tally.kind is not CandidateKind.WORD:
            for surface in tally.surfaces:
                keys[surface.replace("-", " ").casefold()] = None
        return [found for found in map(self.background.find, keys) if found is not None]

    def find_any(self, tally: Tally) -> TermStatistics | None:
        """Return the statistics of a term by its key, or else of its commonest spelling that the table has."""
        return self.find(tally.key) or max(
            self.find_all(tally), key=lambda one: (one.df, one.title_share, one.burst_share, one.rates), default=None
        )

    def describe(self, key: str) -> Measures | None:
        """Return the figures of the table by which a term is judged."""
        found = self.find(key)
        if found is None:
            return None
        rate = 1_000 * self.background.rate_in(self.mix, found)
        return Measures(found.title_share, found.burst_share, rate, found.dispersion)

    def shares_of(self, tally: Tally, found: TermStatistics | None) -> tuple[float, float]:
        """Return the shares of a term's papers that have it in the title and that repeat it.

        Its statistics, or those of its words where the table lacks it, count as much as `PRIOR_PAPERS` of the corpus.
        A title without an abstract cannot repeat it, and counts as what abstracts usually do.
        """
        title_share, burst_share = self._expect(tally.key) if found is None else (found.title_share, found.burst_share)
        n = tally.df + PRIOR_PAPERS
        return (
            (tally.title_df + PRIOR_PAPERS * title_share) / n,
            (tally.burst_df + BARE_BURST_SHARE * tally.bare_df + PRIOR_PAPERS * burst_share) / n,
        )

    def _expect(self, key: str) -> tuple[float, float]:
        """Return the shares to expect of a term that the table lacks: the geometric means of those of its words."""
        title_share, burst_share, n = 1.0, 1.0, 0
        for word in key.split(" "):
            if word == "of" or word.isdigit():
                continue
            found = self.find(word)
            n += 1
            title_share *= UNKNOWN_TITLE_SHARE if found is None else max(found.title_share, MIN_SHARE)
            burst_share *= UNKNOWN_BURST_SHARE if found is None else max(found.burst_share, MIN_SHARE)
        return (title_share ** (1 / n), burst_share ** (1 / n)) if n else (0.0, 0.0)

    def is_general_word(self, word: str) -> bool:
        """Return whether a single word, in whatever field, is too general to be a topic by itself."""
        return is_general_word(self.background, word)

    def is_vague(self, word: str) -> bool:
        """Return whether a word is rarely in titles, rarely repeated, and common everywhere: "novel", "use"."""
        found = self.find(word)
        return (
            found is not None
            and found.title_share < VAGUE_TITLE_SHARE
            and found.burst_share < VAGUE_BURST_SHARE
            and found.dispersion >= VAGUE_DISPERSION
        )

    def is_aspect(self, tally: Tally, statistics: Sequence[TermStatistics]) -> bool:
        """Return whether a phrase is less of a topic than usual and joins words of its fields: "learning system"."""
        words = tally.key.split(" ")
        is_general = self.is_general_head(words[-1])
        for one in statistics:
            shares = (one.title_share, one.burst_share) if is_general else self.shares_of(tally, one)
            if topical_factor(*shares) >= MAX_ASPECT_FACTOR:
                return False
        found = map(self.find, words)
        return all(one is not None and self.background.rate_in(self.mix, one) >= MIN_ASPECT_RATE for one in found)

    def is_general_head(self, word: str) -> bool:
        """Return whether a phrase that ends in a word names an aspect of the work rather than a topic."""
        found = self.find(word)
        return found is not None and (
            found.dispersion >= HEAD_DISPERSION
            or (found.title_share < ASPECT_TITLE_SHARE and found.dispersion >= ASPECT_DISPERSION)
        )

    @staticmethod
    def is_topic(statistics: TermStatistics) -> bool:
        """Return whether a phrase or name of the table is a topic rather than a setting or a habit of prose.

        A topic that is in the title is repeated in the abstract, a kind of study ("a case study") is not.
        """
        return (
            statistics.title_share >= MIN_TITLE_SHARE
            and (statistics.df < MIN_PAPERS or statistics.burst_share >= MIN_REPETITION * statistics.title_share)
            and topical_factor(statistics.title_share, statistics.burst_share) >= MIN_FACTOR
        )

    def is_field(self, statistics: TermStatistics, share: float) -> bool:
        """Return whether a term that a share of the corpus has is its whole field rather than a topic in it."""
        rate = self.background.rate_in(self.mix, statistics)
        return rate > MAX_HOME_RATE or (rate > MAX_COMMON_RATE and share > MAX_COMMON_SHARE)


def is_general_word(background: Background, word: str) -> bool:
    """Return whether a single word, in whatever field, is too general to be a topic by itself."""
    found = background.find(word)
    return found is not None and (found.dispersion >= GENERAL_DISPERSION or found.title_share < MIN_WORD_TITLE_SHARE)
