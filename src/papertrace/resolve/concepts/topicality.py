"""How topical a term is: what the background table says about it in the fields of the corpus, and the corpus itself.

Three counts say whether a term is a topic: how often papers that have it put it into the title, how often they repeat
it, and in how many fields of science it is common. They replace lists of general words, which hold for one field only.
"""

from dataclasses import dataclass, field

from papertrace.background import Background, FieldMix, TermStatistics, load_background
from papertrace.background.topicality import USUAL_BURST_SHARE, USUAL_TITLE_SHARE, topical_factor
from papertrace.model.candidate import CandidateKind
from papertrace.model.concept import Measures
from papertrace.resolve.concepts.tallies import Tally, is_general_word

# Tuned on author keywords of computing and on labelled papers of two listings; nearby values do as well.
GENERAL_PHRASE_DISPERSION = 1.0
MIN_TITLE_SHARE = 0.04  # of a phrase or name
MIN_FACTOR = 0.56  # of a phrase or name
MAX_HOME_RATE = 0.03  # of the papers of the fields of the corpus
MAX_RATE = 10_000  # per 100,000 papers of any field
# Of a word that only praises or counts what follows it.
VAGUE_TITLE_SHARE, VAGUE_BURST_SHARE, VAGUE_DISPERSION = 0.1, 0.22, 60.0
HEAD_DISPERSION = 40.0  # of a word, from which a phrase that ends in it names an aspect of the work
ASPECT_TITLE_SHARE, ASPECT_DISPERSION = 0.1, 0.6  # the same for a word that is rarely in titles
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

    def find_any(self, tally: Tally) -> TermStatistics | None:
        """Return the statistics of a term by its key, or else of its commonest spelling that the table has."""
        found = self.find(tally.key)
        if found is None and len(tally.surfaces) > 1 and tally.kind is not CandidateKind.WORD:
            spellings = (self.find(surface.replace("-", " ")) for surface in tally.surfaces)
            found = max(filter(None, spellings), key=lambda one: (one.df, one.title_share), default=None)
        return found

    def describe(self, key: str) -> Measures | None:
        """Return the figures of the table by which a term is judged."""
        found = self.find(key)
        if found is None:
            return None
        rate = 1_000 * self.background.rate_in(self.mix, found)
        return Measures(found.title_share, found.burst_share, rate, found.dispersion)

    def is_known_topic(self, key: str) -> bool:
        """Return whether the table has a term that is at least as topical as usual."""
        found = self.find(key)
        return found is not None and found.title_share * found.burst_share >= USUAL_TITLE_SHARE * USUAL_BURST_SHARE

    def measure(self, tally: Tally) -> float:
        """Return how topical a term of the corpus is, about 1 for an ordinary topic."""
        found = self.find_any(tally)
        title_share, burst_share = self._expect(tally.key) if found is None else (found.title_share, found.burst_share)
        n = tally.df + PRIOR_PAPERS
        return topical_factor(
            (tally.title_df + PRIOR_PAPERS * title_share) / n, (tally.burst_df + PRIOR_PAPERS * burst_share) / n
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

    def is_general_head(self, word: str) -> bool:
        """Return whether a phrase that ends in a word names an aspect of the work rather than a topic."""
        found = self.find(word)
        return found is not None and (
            found.dispersion >= HEAD_DISPERSION
            or (found.title_share < ASPECT_TITLE_SHARE and found.dispersion >= ASPECT_DISPERSION)
        )

    def is_general_term(self, found: TermStatistics) -> bool:
        """Return whether a phrase or name of the table is a setting or a habit of prose rather than a topic."""
        return (
            found.title_share < MIN_TITLE_SHARE
            or found.dispersion > GENERAL_PHRASE_DISPERSION
            or topical_factor(found.title_share, found.burst_share) < MIN_FACTOR
            or self.background.rate_in(self.mix, found) > MAX_HOME_RATE
            or max(found.rates) > MAX_RATE
        )
