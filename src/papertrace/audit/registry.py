"""Registries of papers, packages and repositories: what one is, and the one reader of their answers.

A registry is pure functions: `plan` returns queries about many links, `read` interprets an answer. Most answer about
one thing at a time, with a JSON object: such a registry is a `Row`, which says where it is asked, what a link is called
there, and which answers mean missing, renamed, archived or empty.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from re import Pattern
from typing import Any

from papertrace.audit.settings import AuditSettings, Endpoint
from papertrace.model import Ask, Link, Method, Observation, Outcome, RepositoryState, Verdict
from papertrace.web.address import parse_address
from papertrace.web.exchange import Answer, parse_json, value_at

JSON = "application/json"
_IN_PLACE = frozenset({RepositoryState.PRESENT, RepositoryState.ARCHIVED})
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One ask and the links that its answer is about.

    `dates` are the dates (ISO 8601) of papers by the URLs that they print, as far as they are known.
    """

    ask: Ask
    links: tuple[Link, ...]
    dates: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """A registry of packages, papers or repositories that can be queried about links.

    `suits` returns whether the registry may know a link. `plan` combines such links into as few queries as the registry
    allows; a link that it leaves out is probed. `read` takes a query and its answer, and returns the verdicts that
    follow from it beyond doubt; a link without one, because the registry does not know enough or its answer is
    malformed, is probed too. So a failing registry never makes a link dead.

    `refuses` recognises answers, beyond status 429, after which the query should be repeated later; `pause_s` is the
    wait in seconds if the answer does not state one, None the usual one.

    `is_too_large` recognises answers that a smaller query may not get, beyond time-outs and gateway errors; such a
    query is split in halves until it has at most `min_links` links.

    `replan` takes a query, its answer, and those of its links that this left undecided or `restricted`, and returns
    further queries about them; undecided ones that it does not ask about again are probed.

    `names_in` returns the names that a request of several asks about, by its address, and `name_of` the name of a link:
    a recorded answer is replayed for the links that it is about, whatever other links there are.

    `needs_token` marks a registry whose queries are sent with a token. `config_error` returns a warning for the user if
    an answer shows that the token is rejected or that the address is not that of the API, else None. After such an
    answer, no further queries are sent.
    """

    name: str
    suits: Callable[[Link, AuditSettings], bool]
    plan: Callable[[Sequence[Link], AuditSettings], list[Query]]
    read: Callable[[Query, Observation], Mapping[Link, Verdict]]
    refuses: Callable[[Answer], bool] = lambda _: False
    pause_s: float | None = None
    is_too_large: Callable[[Observation], bool] = lambda _: False
    min_links: int = 1
    replan: Callable[[Query, Observation, Sequence[Link], AuditSettings], list[Query]] = lambda *_: []
    names_in: Callable[[str, AuditSettings], frozenset[str]] = lambda *_: frozenset()
    name_of: Callable[[Link], str] = lambda link: link.url
    accept: str = JSON
    needs_token: bool = False
    config_error: Callable[[Observation], str | None] = lambda _: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """What a link is about in a registry.

    `path` follows the address of the registry, in which `{host}` stands for `host`. `name` is compared with the name in
    the answer, and `address_of` returns the address under a new one. `is_whole` is false for a link to a part of the
    thing, whose page decides unless the whole is missing.
    """

    host: str
    path: str
    name: str
    address_of: Callable[[str], str] = str
    is_whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """An answer that says that a thing is not there: its status, and the value of a key, which no other page has."""

    status: int
    key: str
    value: object
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What follows if a key of an answer has one of some values; without a key, what follows otherwise."""

    key: str = ""
    values: tuple[object, ...] = ()
    outcome: Outcome = Outcome.ALIVE
    state: RepositoryState | None = RepositoryState.PRESENT
    reason: str = ""

    def holds(self, facts: Mapping[str, Any]) -> bool:
        """Return whether an answer has the meaning; a number is never taken for true or false."""
        value = value_at(facts, self.key)
        return not self.key or any(type(value) is type(one) and value == one for one in self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """The key of an answer that says when something was last done in a repository, and what the host means by it."""

    key: str
    words: str

    def add(self, verdict: Verdict, facts: Mapping[str, Any]) -> Verdict:
        """Return the verdict with the day, if it is on a repository that is there under its name."""
        day = str(value_at(facts, self.key) or "")[:10]
        if verdict.repository_state not in _IN_PLACE or not _DAY.fullmatch(day):
            return verdict
        return replace(verdict, reason=f"{verdict.reason}; {self.words} {day}", last_active=day)


RENAMED = Meaning(outcome=Outcome.MOVED, state=RepositoryState.RENAMED)
"""The place among meanings of a name in the answer that is not that of the link."""


def usual_meanings(noun: str, *, empty: str, archived: str) -> tuple[Meaning, ...]:
    """Return what forges say of a project: renamed, empty or archived, by the keys of the latter, or else there."""
    reason = f"{noun} exists but is empty"
    return (
        RENAMED,
        Meaning(key=empty, values=(True,), outcome=Outcome.SUSPECT, state=RepositoryState.EMPTY, reason=reason),
        Meaning(key=archived, values=(True,), state=RepositoryState.ARCHIVED, reason=f"{noun} is archived"),
        Meaning(reason=f"{noun} exists"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A registry that is asked about one thing at a time.

    `find` returns what a link is about, or None. `key` is where an answer has the name, which `form` matches; an answer
    that `knows` does not accept decides nothing. The first of the `meanings` that holds counts. `doubt` returns why a
    new name may be that of something else, given the facts and the date of the paper, or an empty string. `activity` is
    what the answer says of when something was last done.

    `endpoint` is where the registry is asked, unless the settings have an endpoint of its name.
    """

    name: str
    noun: str
    find: Callable[[Link], Thing | None]
    key: str
    form: Pattern[str]
    meanings: tuple[Meaning, ...]
    absences: tuple[Absence, ...] = ()
    knows: Callable[[Link, Mapping[str, Any]], bool] = lambda *_: True
    doubt: Callable[[Thing, str, Mapping[str, Any], str], str] = lambda *_: ""
    activity: Activity | None = None
    accept: str = JSON
    endpoint: Endpoint | None = None

    def suits(self, link: Link, settings: AuditSettings) -> bool:
        """Return whether the registry is asked about a link."""
        endpoint = settings.endpoints.of(self.name) or self.endpoint
        thing = self.find(link)
        return endpoint is not None and thing is not None and thing.host in endpoint.hosts

    def plan(self, links: Sequence[Link], settings: AuditSettings) -> list[Query]:
        """Return one query per thing."""
        endpoint = settings.endpoints.of(self.name) or self.endpoint
        api = endpoint.api if endpoint is not None else ""

        def ask(link: Link) -> Ask:
            thing = self.find(link)
            host, path = (thing.host, thing.path) if thing is not None else ("", "")
            return ask_for(api.replace("{host}", host) + path, accept=self.accept)

        return queries_by_ask(links, ask)

    def read(self, query: Query, seen: Observation) -> dict[Link, Verdict]:
        """Interpret the answer about a thing; a link to a part of what exists is left to its page."""
        for one in () if seen.hops else self.absences:
            if value_at(answer_object(seen, status=one.status), one.key) == one.value:
                state = RepositoryState.MISSING if RENAMED in self.meanings else None  # where things have states
                missing = Meaning(outcome=Outcome.DEAD, state=state, reason=one.reason)
                return {link: _verdict(link, seen, missing) for link in query.links}
        facts = answer_object(seen)
        value = value_at(facts, self.key)
        name = str(value) if isinstance(value, str | int) else ""
        verdicts = {}
        for link in query.links if self.form.fullmatch(name) else ():
            thing = self.find(link)
            if thing is not None and thing.is_whole and self.knows(link, facts):
                date = query.dates.get(link.url, "")
                doubt = self.doubt(thing, name, facts, date) if is_renamed(thing, name) else ""
                verdict = judge(self.meanings, link, seen, facts, thing=thing, name=name, noun=self.noun, doubt=doubt)
                verdicts[link] = self.activity.add(verdict, facts) if self.activity else verdict
        return verdicts

    def as_registry(self, **more: Any) -> Registry:  # noqa: ANN401 - the fields of a registry
        """Return the registry of the row, with other functions where it needs them."""
        one = Registry(name=self.name, suits=self.suits, plan=self.plan, read=self.read, accept=self.accept)
        return replace(one, **more)


