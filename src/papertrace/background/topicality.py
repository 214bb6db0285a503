"""How topical a term is, from the shares of its papers that have it in the title and that repeat it."""

from typing import Any

USUAL_TITLE_SHARE, USUAL_BURST_SHARE = 0.15, 0.3
MIN_RATIO, MAX_RATIO = 0.2, 1.5  # of each share to the usual one

Value = Any
"""A number, or an array of those of many terms."""


def topical_factor(title_share: Value, burst_share: Value) -> Value:
    """Return a factor of about 1 for an ordinary topic, less for a setting or a habit of prose.

    >>> float(topical_factor(USUAL_TITLE_SHARE, USUAL_BURST_SHARE))
    1.0
    """
    import numpy as np

    ratios = title_share / USUAL_TITLE_SHARE, burst_share / USUAL_BURST_SHARE
    of_title, of_burst = (np.clip(ratio, MIN_RATIO, MAX_RATIO) for ratio in ratios)
    return np.sqrt(of_title * of_burst)
