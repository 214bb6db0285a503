"""Functions over chunks that the tests hand to engines."""

from typing import Any


def reverse(chunk: bytes, shared: Any) -> bytes:  # noqa: ANN401
    """Return the chunk backwards, behind what is shared."""
    return repr(shared).encode() + chunk[::-1]


def refuse_bad(chunk: bytes, _shared: Any) -> bytes:  # noqa: ANN401
    if chunk == b"bad":
        message = "a bad\nchunk"
        raise ValueError(message)
    return chunk
