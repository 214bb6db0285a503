"""Ask git whether a repository is there and has anything in it: `git ls-remote --exit-code URL HEAD`.

Its exit status is 0 where there is a commit to begin with, 2 where there is none, 128 where the repository cannot be
had; then its words tell whether it is missing. The answer is put into the terms of HTTP, so that recordings, the store
and reports need no second kind of answer: 200 there, 204 empty, 404 missing or private, and what git says of any
other status; whatever else goes wrong is a fault.

The address comes out of untrusted text, so git is held to it: a fixed command line without a shell; no protocol but
that of the address, no redirect, no proxy; no configuration of the machine or the user, so no credential helper and no
rewritten addresses; no prompt, no `.netrc`; a connection to the address that the guard has checked and to no other; an
end by force when the time is over.

https://git-scm.com/docs/git-ls-remote
https://git-scm.com/docs/git-config#Documentation/git-config.txt-httpcurloptResolve
https://git-scm.com/docs/git#Documentation/git.txt-codeGITALLOWPROTOCOLcode
"""

import math
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from http import HTTPStatus
from pathlib import Path

from papertrace.model import Fault, Method
from papertrace.web.address import DEFAULT_PORTS, Address, parse_address
from papertrace.web.clock import Clock, timestamp
from papertrace.web.exchange import Answer, Exchange, Request
from papertrace.web.settings import WebSettings
from papertrace.web.transport.guard import Guard, RefusedAddressError

OLDEST = (2, 37)
"""The version since which git connects to the address that it is given (`http.curloptResolve`)."""
MAX_STDERR_BYTES = 8192
MAX_ADDRESSES = 3

_THERE, _EMPTY = 0, 2
_MISSING = re.compile(
    r"repository '[^']{0,9000}' not found|could not read Username|Authentication failed", re.IGNORECASE
)
_STATUS = re.compile(r"The requested URL returned error: ([1-9][0-9]{2})\b")
_NO_ANSWER = "the connection was closed without an answer"
_FAULTS: tuple[tuple[re.Pattern[str], Fault, str], ...] = (
    (re.compile(r"certificate|SSL|TLS", re.IGNORECASE), Fault.TLS, "no secure connection could be agreed on"),
    (re.compile(r"timed? ?out|too slow", re.IGNORECASE), Fault.TIMEOUT, "no answer in time"),
    (re.compile(r"reset|Empty reply|hung up", re.IGNORECASE), Fault.RESET, _NO_ANSWER),
    (re.compile(r"not valid|protocol|bad line|unexpected", re.IGNORECASE), Fault.MALFORMED, "the answer is not git's"),
)
_VERSION = re.compile(r"git version (\d{1,4})\.(\d{1,4})")


@cache
def find_git() -> str | None:
    """Return the path of a git that can be held to an address, or None where the machine has none."""
    path = shutil.which("git")
    if path is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command
            [path, "version"], capture_output=True, timeout=10, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = _VERSION.match(done.stdout.decode("ascii", "replace"))
    return path if found and (int(found[1]), int(found[2])) >= OLDEST else None


class GitExchange:
    """Answer requests with the method `GIT` by running git, and hand all others on."""

    def __init__(self, others: Exchange, git: str, guard: Guard, settings: WebSettings, clock: Clock) -> None:
        """Take who answers the other requests, the path of git, and which addresses may be asked."""
        self._others = others
        self._git = git
        self._guard = guard
        self._settings = settings
        self._clock = clock

    def __call__(self, request: Request, /) -> Answer:
        """Return what came back, for better or worse."""
        if request.method is not Method.GIT:
            return self._others(request)
        started = time.monotonic()
        answer = self._ask(request)
        return replace(answer, seconds=time.monotonic() - started, at=timestamp(self._clock.wall()))

    def _ask(self, request: Request) -> Answer:
        address = parse_address(request.url)
        try:
            places = self._guard.places(address.host, address.port)[:MAX_ADDRESSES]
        except RefusedAddressError as error:
            return Answer(fault=Fault.REFUSED_ADDRESS, detail=str(error))
        except OSError:
            # The page of the repository is on the same host, and what is wrong with its name was seen there.
            return Answer(fault=Fault.WITHHELD, detail="the name of its host did not resolve")
        command = [self._git, *git_options(address, places, self._settings), *git_arguments(address, places)]
        return _run(command, git_environment(address.scheme), request.seconds_left)


