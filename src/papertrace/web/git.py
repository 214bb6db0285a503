"""Check with git whether a repository exists and has commits: `git ls-remote --exit-code URL HEAD`.

The exit status is 0 if there is a HEAD, 2 if there is none, and 128 if the repository cannot be read; then standard
error shows whether it is missing. The result is mapped to HTTP statuses, so that cassettes, the store and reports need
no second kind of answer: 200 exists, 204 empty, 404 missing, 401 a login is required, otherwise the status that git
reports or its words mean; any other failure is a fault.

That a login is required does not mean that a repository is missing or private: a host that limits requests requires one
for public repositories too, and GitHub does so after it has announced the service (401 to the second request).

The address comes from untrusted text, so git is restricted to it: a fixed command line without a shell; no protocol
except that of the address, no redirects, no proxy; no configuration of the machine or the user, and therefore no
credential helper and no rewritten URLs; no prompt, no `.netrc`; connections only to the IP addresses that the guard has
checked; SIGKILL at the deadline.

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
from papertrace.web.exchange import Answer, Clock, CookieBag, Exchange, Request, timestamp
from papertrace.web.guard import Guard, RefusedAddressError
from papertrace.web.settings import WebSettings

MIN_GIT_VERSION = (2, 37)
"""The first version that can be made to connect to given IP addresses (`http.curloptResolve`)."""
MAX_STDERR_BYTES = 8192
MAX_ADDRESSES = 3

_EXIT_FOUND, _EXIT_NO_HEAD = 0, 2
DISABLED = "access to the repository has been disabled"
"""The phrase of an answer about a repository that its host has disabled."""
_WORDS: tuple[tuple[str, int, str], ...] = (
    (
        "temporarily limiting|too many requests|rate limit",
        HTTPStatus.TOO_MANY_REQUESTS,
        "git is asked to come back later",
    ),
    ("access to this repository has been disabled", HTTPStatus.FORBIDDEN, DISABLED),
    ("unavailable due to DMCA", HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS, "the repository has been taken down"),
    ("repository '[^']{0,9000}' not found", HTTPStatus.NOT_FOUND, "git finds no such repository"),
    ("could not read Username|Authentication failed", HTTPStatus.UNAUTHORIZED, "git is asked for a login"),
)
"""What messages mean as a status, in the order in which they are tried."""
_STATUS = re.compile(r"The requested URL returned error: ([1-9][0-9]{2})\b")
_FAULTS: tuple[tuple[str, Fault, str], ...] = (
    ("certificate|SSL|TLS", Fault.TLS, "no secure connection could be agreed on"),
    ("timed? ?out|too slow", Fault.TIMEOUT, "no answer in time"),
    ("reset|Empty reply|hung up", Fault.RESET, "the connection was closed without an answer"),
    ("not valid|protocol|bad line|unexpected", Fault.MALFORMED, "the answer is not in git's protocol"),
)
_VERSION = re.compile(r"git version (\d{1,4})\.(\d{1,4})")


@cache
def find_git() -> str | None:
    """Return the path of git if it is installed and recent enough, else None."""
    path = shutil.which("git")
    if path is None:
        return None
    try:
        completed = subprocess.run(  # noqa: S603 - a fixed command
            [path, "version"], capture_output=True, timeout=10, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = _VERSION.match(completed.stdout.decode("ascii", "replace"))
    return path if found and (int(found[1]), int(found[2])) >= MIN_GIT_VERSION else None


class GitExchange:
    """An exchange that runs git for requests with the method `GIT` and passes on all others."""

    def __init__(self, others: Exchange, git: str, guard: Guard, settings: WebSettings, clock: Clock) -> None:
        """Create an exchange.

        `others` answers the requests with other methods, `git` is the path of the program, and `guard` decides which IP
        addresses it may connect to.
        """
        self._others = others
        self._git = git
        self._guard = guard
        self._settings = settings
        self._clock = clock

    def __call__(self, request: Request, /) -> Answer:
        """Return the answer to a request."""
        if request.method is not Method.GIT:
            return self._others(request)
        started = time.monotonic()
        answer = self._run_git(request)
        return replace(answer, seconds=time.monotonic() - started, at=timestamp(self._clock.wall()))

    def _run_git(self, request: Request) -> Answer:
        address = parse_address(request.url)
        try:
            sockets = self._guard.socket_addresses(address.host, address.port)[:MAX_ADDRESSES]
        except RefusedAddressError as error:
            return Answer(fault=Fault.REFUSED_ADDRESS, detail=str(error))
        except OSError:
            # The page of the repository is on the same host, and its observation shows why the name did not resolve.
            return Answer(fault=Fault.WITHHELD, detail="the name of its host did not resolve")
        command = [self._git, *git_options(address, sockets, self._settings), *git_arguments(address, sockets)]
        answer = _run(command, git_environment(address.scheme), request.seconds_left)
        return self._confirm_empty(request) if answer.status == HTTPStatus.NO_CONTENT else answer

    def _confirm_empty(self, request: Request) -> Answer:
        """Return the answer for a repository without a commit, unless its server answers everything with a page."""
        url = f"{request.url.rstrip('/')}/info/refs?service=git-upload-pack"
        refs = self._others(replace(request, method=Method.GET, url=url, cookies=CookieBag()))
        if "html" in (refs.header("content-type") or ""):
            return Answer(fault=Fault.MALFORMED, detail="a page where git expects a repository")
        return answer_of(_EXIT_NO_HEAD, "")


def git_arguments(address: Address, socket_addresses: list[tuple[str, int]]) -> list[str]:
    """Return the subcommand with its arguments, protected by `--` from being read as options."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    # A resolver may give another port than the URL has.
    port = socket_addresses[0][1]
    authority = host if port == DEFAULT_PORTS[address.scheme] else f"{host}:{port}"
    path = address.url.split("/", 3)[3]
    return ["ls-remote", "--exit-code", "--", f"{address.scheme}://{authority}/{path}", "HEAD"]


