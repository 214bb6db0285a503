"""RecordMode the answers of an audit, and replay them without a network.

The format is VCR's YAML, which vcrpy and others read. The recorder is ours and sits at the seam between what decides
and what sends (`Exchange`). vcrpy's own way is to replace the connection classes of the whole process while a cassette
is in use: with many threads, answers then land on whichever cassette is patched in at the moment, redirects and
time-outs are not recorded at all, and the connections that the guard has pinned would be swapped out underneath it.

What VCR's format has no word for stands in keys that its readers pass over: `provenance` at the top, and in an
interaction `recorded_at`, `recorded_fault` (a request that ended without an answer has the status 0) and
`recorded_for` (the ask whose redirects led to the request). Interactions are played back in order *for each ask*, so
that a replay does not depend on the order in which threads came first.

An audit that records sees exactly what the cassette will hold: no duration, no header that is not kept. Secrets do not
get there: authorization is never recorded, cookies are filtered, so are the values of secret query parameters.
"""

import difflib
import threading
from collections import defaultdict
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from papertrace.errors import CassetteError
from papertrace.files import atomic_text
from papertrace.model import Fault, Method
from papertrace.web.address import public_url
from papertrace.web.exchange import NO_CONTACT, Answer, Exchange, Request

VERSION = 1
MAX_LISTED_KEYS = 2000
"""Recordings among which the closest one is looked for, when a request is missing."""

_Key = tuple[str, str, str, str]
"""Public URL, method, the ask in the same words, and what is posted: what an interaction is found by."""


class RecordMode(StrEnum):
    """Say what a cassette does with a request.

    `once` replays a file that is there, and records where there is none; `new` replays what is known and records the
    rest; `all` records everything anew; `none` only replays.
    """

    ONCE = "once"
    NEW = "new"
    ALL = "all"
    NONE = "none"


