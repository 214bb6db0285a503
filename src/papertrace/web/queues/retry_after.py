"""How long a host asks clients to wait, and how fast it accepts requests, according to its headers."""

import re
from collections.abc import Iterator
from datetime import datetime
from email.utils import parsedate_to_datetime

from papertrace.web.clock import parse_timestamp
from papertrace.web.exchange import Answer

MAX_WAIT_S = 7 * 24 * 3600.0
MAX_GAP_S = 60.0
"""The longest pause between two requests that a stated pace may lead to; a host that needs more refuses."""
EPOCH_FROM = 1_000_000_000
"""A reset from this value on is a date in epoch seconds (GitHub), below it seconds from now (the IETF drafts)."""

_SECONDS = re.compile(r"([0-9]{1,12})[0-9]*(?:\.[0-9]{1,6})?\s{0,2}(?:s|secs?|seconds?)?", re.ASCII | re.IGNORECASE)
"""Seconds, also with a unit, which the standard does not allow but servers send."""
_INTERVAL = re.compile(r"([0-9]{1,6})\s{0,2}(?:(m|h)|s|secs?|seconds?)?", re.ASCII | re.IGNORECASE)
_UNIT_S = {"": 1, "m": 60, "h": 3600}
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)
_PARAMETER = re.compile(r"\b(r|t|remaining|reset)\s*=\s*([0-9]{1,12})")


def requested_wait_s(answer: Answer, *, is_refusal: bool = False) -> float | None:
    """Return how many seconds the host of an answer asks clients to wait, or None if it does not.

    The headers read are `Retry-After` of a refusal (RFC 9110, section 10.2.3: seconds or a date),
    `X-RateLimit-Remaining`/`-Reset`, and `RateLimit` of the IETF drafts (`remaining=0, reset=30` and
    `"default";r=0;t=30`). An exhausted quota counts on any answer, because the next request would be refused. Dates are
    compared with the server's `Date`, which comes from the same clock. `is_refusal` marks an answer as a refusal
    whatever its status: some registries refuse with 200.

    https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
    """
    stated = (
        _retry_after_s(answer, is_refusal=is_refusal),
        _quota_s(answer, "x-ratelimit"),
        _quota_s(answer, "ratelimit"),
        _interval_s(answer, is_refusal=is_refusal),
    )
    waits = [wait for wait in stated if wait is not None]
    waits += [reset_s for remaining, reset_s in _policies(answer.header("ratelimit") or "") if remaining == 0]
    return max(waits, default=None)


def stated_pace(answer: Answer) -> tuple[float, int] | None:
    """Return the seconds between two requests and the requests at a time that a host accepts, or None.

    Crossref states with every answer how many requests it accepts in an interval (`X-Rate-Limit-Limit: 5`,
    `X-Rate-Limit-Interval: 1s`) and at a time (`X-Concurrency-Limit: 1`); of several values the least counts.

    https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
    """
    limits = _COUNT.findall((answer.header("x-rate-limit-limit") or "")[:100])
    interval = _INTERVAL.fullmatch((answer.header("x-rate-limit-interval") or "").strip())
    at_once = _COUNT.findall((answer.header("x-concurrency-limit") or "")[:100])
    if not (limits and interval):
        return None
    gap_s = _bounded(float(interval[1]) * _UNIT_S[(interval[2] or "").lower()]) / max(1, min(map(int, limits)))
    return min(gap_s, MAX_GAP_S), max(1, min(map(int, at_once))) if at_once else 1


def announced_budget(answer: Answer) -> tuple[int, float] | None:
    """Return how many more requests a host accepts before how many seconds of pause, or None if it does not say.

    Of several limits the one that leaves the fewest requests counts; one that is reached is `requested_wait_s`.
    """
    stated: list[tuple[int, float]] = []
    for prefix in ("x-ratelimit", "ratelimit"):
        remaining, reset_s = answer.header(f"{prefix}-remaining"), _reset_s(answer, prefix)
        if remaining is not None and _COUNT.fullmatch(remaining.strip()) and reset_s is not None:
            stated.append((int(remaining), reset_s))
    stated += _policies(answer.header("ratelimit") or "")
    return min((one for one in stated if one[0] > 0), default=None)


def _policies(rate_limit: str) -> Iterator[tuple[int, float]]:
    """Yield the remaining quota and the reset in seconds of each policy in a `RateLimit` header.

    Up to the seventh draft the header has one policy, whose parts are separated by commas.
    """
    text = rate_limit[:1000].lower()
    for part in text.split(",") if ";" in text else [text]:
        found = dict(_PARAMETER.findall(part))
        remaining, reset = found.get("r", found.get("remaining")), found.get("t", found.get("reset"))
        if remaining is not None and reset is not None:
            yield int(remaining), _bounded(float(reset))


def _retry_after_s(answer: Answer, *, is_refusal: bool) -> float | None:
    value = answer.header("retry-after")
    if value is None or answer.status is None:
        return None
    if answer.status < 400 and not is_refusal:  # noqa: PLR2004 - the first status of a refusal
        return None
    value = value.strip()
    seconds = _SECONDS.fullmatch(value)
    if seconds is not None:
        return _bounded(float(seconds[1]))
    until, now = _http_date(value), _server_now(answer)
    if until is None or now is None:
        return None
    return _bounded((until - now).total_seconds())


def _quota_s(answer: Answer, prefix: str) -> float | None:
    remaining = answer.header(f"{prefix}-remaining")
    return _reset_s(answer, prefix) if remaining is not None and remaining.strip() == "0" else None


def _reset_s(answer: Answer, prefix: str) -> float | None:
    """Return the seconds until the quota of a host is full again."""
    try:
        seconds = float((answer.header(f"{prefix}-reset") or "")[:20])
    except ValueError:
        return None
    if seconds >= EPOCH_FROM:
        now = _server_now(answer)
        if now is None:
            return None
        seconds -= now.timestamp()
    return _bounded(seconds) if seconds == seconds else None  # noqa: PLR0124 - NaN is a float too


def _interval_s(answer: Answer, *, is_refusal: bool) -> float | None:
    """Return the interval of a quota that a refusal states instead of a time, as Crossref does."""
    if not is_refusal or answer.header("retry-after") is not None:
        return None
    interval = _INTERVAL.fullmatch((answer.header("x-rate-limit-interval") or "").strip())
    return _bounded(float(interval[1])) if interval else None


def _server_now(answer: Answer) -> datetime | None:
    date = answer.header("date")
    return (_http_date(date) if date else None) or parse_timestamp(answer.at)


def _http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text[:100])
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo is not None else None


def _bounded(seconds: float) -> float:
    return min(max(seconds, 0.0), MAX_WAIT_S)
