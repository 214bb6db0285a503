"""Which long form an acronym stands for, over a corpus and within one paper.

An acronym joins its long form only where one sense dominates or the text itself defines it: PCA, SP, EP, DP and
PP have two senses in a single listing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from papertrace.model.candidate import Candidates

DOMINANT_SHARE = 0.75
MIN_PAPERS_OF_TWO_LETTERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AcronymTable:
    """Hold the long form of every acronym with one dominant sense, and the senses of all others.

    Both are keyed by the short form's key; long forms are keys too. `ambiguous` lists senses by falling count.
    """

    dominant: Mapping[str, str]
    ambiguous: Mapping[str, tuple[str, ...]]


def count_definitions(papers: Iterable[Candidates]) -> Counter[tuple[str, str]]:
    """Count the papers that define each (short, long) pair; counters of parts of a corpus may be added."""
    counts: Counter[tuple[str, str]] = Counter()
    for paper in papers:
        counts.update({(short, long) for short, long in paper.definitions})
    return counts


def settle_acronyms(counts: Mapping[tuple[str, str], int]) -> AcronymTable:
    """Decide which acronyms have one sense.

    A sense dominates with three quarters of the defining papers. Spellings of one long form (with and without
    spaces, or one being the other's tail) are one sense. Two letters need two papers, as they are used for
    anything.

    >>> table = settle_acronyms({("SSM", "state space model"): 3, ("PP", "patch parallelism"): 1})
    >>> dict(table.dominant), dict(table.ambiguous)
    ({'SSM': 'state space model'}, {'PP': ('patch parallelism',)})
    """
    senses: dict[str, dict[str, int]] = {}
    for (short, long), n in sorted(counts.items()):
        senses.setdefault(short, {})[long] = n
    dominant: dict[str, str] = {}
    ambiguous: dict[str, tuple[str, ...]] = {}
    for short, longs in senses.items():
        ranked = sorted(longs, key=lambda long: (-longs[long], long))
        best = ranked[0]
        n_best = sum(n for long, n in longs.items() if _is_same_sense(long, best))
        needed = MIN_PAPERS_OF_TWO_LETTERS if len(short) <= 2 else 1  # noqa: PLR2004
        if n_best >= DOMINANT_SHARE * sum(longs.values()) and n_best >= needed:
            dominant[short] = best
        else:
            ambiguous[short] = tuple(ranked)
    return AcronymTable(dominant=dominant, ambiguous=ambiguous)


def _is_same_sense(one: str, other: str) -> bool:
    a, b = one.replace(" ", "").casefold(), other.replace(" ", "").casefold()
    return a.endswith(b) or b.endswith(a) or set(one.split()) == set(other.split())
