"""Values over a socket: the length in eight bytes, then the pickled value. Both ends are processes of one user."""

import pickle
import socket
import struct
from typing import Any

_LENGTH = struct.Struct("<Q")
_MAX_BYTES_AT_ONCE = 1 << 20


def send(end: socket.socket, value: object) -> None:
    """Send a value; raise OSError if the other end is closed."""
    packed = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    end.sendall(_LENGTH.pack(len(packed)))
    end.sendall(packed)


def receive(end: socket.socket) -> Any:  # noqa: ANN401 - what the other end sent
    """Return the next value, after waiting for it.

    Raises
    ------
    EOFError
        If the other end was closed, also in the middle of a value.
    """
    (length,) = _LENGTH.unpack(_read(end, _LENGTH.size))
    return pickle.loads(_read(end, length))  # noqa: S301 - sent by a process of ours


def _read(end: socket.socket, length: int) -> bytearray:
    received = bytearray(length)
    view, start = memoryview(received), 0
    while start < length:
        try:
            n_bytes = end.recv_into(view[start : start + _MAX_BYTES_AT_ONCE])
        except ConnectionError:
            n_bytes = 0
        if not n_bytes:
            raise EOFError
        start += n_bytes
    return received
