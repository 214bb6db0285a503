"""Reading the complete header section of a response, which `http.client` does not ensure.

Two of its defects would make a live link look dead or moved, and the third costs 6.5 MB an answer. When a connection
ends within the headers, it treats them as complete, so that a `Location` may be truncated. It treats an interim
response, such as "103 Early Hints", as the final one (RFC 9110, section 15.2: a client has to read on). And it bounds
lines and their number, but not their sum.
"""

import http.client
from io import BufferedReader
from typing import BinaryIO

MAX_INTERIM = 10
"""Interim responses before the final one."""


MAX_HEAD_BYTES = 256 * 1024
"""Bytes of a status line and its headers together, as many as in browsers."""


class CompleteHeadResponse(http.client.HTTPResponse):
    """A response with the final status and complete headers."""

    headers: http.client.HTTPMessage
    msg: http.client.HTTPMessage
    fp: BufferedReader

    def begin(self) -> None:
        """Read the status and the headers.

        Raises
        ------
        http.client.RemoteDisconnected
            When the connection ends before the empty line after the headers.
        http.client.BadStatusLine
            When there are more than `MAX_INTERIM` interim responses.
        http.client.LineTooLong
            When the headers are longer than `MAX_HEAD_BYTES`.
        """
        for _ in range(MAX_INTERIM):
            self._begin_once()
            if not 100 < self.status < 200 or self.status == http.HTTPStatus.SWITCHING_PROTOCOLS:  # noqa: PLR2004
                return
            self.headers = self.msg = None  # type: ignore[assignment]  # so that `begin` starts over
        message = "only interim responses"
        raise http.client.BadStatusLine(message)

    def _begin_once(self) -> None:
        lines = _Lines(self.fp)
        self.fp = lines  # type: ignore[assignment]  # `begin` needs no more than this
        try:
            super().begin()
        finally:
            if not self.isclosed():  # An invalid status line closes the stream, which must then not be restored.
                self.fp = lines.stream  # type: ignore[assignment]  # the original stream
        if lines.ended:
            message = "the connection ended within the headers"
            raise http.client.RemoteDisconnected(message)


class _Lines:
    """A line reader that records whether the stream ended."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.ended = False
        self._n_left = MAX_HEAD_BYTES

    def readline(self, limit: int = -1) -> bytes:
        line = self.stream.readline(limit)
        self.ended = not line
        self._n_left -= len(line)
        if self._n_left < 0:
            raise http.client.LineTooLong("header")  # noqa: EM101 - an argument, not a message
        return line

    def close(self) -> None:
        self.stream.close()
