"""Mapping exceptions of the libraries to faults, with fixed messages: theirs contain object addresses."""

import errno
import http.client
import socket
import ssl
from collections.abc import Iterator

import requests

from papertrace.model import Fault
from papertrace.model.text import replace_unprintable
from papertrace.web.exchange import Answer

UNREACHABLE = "the network is unreachable"
"""The detail of a connection that failed because there is no route to the host or to any network."""
TOO_LATE = Answer(fault=Fault.TIMEOUT, detail="no whole answer within the deadline")
_TEMPORARY_NAME = Answer(fault=Fault.DNS_TEMPORARY, detail="the name server did not say")
_NO_NAME = Answer(fault=Fault.DNS, detail="the name does not exist")
_UNREACHABLE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL})
# Of the errors of a resolver, only these say that a name has no address; others are failures of the resolver itself.
_ABSENT = frozenset({socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)})


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and the errors it wraps; `requests` and `urllib3` each wrap the original one."""
    queue: list[object] = [error]
    seen: set[int] = set()
    while queue:
        item = queue.pop(0)
        if not isinstance(item, BaseException) or id(item) in seen:
            continue
        seen.add(id(item))
        yield item
        queue += [item.__cause__, getattr(item, "reason", None), *item.args, item.__context__]


def fault_of(error: BaseException) -> Answer:
    """Return an answer with the fault that caused an exception, by default "no connection"."""
    causes = list(causes_of(error))
    return next((answer for cause in causes if (answer := _fault_of_one(cause)) is not None), None) or (
        Answer(fault=Fault.MALFORMED, detail="the answer is not HTTP")
        if any(isinstance(cause, http.client.HTTPException | ValueError) for cause in causes)
        else Answer(fault=Fault.CONNECT, detail="no connection")
    )


def _fault_of_one(cause: BaseException) -> Answer | None:
    match cause:
        case socket.gaierror():
            answer = _NO_NAME if cause.errno in _ABSENT else _TEMPORARY_NAME
        case ssl.SSLCertVerificationError():
            answer = Answer(
                fault=Fault.TLS, detail=replace_unprintable(cause.verify_message or "certificate refused")[:120]
            )
        case ssl.SSLError():
            answer = Answer(fault=Fault.TLS, detail="no secure connection could be agreed on")
        case ConnectionRefusedError():
            answer = Answer(fault=Fault.CONNECT, detail="the connection was refused")
        case ConnectionResetError() | BrokenPipeError() | ConnectionAbortedError():
            # RemoteDisconnected, a connection that ends before an answer, is a ConnectionResetError too.
            answer = Answer(fault=Fault.RESET, detail="the connection was closed without an answer")
        case TimeoutError() | requests.Timeout():
            answer = Answer(fault=Fault.TIMEOUT, detail="no answer in time")
        case OSError() if cause.errno in _UNREACHABLE:
            answer = Answer(fault=Fault.CONNECT, detail=UNREACHABLE)
        case _:
            return None
    return answer
