"""Agreement of two partitions of the same papers, corrected for chance."""

import math

import numpy as np

from papertrace.graph.pairs.projection import Floats, Ints

_MAX_DEVIATIONS = 12
_MIN_REACH = 60


def adjusted_mutual_information(one: Ints, other: Ints) -> float:
    """Return the adjusted mutual information of two partitions (Vinh, Epps & Bailey, 2010).

    Parameters
    ----------
    one, other
        The community of each paper, numbered from 0, in the same order of papers.

    Returns
    -------
    float
        (I - E[I]) / (mean(H₁, H₂) - E[I]): 1 for equal partitions whatever their numbers, about 0 for
        independent ones, sometimes slightly below. Two partitions that both have a single community, or both only
        communities of one paper, count as equal.
    """
    n_papers = one.size
    sizes, other_sizes = np.bincount(one), np.bincount(other)
    sizes, other_sizes = sizes[sizes > 0], other_sizes[other_sizes > 0]
    if sizes.size == other_sizes.size and sizes.size in {1, n_papers}:
        return 1.0
    _, joint = np.unique(np.stack((one, other)), axis=1, return_counts=True)
    entropy, other_entropy = _entropy(sizes, n_papers), _entropy(other_sizes, n_papers)
    information = entropy + other_entropy - _entropy(joint, n_papers)
    expected = _expected_information(sizes, other_sizes, n_papers)
    scale = (entropy + other_entropy) / 2 - expected
    return (information - expected) / scale if abs(scale) > np.finfo(np.float64).eps else 0.0


def _entropy(counts: Ints, n_papers: int) -> float:
    """Return -Σ p ln p in nats."""
    shares = counts / n_papers
    return -float((shares * np.log(shares)).sum())


def _expected_information(sizes: Ints, other_sizes: Ints, n_papers: int) -> float:
    """Return the mean mutual information of random partitions of these sizes (Vinh et al., 2010, eq. 24a).

    The terms depend only on community sizes, so each is computed once and multiplied by its count.
    """
    log_factorial = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, n_papers + 1)))))
    values, counts = np.unique(sizes, return_counts=True)
    others, other_counts = np.unique(other_sizes, return_counts=True)
    total = 0.0
    for size, count in zip(values.tolist(), counts.tolist(), strict=True):
        # Terms beyond this many standard deviations from the mean are below the precision of the sum.
        mean = size * others / n_papers
        reach = _MAX_DEVIATIONS * np.sqrt(mean) + _MIN_REACH
        low = np.maximum(np.maximum(1, size + others - n_papers), np.floor(mean - reach)).astype(np.int64)
        lengths = np.minimum(np.minimum(size, others), np.ceil(mean + reach)).astype(np.int64) + 1 - low
        starts = np.cumsum(lengths) - lengths
        common = np.repeat(low - starts, lengths) + np.arange(int(lengths.sum()))
        other = np.repeat(others, lengths)
        chance: Floats = np.repeat(
            log_factorial[size]
            + log_factorial[others]
            + log_factorial[n_papers - size]
            + log_factorial[n_papers - others]
            - log_factorial[n_papers],
            lengths,
        )
        chance -= log_factorial[common]
        chance -= log_factorial[size - common]
        chance -= log_factorial[other - common]
        chance -= log_factorial[n_papers - size - other + common]
        gain = np.log(common) + math.log(n_papers) - math.log(size) - np.log(other)
        sums = np.add.reduceat(common / n_papers * gain * np.exp(chance), starts)
        total += count * float((other_counts * sums).sum())
    return total
