"""Record the answers of an audit, and replay them without a network.

The format is VCR's YAML, which vcrpy and others read. Recording is implemented here, at the boundary between deciding
and sending (`Exchange`). vcrpy instead replaces the connection classes of the whole process while a cassette is in use:
with many threads, answers are recorded on whichever cassette is patched in at the moment, redirects and timeouts are
not recorded at all, and the connections that the guard has pinned would be replaced.

What VCR's format cannot express is stored under keys that its readers ignore: `provenance` at the top level, and in an
interaction `recorded_at`, `recorded_fault` (a request that ended without an answer has status 0), `recorded_detail`
(what an answer lacks) and `recorded_for` (the ask whose redirects led to the request). Interactions are replayed in
order *for each ask*, so that a replay does not depend on the scheduling of threads.

An audit that records sees exactly what the cassette will contain: no durations, and only the headers that are kept.
Secrets are not recorded: authorization is left out, and cookies and the values of secret query parameters are filtered.
"""

import difflib
import re
import threading
from collections import defaultdict
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from papertrace.errors import CassetteError
from papertrace.files import atomic_text, read_limited
from papertrace.model import Ask, Fault, Method
from papertrace.web.address import FILTERED, join_location, parse_address, public_url
from papertrace.web.exchange import NO_CONTACT, TRANSIENT_FAULTS, TRANSIENT_STATUSES, Answer, Exchange, Request

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yaml.events import Event

InteractionKey = tuple[str, str, str, str]
"""What identifies an interaction: public URL, method, the ask as method and public URL, and the posted body."""

NO_ADDRESS = f"//{FILTERED}:{FILTERED}/"
"""Recorded in place of an address that cannot be requested and contains secrets; it cannot be requested either."""


def key_of(request: Request) -> InteractionKey:
    """Return what identifies the interaction of a request."""
    url, ask_url = public_url(request.url), public_url(request.ask.url)
    return url, str(request.method), f"{request.ask.method} {ask_url}", request.ask.body


def describe_key(key: InteractionKey) -> str:
    """Return a request in words."""
    url, method, ask, _ = key
    return f"{method} {url}" + ("" if ask == f"{method} {url}" else f" (for {ask})")


def hide_unusable_target(answer: Answer, url: str) -> Answer:
    """Return the answer of a URL with `NO_ADDRESS` for a redirect that cannot be followed and contains secrets.

    Without them, the address might be another that can be requested: `http://user:wo/rd@example.org/` has no valid
    port, and a replay would look for the answer of `http://example.org/`.
    """
    location = answer.header("location") or ""
    if public_url(location) == location:
        return answer
    try:
        parse_address(join_location(url, location))
    except ValueError:
        headers = ((name, NO_ADDRESS if name == "location" else value) for name, value in answer.headers)
        return replace(answer, headers=tuple(headers))
    return answer


def to_interaction(key: InteractionKey, answer: Answer) -> dict[str, Any]:
    """Return a request and its answer as a cassette has them."""
    url, method, ask, body = key
    headers: dict[str, list[str]] = {}
    for name, value in answer.headers:
        headers.setdefault(name.title(), []).append(value)
    interaction: dict[str, Any] = {
        "request": {"method": method, "uri": url, "body": body or None, "headers": {}},
        "response": {
            "status": {"code": answer.status or 0, "message": answer.phrase},
            "headers": headers,
            "body": {"string": answer.body},
        },
    }
    if answer.at:
        interaction["recorded_at"] = answer.at
    if ask != f"{method} {url}":
        interaction["recorded_for"] = ask
    if answer.fault is not None:
        interaction["recorded_fault"] = {"kind": str(answer.fault), "detail": answer.detail}
    elif answer.detail:
        interaction["recorded_detail"] = answer.detail
    return interaction