def git_arguments(address: Address, places: list[tuple[str, int]]) -> list[str]:
    """Return the command with the address, behind which nothing can be an option."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    # The port is that of the places: a resolver may know that it is another.
    port = places[0][1]
    authority = host if port == DEFAULT_PORTS[address.scheme] else f"{host}:{port}"
    path = address.url.split("/", 3)[3]
    return ["ls-remote", "--exit-code", "--", f"{address.scheme}://{authority}/{path}", "HEAD"]


def git_options(address: Address, places: list[tuple[str, int]], settings: WebSettings) -> list[str]:
    """Return the options that hold git to the places and keep everything else out."""
    shown = ",".join(f"[{place}]" if ":" in place else place for place, port in places if port == places[0][1])
    values = [
        f"http.curloptResolve={address.host}:{places[0][1]}:{shown}",
        "http.followRedirects=false",
        "http.proxy=",
        "http.emptyAuth=false",
        # Where we are ended ourselves, nobody ends git: then it gives a silent host up by itself.
        "http.lowSpeedLimit=1",
        f"http.lowSpeedTime={max(1, math.ceil(settings.timeout_s))}",
        f"http.userAgent={settings.user_agent}",
        "credential.helper=",
        "core.askPass=",
        "protocol.allow=never",
        f"protocol.{address.scheme}.allow=always",
    ]
    if settings.ca_bundle is not None:
        values.append(f"http.sslCAInfo={settings.ca_bundle.resolve()}")
    return [word for value in values for word in ("-c", value)]


def git_environment(scheme: str) -> dict[str, str]:
    """Return the whole environment of git: nothing of ours but the path to its own programs.

    The home folder is a place where no file can be, for curl looks for `.netrc` there.
    """
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C",
        "HOME": os.devnull,
        "XDG_CONFIG_HOME": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "SSH_ASKPASS": "",
        "GIT_ALLOW_PROTOCOL": scheme,
        "GIT_OPTIONAL_LOCKS": "0",
    }


def _run(command: list[str], environment: dict[str, str], seconds: float) -> Answer:
    """Run git for at most some seconds, and read no more of its words than could matter."""
    try:
        process = subprocess.Popen(  # noqa: S603 - no shell, and an address that `parse_address` made
            command,
            env=environment,
            cwd=Path(os.sep),  # no repository, whose configuration would be read
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError:
        return Answer(fault=Fault.WITHHELD, detail="git could not be started")
    expired = threading.Event()

    def end() -> None:
        expired.set()
        with suppress(OSError):
            # The whole group, where the system has them: the program that speaks HTTP is a child of git.
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()

    timer = threading.Timer(max(0.001, seconds), end)
    timer.daemon = True
    timer.start()
    with process:
        words = process.stderr.read(MAX_STDERR_BYTES) if process.stderr else b""
        if process.stderr:
            process.stderr.close()
        status = process.wait()
    timer.cancel()
    if expired.is_set():
        return Answer(fault=Fault.TIMEOUT, detail="no whole answer within the deadline")
    return answer_of(status, words.decode("utf-8", "replace"))


def answer_of(status: int, words: str) -> Answer:
    """Return what an exit status of git means, and its words where the status alone does not tell.

    >>> answer_of(2, "").status
    204
    """
    if status == _THERE:
        return Answer(status=int(HTTPStatus.OK), phrase="git finds a commit")
    if status == _EMPTY:
        return Answer(status=int(HTTPStatus.NO_CONTENT), phrase="git finds no commit")
    if _MISSING.search(words):
        return Answer(status=int(HTTPStatus.NOT_FOUND), phrase="git finds no such repository")
    stated = _STATUS.search(words)
    if stated:
        return Answer(status=int(stated[1]), phrase="git was refused")
    named = next(((fault, detail) for pattern, fault, detail in _FAULTS if pattern.search(words)), None)
    fault, detail = named or (Fault.CONNECT, "no connection")
    return Answer(fault=fault, detail=detail)