class Cassette:
    """Hold recorded interactions; a context manager that writes the file when it is left.

    Use from many threads is safe. The file is written whole or not at all, also when the audit ends in an error, so
    that what was asked need not be asked again. Equal interactions make equal bytes: they are sorted by URL, method,
    ask and order, not by the time they came.
    """

    def __init__(
        self, path: Path | str, record: RecordMode = RecordMode.ONCE, *, recorded_from: str = "the live web"
    ) -> None:
        """Read a cassette, or begin one; `recorded_from` says in words where its answers come from.

        Raises
        ------
        CassetteError
            Where the file cannot be read, is no cassette, or is absent though only replaying was wanted.
        """
        self.path = Path(path)
        self._record = record
        self._lock = threading.Lock()
        self._provenance: dict[str, str] = {"recorded_from": recorded_from}
        self._tracks: dict[_Key, list[Answer]] = defaultdict(list)
        self._heads: dict[_Key, int] = defaultdict(int)
        self._has_news = False
        exists = self.path.exists()
        if record is RecordMode.NONE and not exists:
            message = f"{self.path}: no such cassette (record one with --record once)"
            raise CassetteError(message)
        self.only_replays = record is RecordMode.NONE or (record is RecordMode.ONCE and exists)
        if exists and record is not RecordMode.ALL:
            self._load()

    def __enter__(self) -> Self:
        """Return the cassette."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the file where something was recorded."""
        self.save()

    def __len__(self) -> int:
        """Return the number of interactions."""
        return sum(len(track) for track in self._tracks.values())

    def knows(self, url: str) -> bool:
        """Say whether anything is recorded of an address."""
        shown = public_url(url)
        return any(key[0] == shown for key in self._tracks)

    def knows_method(self, method: Method) -> bool:
        """Say whether anything is recorded that was asked in a certain way."""
        return any(key[1] == method for key in self._tracks)

    def replay(self, request: Request) -> Answer:
        """Return the next recorded answer to a request.

        Raises
        ------
        CassetteError
            Where there is none; the message names the closest recording.
        """
        answer = self._next(_key(request))
        if answer is None:
            raise CassetteError(self._missing(request))
        return answer

    def around(self, live: Exchange) -> Exchange:
        """Return an exchange that replays what is known and records the rest, as the mode says."""

        def exchange(request: Request, /) -> Answer:
            known = self._next(_key(request)) if self._record is RecordMode.NEW else None
            return known if known is not None else self.note(request, live(request))

        return exchange

    def note(self, request: Request, answer: Answer) -> Answer:
        """RecordMode an answer, and return it as a replay will give it."""
        as_played = replace(answer, seconds=0.0)
        with self._lock:
            key = _key(request)
            self._tracks[key].append(_without_secrets(as_played))
            self._heads[key] = len(self._tracks[key])
            self._provenance.setdefault("recorded_at", answer.at)
            self._has_news = True
        # The address of a redirect is passed on with its secrets: the next request needs them.
        return as_played

    def save(self) -> None:
        """Write the file if there is something new: whole or not at all.

        That a name could not be looked up for want of a network is recorded too, so that a replay leaves the same links
        unjudged. Where nothing else was heard, there is no recording: it would say something of this machine alone.

        Raises
        ------
        CassetteError
            Where it cannot be written.
        """
        import yaml

        with self._lock:
            faults = {answer.fault for track in self._tracks.values() for answer in track}
            if not self._has_news or (Fault.NO_NETWORK in faults and faults <= NO_CONTACT):
                return
            interactions = [
                _interaction(key, answer) for key, track in sorted(self._tracks.items()) for answer in track
            ]
            data = {"version": VERSION, "provenance": self._provenance, "interactions": interactions}
            text = yaml.dump(data, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), sort_keys=False, width=120)
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                message = f"{self.path.parent}: cannot be made: {error.strerror} (name another file with --cassette)"
                raise CassetteError(message) from error
            with atomic_text(self.path, raises=CassetteError, way_out="name another file with --cassette") as stream:
                stream.write(text)
            self._has_news = False

    def _next(self, key: _Key) -> Answer | None:
        with self._lock:
            track = self._tracks.get(key, [])
            position = self._heads[key]
            if position >= len(track):
                return None
            self._heads[key] = position + 1
            return track[position]

    def _missing(self, request: Request) -> str:
        wanted = _words(_key(request))
        n_recorded = len(self._tracks.get(_key(request), ()))
        if n_recorded:
            fact = f"{wanted} is asked more often than the {n_recorded} recorded"
        else:
            known = [_words(key) for key in sorted(self._tracks)[:MAX_LISTED_KEYS]]
            if wanted in known:
                wanted += " with these links together"
            close = difflib.get_close_matches(wanted, known, n=1, cutoff=0.0)
            fact = f"no recording of {wanted}" + (f", the closest is {close[0]}" if close else "; it is empty")
        return f"{self.path}: {fact} (add what is missing with --record new)"

    def _load(self) -> None:
        import yaml

        try:
            text = self.path.read_text(encoding="utf-8")
            data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
        except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
            message = (
                f"{self.path}: cannot read the cassette: {type(error).__name__} (record it anew with --record all)"
            )
            raise CassetteError(message) from error
        if (
            not isinstance(data, dict)
            or data.get("version") != VERSION
            or not isinstance(data.get("interactions"), list)
        ):
            message = f"{self.path}: no cassette of version {VERSION} in VCR's format (record one with --record all)"
            raise CassetteError(message)
        provenance = data.get("provenance")
        if isinstance(provenance, dict):
            self._provenance = {str(key): str(value) for key, value in provenance.items()}
        for number, interaction in enumerate(data["interactions"], start=1):
            try:
                key, answer = _parse_interaction(interaction)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                message = (
                    f"{self.path}: interaction {number} cannot be read: {error!r} (record it anew with --record all)"
                )
                raise CassetteError(message) from error
            if answer.fault is Fault.NO_NETWORK and self._record is RecordMode.NEW:
                continue  # an answer is missing here as much as where none is recorded
            self._tracks[key].append(answer)


def _key(request: Request) -> _Key:
    url, asked = public_url(request.url), public_url(request.ask.url)
    return url, str(request.method), f"{request.ask.method} {asked}", request.ask.body


def _words(key: _Key) -> str:
    url, method, ask, _ = key
    return f"{method} {url}" + ("" if ask == f"{method} {url}" else f" (for {ask})")


def _without_secrets(answer: Answer) -> Answer:
    headers = tuple((name, public_url(value) if name == "location" else value) for name, value in answer.headers)
    return replace(answer, headers=headers)


def _interaction(key: _Key, answer: Answer) -> dict[str, Any]:
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


def _parse_interaction(data: dict[str, Any]) -> tuple[_Key, Answer]:
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