def parse_interaction(data: dict[str, Any]) -> tuple[InteractionKey, Answer]:
    """Return the request and the answer of an interaction.

    Raises
    ------
    KeyError, TypeError, ValueError, AttributeError
        If it is none.
    """
    request, response = data["request"], data["response"]
    method, url = str(request["method"]), str(request["uri"])
    fault = data.get("recorded_fault")
    headers = [
        (str(name).lower(), str(value))
        for name, values in (response.get("headers") or {}).items()
        for value in (values if isinstance(values, list) else [values])
    ]
    body = (response.get("body") or {}).get("string") or ""
    answer = Answer(
        status=None if fault else int(response["status"]["code"]),
        phrase=str(response["status"].get("message") or ""),
        headers=tuple(headers),
        body=body.decode("utf-8", errors="replace") if isinstance(body, bytes) else str(body),
        fault=Fault(fault["kind"]) if fault else None,
        detail=str(fault["detail"] if fault else data.get("recorded_detail", "")),
        at=str(data.get("recorded_at", "")),
    )
    posted = request.get("body") if method == Method.POST else None
    posted = posted.decode("utf-8", errors="replace") if isinstance(posted, bytes) else str(posted or "")
    return (url, method, str(data.get("recorded_for") or f"{method} {url}"), posted), answer


VERSION = 1
MAX_FILE_BYTES = 512 * 1024 * 1024
MAX_LISTED_KEYS = 2000
"""Recordings among which the closest one is searched for when a request is missing."""
MAX_DEPTH = 50
"""Levels of a file; a cassette has seven."""
MAX_REPETITION = 10
"""How many times the values of a file aliases may repeat; a few hundred bytes could stand for a billion of values."""
_MAX_HEAD_BYTES = 4096
_ANOTHER_FILE = "(name another file; one that does not exist is recorded)"
_RECORD_AGAIN = "(record it again with --record all)"


class RecordMode(StrEnum):
    """How a cassette treats a request.

    `once` replays an existing file and records a new one; `new` replays what is recorded and records the rest; `all`
    records everything again; `none` only replays.
    """

    ONCE = "once"
    NEW = "new"
    ALL = "all"
    NONE = "none"


