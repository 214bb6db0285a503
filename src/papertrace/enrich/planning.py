"""What to ask next, given all answers so far: the cheapest requests first.

Identifiers are asked before titles, since a batch of them costs what one title does. Titles are spread over the
services that can search, by how fast each may be asked; after a miss the next service is asked. Reference lists and
code come last.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from papertrace.enrich.objections import rank_name
from papertrace.enrich.resolution import Resolution
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources import CITING, SOURCES, TITLE, Query, Role, Source
from papertrace.enrich.titles import title_words
from papertrace.model.papers.facts import ServicePlan

MIN_SEARCHES = 2
"""Searches that must have shown one work only before a title without year and authors is believed to identify it."""
RESERVED_CREDITS = 100
"""Credits of a day that are kept for lists of identifiers when titles are spread over services."""

_LISTING = frozenset({"openalex", "semantic-scholar", "crossref"})
"""The services whose reference lists together are nearly complete."""

Key = tuple[str, str]
"""A service and a key to ask it for."""


def title_budget(source: Source, settings: EnrichSettings) -> int | None:
    """Return how many titles a service may be asked for in a run, None for any number."""
    daily = settings.endpoints[source.name].daily_credits
    n_credits = source.titles.credits if source.titles else 0
    if not n_credits or daily is None or settings.keys.get(source.name):
        return None
    return max(0, daily - RESERVED_CREDITS) // n_credits


def order_title_services(n: int, settings: EnrichSettings) -> list[tuple[str, ...]]:
    """Return for each of `n` papers the services to ask for its title, in order; the first ones in fair shares.

    The share of a service follows from how fast it may be asked and from its budget, whichever is less.
    """
    services = [source for name, source in SOURCES.items() if name in settings.services and source.titles]
    if not services:
        return [()] * n
    budgets = {source.name: title_budget(source, settings) for source in services}
    shares = []
    for source in services:
        budget = budgets[source.name]
        total = sum(each.titles_per_minute for each in services)
        shares.append(
            n * source.titles_per_minute / total
            if budget is None
            else min(budget, n * source.titles_per_minute / total)
        )
    names = [source.name for source in services]
    bounds = list(accumulate(shares))
    orders = []
    for number in range(n):
        # Neighbours go to different services: the position is spread over the shares by the golden ratio.
        position = (number * 0.6180339887498949) % 1.0 * bounds[-1] if bounds[-1] else 0.0
        first = next((at for at, bound in enumerate(bounds) if position < bound), 0)
        orders.append(tuple(names[first:] + names[:first]))
    return orders


class Planner:
    """The rule of what to ask next for each paper, within the budgets of a run."""

    def __init__(self, settings: EnrichSettings, resolutions: Sequence[Resolution]) -> None:
        self._settings = settings
        self._sources = [source for name, source in SOURCES.items() if name in settings.services]
        self._orders = order_title_services(len(resolutions), settings)
        self._titles_left = {source.name: title_budget(source, settings) for source in self._sources}
        self.over_budget: Counter[str] = Counter()

    def next_keys(
        self, resolutions: Sequence[Resolution], answered: Container[Key], failed: Container[Key]
    ) -> list[Key]:
        """Return the keys to ask for now, each once; an empty list if there is nothing left to ask."""
        wanted: dict[Key, None] = {}
        for steps in (self._identifiers, self._unknown, self._titles, self._extras):
            for number, resolution in enumerate(resolutions):
                for key in steps(number, resolution, answered, failed):
                    if key not in failed:
                        wanted[key] = None
            if wanted:
                return self._within_budget(wanted)
        return []

    def certain_keys(self, resolutions: Sequence[Resolution], answered: Container[Key]) -> list[Key]:
        """Return the keys that will be asked for whatever the services answer: identifiers, and titles without any."""
        wanted: dict[Key, None] = {}
        for number, resolution in enumerate(resolutions):
            steps = self._identifiers if resolution.names else self._titles
            wanted.update(dict.fromkeys(steps(number, resolution, answered, ())))
        return self._within_budget(wanted)

    def _identifiers(
        self, _: int, found: Resolution, answered: Container[Key], failed: Container[Key]
    ) -> Iterator[Key]:
        if found.disagreement:
            return
        for source in self._sources:
            if source.role is not Role.ALWAYS:
                continue
            work = found.works.get(source.name)
            if work is not None and (work.references is not None or source.name != "semantic-scholar"):
                continue
            names = sorted(filter(source.accepts, (*found.names, *(work.names if work else ()))), key=rank_name)
            yield from self._first_unanswered(source.name, names, answered, failed)

    def _unknown(self, _: int, found: Resolution, answered: Container[Key], failed: Container[Key]) -> Iterator[Key]:
        if found.works or found.disagreement:
            return
        for source in self._sources:
            if source.role is Role.FOR_UNKNOWN:
                names = [name for name in found.names if source.accepts(name)]
                keys = list(self._first_unanswered(source.name, names, answered, failed))
                if keys:
                    yield from keys
                    return  # the next such service is asked if this one does not know the work either

    def _titles(
        self, number: int, found: Resolution, answered: Container[Key], failed: Container[Key]
    ) -> Iterator[Key]:
        key = found.subject.title_key
        if found.disagreement or len(title_words(found.subject.title)) < 2:  # noqa: PLR2004 - a name alone finds anything
            return
        is_open = False
        if found.works:
            lacks_references = not any(work.references for work in found.works.values())
            is_by_title = bool(found.learned) and found.subject.is_title_alone
            is_open = is_by_title and not self._is_confirmed(key, number, answered)
            if not is_open and not lacks_references:
                return
        elif any(candidate.reason.endswith("works have this title") for candidate in found.candidates.values()):
            return
        for name in self._orders[number]:
            if (name, key) in answered or (name, key) in failed or (found.works and not SOURCES[name].lists_titles):
                continue
            if found.works and not is_open and (name in found.works or not SOURCES[name].is_general):
                continue  # the article, of which the service that knows the preprint has no references
            left = self._titles_left[name]
            if left == 0:
                self.over_budget[name] += 1
                continue
            yield name, key
            return

    def _is_confirmed(self, key: str, number: int, answered: Container[Key]) -> bool:
        """Return whether enough services were asked to see another work of a title, if nothing else tells them apart.

        A service that returns its best match only does not show whether another work has the title, and one that knows
        only preprints does not know all works.
        """
        asked = [
            SOURCES[name] for name in self._orders[number] if (name, key) in answered and SOURCES[name].lists_titles
        ]
        return len(asked) >= MIN_SEARCHES and any(source.is_general for source in asked)

    def _extras(self, _: int, found: Resolution, answered: Container[Key], failed: Container[Key]) -> Iterator[Key]:
        if not found.works:
            return
        has_references = all((work := found.works.get(name)) and work.references for name in _LISTING)
        confirmed = {name for work in found.works.values() for name in work.names}
        for source in self._sources:
            if source.role is Role.FOR_REFERENCES and not has_references:
                names = [name for name in found.names if source.accepts(name) and name in confirmed]
                yield from self._first_unanswered(source.name, names, answered, failed)
            if source.role is Role.FOR_CODE and not found.subject.has_code and source.name not in found.works:
                names = [name for name in found.names if source.accepts(name)]
                yield from self._first_unanswered(source.name, names, answered, failed)

    def _first_unanswered(
        self, service: str, names: Iterable[str], answered: Container[Key], failed: Container[Key]
    ) -> Iterator[Key]:
        for name in names:
            if (service, name) not in answered and (service, name) not in failed:
                yield service, name
                return

    def _within_budget(self, wanted: Mapping[Key, None]) -> list[Key]:
        kept = []
        for service, key in wanted:
            left = self._titles_left.get(service)
            if key.startswith(TITLE) and left is not None:
                if left == 0:
                    self.over_budget[service] += 1
                    continue
                self._titles_left[service] = left - 1
            kept.append((service, key))
        return kept


def plan_citing(
    resolutions: Sequence[Resolution], settings: EnrichSettings, answered: Container[Key], failed: Container[Key]
) -> list[Key]:
    """Return the keys to ask for the works that cite identified papers: of each at the first service that can tell.

    A paper is asked for at the next service if one has failed, and no more if one has answered.
    """
    wanted: dict[Key, None] = {}
    services = [source for name, source in SOURCES.items() if name in settings.services and source.citing]
    for found in resolutions:
        confirmed = {name for work in found.works.values() for name in work.names}
        names = [name for name in found.names if name in confirmed]
        keys = [
            (source.name, key)
            for source in services
            for key in (CITING + name for name in names)
            if source.accepts(key)
        ]
        open_keys = [key for key in keys if key not in failed]
        if open_keys and open_keys[0] not in answered:
            wanted[open_keys[0]] = None
    return list(wanted)


def count_citing_requests(n_papers: int, settings: EnrichSettings) -> int:
    """Return how many requests will about be needed for the works that cite papers, all of which are identified."""
    questions = (source.citing for name, source in SOURCES.items() if name in settings.services)
    return next((-(-n_papers // question.batch) for question in questions if question), 0)


def plan_queries(keys: Iterable[Key], settings: EnrichSettings) -> dict[str, list[Query]]:
    """Return the queries of each service for some keys."""
    by_service: dict[str, dict[str, list[str]]] = {}
    for service, key in keys:
        prefix = next((prefix for prefix in (TITLE, CITING) if key.startswith(prefix)), "")
        by_service.setdefault(service, {}).setdefault(prefix, []).append(key)
    return {
        service: [
            query
            for prefix in ("", TITLE, CITING)
            for query in SOURCES[service].plan(by_prefix.get(prefix, ()), settings.endpoints[service].base)
        ]
        for service, by_prefix in by_service.items()
    }


def describe_queries(queries: Mapping[str, Sequence[Query]], settings: EnrichSettings) -> tuple[ServicePlan, ...]:
    """Return what some queries ask of each service, in the order of the services."""
    return tuple(
        ServicePlan(
            service=name,
            n_identifiers=sum(not key.startswith(TITLE) for query in queries[name] for key in query.keys),
            n_titles=sum(key.startswith(TITLE) for query in queries[name] for key in query.keys),
            n_requests=len(queries[name]),
            n_credits=sum(query.credits for query in queries[name]),
            seconds=round(len(queries[name]) * settings.endpoints[name].interval_s, 1),
        )
        for name in SOURCES
        if queries.get(name)
    )
