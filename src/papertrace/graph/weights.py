"""How strongly two papers are tied by the concepts they share: one function for each published measure."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from papertrace.graph.projection import Floats, Ints, Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Hold what a measure may look at, in one place for each pair.

    `first_size` and `second_size` count the concepts of the two papers, `n_items` those of the corpus.
    """

    information: Floats
    shared: Floats
    first_size: Floats
    second_size: Floats
    n_items: int


def measure(pairs: Pairs, sizes: Ints, n_items: int, weight: str) -> Floats:
    """Return the weight of each pair by the named measure.

    Parameters
    ----------
    pairs
        Pairs of papers with what they share.
    sizes
        The number of concepts of each paper.
    n_items
        The number of concepts of the corpus.
    weight
        A name of `WEIGHTS`.

    Returns
    -------
    ndarray
        One weight for each pair; zero or less means that the measure sees no tie.

    Raises
    ------
    ValueError
        If the name is not known.
    """
    if weight not in WEIGHTS:
        message = f"no weight named {weight!r} (known: {', '.join(sorted(WEIGHTS))})"
        raise ValueError(message)
    return WEIGHTS[weight](
        Overlap(
            information=pairs.information,
            shared=pairs.shared.astype(np.float64),
            first_size=sizes[pairs.first].astype(np.float64),
            second_size=sizes[pairs.second].astype(np.float64),
            n_items=n_items,
        )
    )


def _idf2(overlap: Overlap) -> Floats:
    """Return Σ ln²(n/df) over the shared concepts, in nats squared: rare concepts tie, common ones hardly."""
    return overlap.information


def _association(overlap: Overlap) -> Floats:
    """Return shared concepts over those expected by chance, k_i k_j / m (van Eck & Waltman, 2009, eq. 6)."""
    return overlap.shared * overlap.n_items / (overlap.first_size * overlap.second_size)


def _cosine(overlap: Overlap) -> Floats:
    """Return c / √(k_i k_j), from 0 to 1 (Salton & McGill, 1983; the same as Ochiai, 1957)."""
    return overlap.shared / np.sqrt(overlap.first_size * overlap.second_size)


def _jaccard(overlap: Overlap) -> Floats:
    """Return c / (k_i + k_j - c), from 0 to 1 (Jaccard, 1912)."""
    return overlap.shared / (overlap.first_size + overlap.second_size - overlap.shared)


def _npmi(overlap: Overlap) -> Floats:
    """Return ln(p_ij / p_i p_j) / -ln p_ij, from -1 to 1 (Bouma, 2009); 1 where the pair holds every concept."""
    joint = overlap.shared / overlap.n_items
    lift = joint * overlap.n_items**2 / (overlap.first_size * overlap.second_size)
    surprise = -np.log(joint)
    return np.divide(np.log(lift), surprise, out=np.ones_like(joint), where=surprise > 0)


WEIGHTS: MappingProxyType[str, Callable[[Overlap], Floats]] = MappingProxyType(
    {
        "association": _association,
        "cosine": _cosine,
        "idf2": _idf2,
        "jaccard": _jaccard,
        "npmi": _npmi,
    }
)
