"""Read the head of an answer to its end, which `http.client` does not insist on.

Two things that it lets pass would make a live link look dead or moved. When a connection ends among the headers, it
takes those that came for all of them, so that a `Location` may be cut in half. And it takes an interim answer, such as
"103 Early Hints", for the answer itself (RFC 9110, section 15.2: a client has to read on).
"""

import http.client
from typing import BinaryIO

MAX_INTERIM = 10


class WholeHeadResponse(http.client.HTTPResponse):
    """Be a response whose status and headers came whole, and are final."""

    def begin(self) -> None:
        """Read status and headers.

        Raises
        ------
        http.client.RemoteDisconnected
            Where the connection ends before the empty line after the headers.
        http.client.BadStatusLine
            Where interim answers do not come to an end.
        """
        for _ in range(MAX_INTERIM):
            self._begin_once()
            if not 100 < self.status < 200 or self.status == http.HTTPStatus.SWITCHING_PROTOCOLS:  # noqa: PLR2004
                return
            self.headers = self.msg = None  # type: ignore[assignment]  # so that `begin` starts anew
        message = "only interim answers"
        raise http.client.BadStatusLine(message)

    def _begin_once(self) -> None:
        lines = _Lines(self.fp)
        self.fp = lines  # type: ignore[assignment]  # all that `begin` needs of it
        try:
            super().begin()
        finally:
            if not self.isclosed():  # A status line that is none closes the stream, which then must not come back.
                self.fp = lines.stream  # type: ignore[assignment]  # as it was
        if lines.ended:
            message = "the connection ended among the headers"
            raise http.client.RemoteDisconnected(message)


class _Lines:
    """Pass lines on and remember whether the stream ended."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.ended = False

    def readline(self, limit: int = -1) -> bytes:
        line = self.stream.readline(limit)
        self.ended = not line
        return line

    def close(self) -> None:
        self.stream.close()
