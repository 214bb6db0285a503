"""Estimated text widths for unknown fonts.

A picture places its names before the reader's fonts are known, so the estimate has to hold for all common ones: it
follows the widest of them, DejaVu Sans and Serif.
"""

import math

_WIDTHS = (
    ("\u2066\u2067\u2068\u2069", 0.0),  # invisible directional marks
    ("ijl.,:;'| ", 0.34),
    ("I()[]!-/", 0.42),
    ("rft", 0.45),
    ("DGHNOQU", 0.86),
    ("w", 0.86),
    ("mMW@%\u2026", 1.03),
)


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in pixels, at least that of common sans and serif fonts.

    >>> text_width("ill", 10) < text_width("WWW", 10)
    True
    """
    return size * math.fsum(_ems(character) for character in text)


def _ems(character: str) -> float:
    """Return the width of a character in ems, at least that of the widest common fonts, DejaVu Sans and Serif."""
    for characters, width in _WIDTHS:
        if character in characters:
            return width
    if character > "\u2e7f":
        return 1.05  # Chinese, Japanese and Korean characters are full-width
    return 0.76 if character.isupper() else 0.65