def git_options(address: Address, socket_addresses: list[tuple[str, int]], settings: WebSettings) -> list[str]:
    """Return the options that restrict git to the given IP addresses and port."""
    port = socket_addresses[0][1]
    ips = ",".join(f"[{ip}]" if ":" in ip else ip for ip, ip_port in socket_addresses if ip_port == port)
    values = [
        f"http.curloptResolve={address.host}:{port}:{ips}",
        "http.followRedirects=false",
        "http.proxy=",
        "http.emptyAuth=false",
        # If papertrace itself is killed, git stops waiting for a silent host after this time.
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
    """Return the complete environment of git, which inherits only `PATH`.

    The home folder is a path below which no file can exist, because curl looks for `.netrc` there.
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
    """Run git for at most `seconds`, and read at most `MAX_STDERR_BYTES` of its standard error."""
    try:
        process = subprocess.Popen(  # noqa: S603 - no shell, and an address that `parse_address` made
            command,
            env=environment,
            cwd=Path(os.sep),  # git would read the configuration of a repository here
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError:
        return Answer(fault=Fault.WITHHELD, detail="git could not be started")
    expired = threading.Event()

    def kill() -> None:
        expired.set()
        with suppress(OSError):
            # The whole process group, where the system has them: HTTP is handled by a child process of git.
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()

    timer = threading.Timer(max(0.001, seconds), kill)
    timer.daemon = True
    timer.start()
    with process:
        stderr = process.stderr.read(MAX_STDERR_BYTES) if process.stderr else b""
        if process.stderr:
            process.stderr.close()
        status = process.wait()
    timer.cancel()
    if expired.is_set():
        return Answer(fault=Fault.TIMEOUT, detail="no whole answer within the deadline")
    return answer_of(status, stderr.decode("utf-8", "replace"))


def answer_of(status: int, stderr: str) -> Answer:
    """Return the answer that an exit status of git and its standard error stand for.

    >>> answer_of(2, "").status
    204
    """
    if status == _EXIT_FOUND:
        return Answer(status=int(HTTPStatus.OK), phrase="git finds a commit")
    if status == _EXIT_NO_HEAD:
        return Answer(status=int(HTTPStatus.NO_CONTENT), phrase="git finds no commit")
    for pattern, meant, phrase in _WORDS:
        if re.search(pattern, stderr, re.IGNORECASE):
            return Answer(status=int(meant), phrase=phrase)
    stated = _STATUS.search(stderr)
    if stated:
        return Answer(status=int(stated[1]), phrase="git was refused")
    named = next(
        ((fault, detail) for pattern, fault, detail in _FAULTS if re.search(pattern, stderr, re.IGNORECASE)), None
    )
    fault, detail = named or (Fault.CONNECT, "no connection")
    return Answer(fault=fault, detail=detail)