def is_renamed(thing: Thing, name: str) -> bool:
    """Return whether the name in an answer is another than that of a link."""
    return name.casefold() != thing.name.casefold()


def judge(
    meanings: Iterable[Meaning],
    link: Link,
    seen: Observation,
    facts: Mapping[str, Any],
    *,
    thing: Thing,
    name: str,
    noun: str,
    doubt: str = "",
) -> Verdict:
    """Return the verdict of the first meaning that holds of what an answer says of a thing, which has a name there."""
    for meaning in meanings:
        if meaning is not RENAMED:
            if meaning.holds(facts):
                return _verdict(link, seen, meaning)
        elif is_renamed(thing, name) and doubt:
            suspect = Meaning(outcome=Outcome.SUSPECT, reason=f"it redirects to {name}, {doubt}")
            return _verdict(link, seen, suspect)
        elif is_renamed(thing, name):
            reason = f"{noun} is now {name}; the old name redirects until someone else takes it"
            return _verdict(link, seen, meaning, reason=reason, new_url=thing.address_of(name))
    message = "the last meaning has no key"
    raise RuntimeError(message)


def _verdict(
    link: Link, seen: Observation, meaning: Meaning, *, reason: str = "", new_url: str | None = None
) -> Verdict:
    return Verdict(
        link=link,
        outcome=meaning.outcome,
        reason=reason or meaning.reason,
        seen=(seen,),
        new_url=new_url,
        repository_state=meaning.state,
    )


def ask_for(url: str, *, accept: str = JSON) -> Ask:
    """Return the ask for an address of an API.

    >>> ask_for("https://EXAMPLE.org/api/x").url
    'https://example.org/api/x'
    """
    return Ask(method=Method.GET, url=parse_address(url).url, accept=accept)


def queries_by_ask(links: Iterable[Link], ask: Callable[[Link], Ask]) -> list[Query]:
    """Return one query per ask, with the links that share it, in the order of the links."""
    groups: dict[Ask, list[Link]] = {}
    for link in links:
        groups.setdefault(ask(link), []).append(link)
    return [Query(ask=one, links=tuple(own)) for one, own in groups.items()]


def answer_list(seen: Observation) -> list[Any]:
    """Return the JSON list in an answer of status 200, or an empty one for any other answer."""
    data = parse_json(seen.body) if seen.status == HTTPStatus.OK else None
    return data if isinstance(data, list) else []


def answer_object(seen: Observation | Answer, *, status: int = HTTPStatus.OK) -> dict[str, Any]:
    """Return the JSON object in an answer of the given status, or an empty one for any other answer."""
    data = parse_json(seen.body) if seen.status == status else None
    return data if isinstance(data, dict) else {}
