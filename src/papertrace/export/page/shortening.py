"""Abstracts shortened so that a page does not become larger than a browser opens well.

Of a page of many papers, abstracts are three quarters. All of them are cut after the same number of letters, so that
every paper keeps the beginning of its own, which says most of what a map needs; cutting the last ones off, or keeping
those of some papers, would make a search lie.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from papertrace.export.page.packing import Packed, pack_page

MAX_BYTES = 40_000_000
"""The number of bytes above which the abstracts of a page are shortened."""

MIN_LETTERS = 200
"""The number of letters below which they are left out: so few are hardly a sentence."""

_CUT = "…"
_MAX_WORD = 30  # letters that are given up to end with a whole word
_MARGIN = 0.98  # of the room, since shorter texts are packed a little less well


def shorten(abstract: str, n_letters: int) -> str:
    """Return an abstract of at most so many letters, with an ellipsis after the last whole word if some are left out.

    >>> shorten("Ice floes drift with the wind.", 16)
    'Ice floes drift…'
    >>> shorten("Ice floes drift.", 16)
    'Ice floes drift.'
    """
    if len(abstract) <= n_letters:
        return abstract
    kept = abstract[: n_letters - len(_CUT)]
    if abstract[len(kept)] != " " and (end := kept.rfind(" ", max(len(kept) - _MAX_WORD, 0))) > 0:
        kept = kept[:end]
    return kept.rstrip() + _CUT


def letters_that_fit(abstracts: Sequence[str], n_letters: int) -> int:
    """Return the length at which abstracts have to be cut so that they have at most `n_letters` together.

    >>> letters_that_fit(["one", "four", "seventeen letters"], 13)
    6
    """
    lengths = sorted(map(len, abstracts))
    left = n_letters
    for i, length in enumerate(lengths):
        if length * (len(lengths) - i) > left:
            return left // (len(lengths) - i)
        left -= length
    return lengths[-1] if lengths else 0


def pack_within_size(data: Mapping[str, Any], abstracts: Sequence[str], n_others: int) -> Packed:
    """Return `pack_page` of the data and abstracts of a page, shortened as far as its size demands.

    `n_others` is the number of bytes that the page has besides. After how many letters abstracts are cut stands in its
    data as `letters` of `abstracts`; if less than `MIN_LETTERS` were left, they are left out, and the data say so.
    """
    packed = pack_page(data, abstracts)
    kept: Sequence[str] = abstracts
    while packed.abstracts and (room := MAX_BYTES - n_others - len(packed.places) - len(packed.data)) < len(
        packed.abstracts
    ):
        share = _MARGIN * max(room, 0) / len(packed.abstracts)
        n_letters = letters_that_fit(kept, int(share * sum(map(len, kept))))
        if n_letters < MIN_LETTERS:
            rest = {key: value for key, value in data.items() if key != "abstracts"}
            return pack_page(rest | {"leaves_abstracts_out": True})
        kept = [shorten(abstract, n_letters) for abstract in abstracts]
        packed = pack_page({**data, "abstracts": {**data["abstracts"], "letters": n_letters}}, kept)
    return packed
