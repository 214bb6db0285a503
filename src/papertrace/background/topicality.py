"""How topical a term is, from the shares of its papers that have it in the title and that repeat it."""

import math

USUAL_TITLE_SHARE, USUAL_BURST_SHARE = 0.15, 0.3
MIN_RATIO, MAX_RATIO = 0.2, 1.5  # of each share to the usual one


def topical_factor(title_share: float, burst_share: float) -> float:
    """Return a factor of about 1 for an ordinary topic, less for a setting or a habit of prose.

    >>> topical_factor(USUAL_TITLE_SHARE, USUAL_BURST_SHARE)
    1.0
    """
    return math.sqrt(_cut(title_share / USUAL_TITLE_SHARE) * _cut(burst_share / USUAL_BURST_SHARE))


def _cut(ratio: float) -> float:
    return min(MAX_RATIO, max(MIN_RATIO, ratio))
