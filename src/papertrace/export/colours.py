"""Legible colours: contrast as defined by WCAG 2."""

import math

_STEPS = 40
_MAX_LINEAR = 0.04045  # up to here, sRGB is linear


def is_colour(value: object) -> bool:
    """Return whether a value is a colour as `#rrggbb`.

    >>> is_colour("#0072b2"), is_colour("red"), is_colour(None)
    (True, False, False)
    """
    text = str(value)
    return len(text) == len("#rrggbb") and text[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in text[1:])


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def legible(colour: str, *, on: str, ink: str, ratio: float) -> str:
    """Shift a colour towards `ink` until its contrast with the background `on` is at least `ratio`.

    >>> legible("#56b4e9", on="#ffffff", ink="#000000", ratio=4.5)
    '#39779a'
    """
    mixed, dark = _channels(colour), _channels(ink)
    for _ in range(_STEPS):
        if contrast(_hex(mixed), on) >= ratio:
            break
        mixed = tuple(c + (end - c) * 0.08 for c, end in zip(mixed, dark, strict=True))
    return _hex(mixed)


def _channels(colour: str) -> tuple[float, ...]:
    return tuple(float(int(colour[i : i + 2], 16)) for i in (1, 3, 5))


def _hex(channels: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(channel):02x}" for channel in channels)


def _luminance(colour: str) -> float:
    shares = (c / 255 for c in _channels(colour))
    linear = (c / 12.92 if c <= _MAX_LINEAR else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return math.fsum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
