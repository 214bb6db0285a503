"""Which long form an acronym stands for, over a corpus and within one paper.

An acronym joins its long form only where one sense dominates or the text itself defines it: PCA, SP, EP, DP and
PP have two senses in a single listing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from papertrace.model.candidate import CandidateKind, Candidates
from papertrace.resolve.concepts.recurrence import drop_rare

DOMINANT_SHARE = 0.75
MIN_PAPERS_OF_TWO_LETTERS = 2
INITIALS = (2, 4)  # the letters of an acronym that may open a phrase undefined
HALF, MOST = 0.5, 0.6
_MOST = 200_000
_PHRASE = CandidateKind.PHRASE


@dataclass(frozen=True, slots=True, kw_only=True)
class AcronymTable:
    """Hold the long form of every acronym with one dominant sense, and the senses of all others.

    Both are keyed by the short form's key; long forms are keys too. `ambiguous` lists senses by falling count.
    `same` holds what a user's thesaurus makes one: identities and the identity that stands for them. `identities`
    remembers those that hang on the table.
    """

    dominant: Mapping[str, str]
    ambiguous: Mapping[str, tuple[str, ...]]
    same: Mapping[str, str] = field(default_factory=dict)
    identities: dict[tuple[str, CandidateKind], str] = field(default_factory=dict, compare=False, repr=False)


@dataclass(slots=True)
class Definitions:
    """Hold what the texts of a corpus say of acronyms.

    `pairs` counts the papers that define (short, long). `headed` counts the phrases that open with capitals ("KV
    cache") by these and the rest, `compounds` those that open with a compound of such initials ("key-value cache"), by
    initials, rest and compound: where both are printed, the first defines itself. Of any of them no more than some
    hundred thousand are held; the rarest go.
    """

    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    headed: Counter[tuple[str, str]] = field(default_factory=Counter)
    compounds: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def add(self, paper: Candidates) -> None:
        """Take what one more paper says, in brackets or by printing such phrases."""
        self.pairs.update({(short, long) for short, long in paper.definitions})
        for key, kind, surfaces, *_ in paper.items:
            if kind is not _PHRASE or (key[0].islower() and "-" not in surfaces[0]):
                continue  # Most phrases open neither with capitals nor with a compound.
            first, _, rest = key.partition(" ")
            if first.isupper() and INITIALS[0] <= len(first) <= INITIALS[1]:
                self.headed[first, rest] += 1
            elif "-" in surfaces[0]:
                n = surfaces[0].split(" ", 1)[0].count("-") + 1
                words = key.split(" ")
                if INITIALS[0] <= n <= INITIALS[1] and len(words) > n:
                    initials = "".join(word[0] for word in words[:n]).upper()
                    self.compounds[initials, " ".join(words[n:]), " ".join(words[:n])] += 1
        if max(len(self.pairs), len(self.headed), len(self.compounds)) > _MOST:
            drop_rare(self.pairs, _MOST // 2)
            drop_rare(self.headed, _MOST // 2)
            drop_rare(self.compounds, _MOST // 2)


def count_definitions(papers: Iterable[Candidates]) -> Definitions:
    """Collect what papers say of acronyms, in brackets or by printing both forms before the same word."""
    found = Definitions()
    for paper in papers:
        found.add(paper)
    return found


def settle_acronyms(found: Definitions) -> AcronymTable:
    """Decide which acronyms have one sense.

    A sense dominates with three quarters of the defining papers. Spellings of one long form (with and without
    spaces, or one being the other's tail) are one sense. Two letters need two papers, as they are used for
    anything.

    >>> pairs = Counter({("SSM", "state space model"): 3, ("PP", "patch parallelism"): 1})
    >>> table = settle_acronyms(Definitions(pairs=pairs))
    >>> dict(table.dominant), dict(table.ambiguous)
    ({'SSM': 'state space model'}, {'PP': ('patch parallelism',)})
    """
    senses: dict[str, dict[str, int]] = {}
    for (short, long), n in sorted(found.pairs.items()):
        senses.setdefault(short, {})[long] = n
    for (short, rest, long), n in sorted(found.compounds.items()):
        if (short, rest) in found.headed:
            of_short = senses.setdefault(short, {})
            of_short[long] = of_short.get(long, 0) + max(n, MIN_PAPERS_OF_TWO_LETTERS)
    dominant: dict[str, str] = {}
    ambiguous: dict[str, tuple[str, ...]] = {}
    for short, longs in senses.items():
        ranked = sorted(longs, key=lambda long: (-longs[long], long))
        best = ranked[0]
        n_best = sum(n for long, n in longs.items() if is_same_sense(short, long, best))
        needed = MIN_PAPERS_OF_TWO_LETTERS if len(short) <= 2 else 1  # noqa: PLR2004
        if n_best >= DOMINANT_SHARE * sum(longs.values()) and n_best >= needed:
            dominant[short] = best
        else:
            ambiguous[short] = tuple(ranked)
    return AcronymTable(dominant=dominant, ambiguous=ambiguous)


def is_same_sense(short: str, one: str, other: str) -> bool:
    """Say whether two long forms of an acronym mean the same.

    They do if one is the other's tail or if they share most of their words; a longer or mixed-case acronym is
    less likely to be two things, so that half of the words will do.

    >>> is_same_sense("SpMM", "sparse matrix matrix", "sparse dense matrix multiplication")
    True
    >>> is_same_sense("PP", "pipeline parallelism", "patch parallelism")
    False
    """
    a, b = one.replace(" ", "").casefold(), other.replace(" ", "").casefold()
    if a.endswith(b) or b.endswith(a):
        return True
    words, others = set(one.split()), set(other.split())
    share = len(words & others) / len(words | others)
    return share >= (HALF if len(short) > 3 else MOST)  # noqa: PLR2004
