"""Bytes as text that an HTML file can hold: 13 bits in two of 91 printable ASCII characters.

The text is 1.23 times as long as the bytes, where base64 makes it 1.33 times. Of the printable characters it leaves out
space, `<`, `&` and `"`, so that it can stand in an element and in a quoted attribute as it is, whatever encoding a
server gives the file. More compact forms were rejected: those of control characters are no conforming HTML, and bytes
of another encoding than UTF-8 are lost where a server declares that.
"""

ALPHABET = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in '<&"')
"""The characters of the digits 0 to 90."""

_BITS = 13  # 91² is 8281, 2¹³ is 8192
_BITS_OF_ONE = 6  # what a single character holds at the end
_PER_STEP = _BITS << 14  # bytes; a multiple of 13, so that a step ends with a whole number of pairs


def encode_bytes(data: bytes) -> str:
    """Return bytes as text; the lower digit of a pair comes first. Up to six bits at the end have one character."""
    import numpy as np

    digits = np.frombuffer(ALPHABET.encode("ascii"), np.uint8)
    powers = 1 << np.arange(_BITS - 1, -1, -1)
    parts = []
    for start in range(0, len(data), _PER_STEP):
        bits = np.unpackbits(np.frombuffer(data[start : start + _PER_STEP], np.uint8))
        rest = len(bits) % _BITS
        filled = np.append(bits, np.zeros(-rest % _BITS, np.uint8)).reshape(-1, _BITS) @ powers
        if 0 < rest <= _BITS_OF_ONE:
            filled[-1] >>= _BITS - _BITS_OF_ONE
        text = digits[np.stack([filled % 91, filled // 91], axis=1)].tobytes().decode("ascii")
        parts.append(text[:-1] if 0 < rest <= _BITS_OF_ONE else text)
    return "".join(parts)


def decode_text(text: str) -> bytes:
    """Return the bytes of `encode_bytes`.

    Raises
    ------
    ValueError
        If the text has another character.
    """
    import numpy as np

    values = np.full(256, 255, np.uint8)
    values[np.frombuffer(ALPHABET.encode("ascii"), np.uint8)] = np.arange(91)
    found = values[np.frombuffer(text.encode("latin-1", "replace"), np.uint8)]
    if (found == 255).any():  # noqa: PLR2004 - no digit
        message = "no text of 91 characters"
        raise ValueError(message)
    pairs = found[: len(found) // 2 * 2].reshape(-1, 2).astype(np.uint16) @ np.array([1, 91], np.uint16)
    bits = np.unpackbits((pairs << (16 - _BITS)).astype(">u2").view(np.uint8)).reshape(-1, 16)[:, :_BITS].ravel()
    if len(found) % 2:
        bits = np.append(bits, np.unpackbits(found[-1:])[8 - _BITS_OF_ONE :])
    return np.packbits(bits[: len(bits) // 8 * 8]).tobytes()