class Cassette:
    """Recorded interactions, and a context manager that writes the file on exit.

    A cassette is thread-safe. The file is written atomically, even when the audit ends with an error, so that requests
    need not be repeated. Equal interactions give equal bytes: they are sorted by URL, method, ask and order within the
    ask, not by arrival.
    """

    def __init__(
        self, path: Path | str, record: RecordMode = RecordMode.ONCE, *, recorded_from: str = "the live web"
    ) -> None:
        """Load a cassette, or start a new one; `recorded_from` describes where its answers come from.

        Raises
        ------
        CassetteError
            When the file cannot be read, is not a cassette, or is missing although it should only be replayed.
        """
        self.path: Path = Path(path)
        self._mode = record
        self._lock = threading.Lock()
        self._provenance: dict[str, str] = {"recorded_from": recorded_from}
        self._tracks: dict[InteractionKey, list[Answer]] = defaultdict(list)
        self._heads: dict[InteractionKey, int] = defaultdict(int)
        self._is_changed = False
        exists = self.path.exists()
        if record is RecordMode.NONE and not exists:
            message = f"{self.path}: no such cassette (record one with --record once)"
            raise CassetteError(message)
        self.only_replays: bool = record is RecordMode.NONE or (record is RecordMode.ONCE and exists)
        if exists and record is RecordMode.ALL:
            if not self._begins_as_cassette():  # nothing else is overwritten
                message = f"{self.path}: not a cassette, so it is not overwritten {_ANOTHER_FILE}"
                raise CassetteError(message)
        elif exists:
            self._load()

    def __enter__(self) -> Self:
        """Return the cassette."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the file if something was recorded."""
        self.save()

    def __len__(self) -> int:
        """Return the number of interactions."""
        return sum(len(track) for track in self._tracks.values())

    def has_url(self, url: str) -> bool:
        """Return whether a request of a URL is recorded."""
        shown = public_url(url)
        return any(key[0] == shown for key in self._tracks)

    def asks(self) -> list[Ask]:
        """Return the asks by GET whose answers are recorded, in order; what they accept is not recorded."""
        urls = sorted({ask.removeprefix("GET ") for _, _, ask, _ in self._tracks if ask.startswith("GET ")})
        return [Ask(method=Method.GET, url=url) for url in urls]

    def has_method(self, method: Method) -> bool:
        """Return whether a request with a method is recorded."""
        return any(key[1] == method for key in self._tracks)

    def replay(self, request: Request) -> Answer:
        """Return the next recorded answer to a request.

        Raises
        ------
        CassetteError
            When there is none; the message names the closest recording.
        """
        key = key_of(request)
        answer = self._next(key)
        if answer is not None:
            return answer
        last = self._tracks[key][-1] if self._tracks.get(key) else None
        # One that is asked for again may be answered otherwise.
        if last is not None and (last.fault in TRANSIENT_FAULTS or last.status in TRANSIENT_STATUSES):
            # It was recorded with fewer retries than are made now: what was last seen then counts.
            return Answer(fault=Fault.WITHHELD, detail="not recorded")
        raise CassetteError(self._missing(request))

    def around(self, live: Exchange) -> Exchange:
        """Return an exchange that replays or records requests according to the mode."""

        def exchange(request: Request, /) -> Answer:
            recorded = self._next(key_of(request)) if self._mode is RecordMode.NEW else None
            return recorded if recorded is not None else self.record(request, live(request))

        return exchange

    def record(self, request: Request, answer: Answer) -> Answer:
        """Record an answer, and return it as a replay will return it."""
        as_played = hide_unusable_target(replace(answer, seconds=0.0), request.url)
        public = [(name, public_url(value) if name == "location" else value) for name, value in as_played.headers]
        with self._lock:
            key = key_of(request)
            self._tracks[key].append(replace(as_played, headers=tuple(public)))
            self._heads[key] = len(self._tracks[key])
            self._provenance.setdefault("recorded_at", answer.at)
            self._is_changed = True
        # The address of a redirect is returned with its secrets, which the next request needs.
        return as_played

    def save(self) -> None:
        """Write the file atomically if anything was recorded.

        A name lookup that failed for lack of a network is recorded too, so that a replay leaves the same links
        undecided. If no host answered at all, nothing is written: the recording would describe only this machine.

        Raises
        ------
        CassetteError
            When the file cannot be written.
        """
        import yaml

        with self._lock:
            faults = {answer.fault for track in self._tracks.values() for answer in track}
            if not self._is_changed or (Fault.NO_NETWORK in faults and faults <= NO_CONTACT):
                return
            interactions = [
                to_interaction(key, answer) for key, track in sorted(self._tracks.items()) for answer in track
            ]
            data = {"version": VERSION, "provenance": self._provenance, "interactions": interactions}
            text = yaml.dump(data, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), sort_keys=False, width=120)
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                message = f"{self.path.parent}: cannot be created: {error.strerror} (give another file with --cassette)"
                raise CassetteError(message) from error
            with atomic_text(self.path, raises=CassetteError, way_out="give another file with --cassette") as stream:
                stream.write(text)
            self._is_changed = False

    def _next(self, key: InteractionKey) -> Answer | None:
        with self._lock:
            track = self._tracks.get(key, [])
            position = self._heads[key]
            if position >= len(track):
                return None
            self._heads[key] = position + 1
            return track[position]

    def _missing(self, request: Request) -> str:
        missing = describe_key(key_of(request))
        n_recorded = len(self._tracks.get(key_of(request), ()))
        if n_recorded:
            fact = f"{missing} is requested more often than recorded ({n_recorded})"
        else:
            recorded = [describe_key(key) for key in sorted(self._tracks)[:MAX_LISTED_KEYS]]
            if missing in recorded:
                missing += " with these links together"
            close = difflib.get_close_matches(missing, recorded, n=1, cutoff=0.0)
            fact = f"no recording of {missing}" + (
                f", the closest is {close[0]}" if close else "; the cassette is empty"
            )
        return f"{self.path}: {fact} (record missing requests with --record new)"

    def _begins_as_cassette(self) -> bool:
        """Return whether the file is empty or begins as a cassette does."""
        try:
            with self.path.open("rb") as file:
                head = file.read(_MAX_HEAD_BYTES)
        except OSError as error:
            message = f"{self.path}: cannot read the cassette: {type(error).__name__} {_ANOTHER_FILE}"
            raise CassetteError(message) from error
        return not head.strip() or bool(re.search(rb"^(?:version|interactions|provenance):", head, re.MULTILINE))

    def _load(self) -> None:
        import yaml

        try:
            text = read_limited(self.path, MAX_FILE_BYTES).decode("utf-8")
            loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
            _check_size(yaml.parse(text, Loader=loader))
            data = yaml.load(text, Loader=loader)  # noqa: S506 - both are safe
        # The loader raises whatever a value leads to: a date in a thirteenth month is a ValueError, an AttributeError
        # one that is no date at all.
        except Exception as error:
            # What --record all would refuse to overwrite is not offered to it.
            way_out = _RECORD_AGAIN if self._begins_as_cassette() else _ANOTHER_FILE
            mark = getattr(error, "problem_mark", None)
            place = f"{self.path}:{mark.line + 1}:{mark.column + 1}" if mark else f"{self.path}"
            fact = getattr(error, "problem", "") if mark else type(error).__name__
            message = f"{place}: cannot read the cassette: {fact} {way_out}"
            raise CassetteError(message) from error
        if (
            not isinstance(data, dict)
            or data.get("version") != VERSION
            or not isinstance(data.get("interactions"), list)
        ):
            message = f"{self.path}: not a cassette of version {VERSION} in VCR's format {_ANOTHER_FILE}"
            raise CassetteError(message)
        provenance = data.get("provenance")
        if isinstance(provenance, dict):
            self._provenance = {str(key): str(value) for key, value in provenance.items()}
        for number, interaction in enumerate(data["interactions"], start=1):
            try:
                key, answer = parse_interaction(interaction)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                message = f"{self.path}: interaction {number} cannot be read: {error!r} {_RECORD_AGAIN}"
                raise CassetteError(message) from error
            if answer.fault is Fault.NO_NETWORK and self._mode is RecordMode.NEW:
                continue  # no answer is recorded here either, so it is requested again
            self._tracks[key].append(answer)


def _check_size(events: "Iterable[Event]") -> None:
    """Raise RecursionError for a file nested too deep, with which the loader in C would crash the interpreter.

    A file whose aliases repeat its values too often is refused as well: one value as text would take all memory.
    """
    import yaml

    sizes: dict[str, int] = {}  # values by their anchors, with those inside of them
    opened: list[tuple[str | None, int]] = []  # the anchors of open values, and what came before them
    n_printed = n_meant = 0
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            n_meant += sizes.get(event.anchor or "", 1)
        elif isinstance(event, yaml.ScalarEvent):
            n_printed, n_meant = n_printed + 1, n_meant + 1
        elif isinstance(event, yaml.CollectionStartEvent):
            opened.append((event.anchor, n_meant))
            n_printed, n_meant = n_printed + 1, n_meant + 1
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = opened.pop()
            if anchor is not None:
                sizes[anchor] = n_meant - before
        if len(opened) > MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} deep"
            raise RecursionError(message)
        if n_meant > MAX_REPETITION * n_printed:
            message = f"its aliases repeat its values more than {MAX_REPETITION} times"
            raise RecursionError(message)
