"""Properties of the registries and archives: no answer raises, or decides about other links."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.origin.cases import REGISTRY_SECTIONS, links_of, settings_with_registries

from papertrace.audit.registries import ARCHIVES, plan_queries
from papertrace.audit.registry import Query, Registry
from papertrace.model import Link, Observation
from papertrace.web.exchange import Answer

SETTINGS = settings_with_registries()
QUERIES = {
    registry.name: (registry, query)
    for section in reversed(REGISTRY_SECTIONS)
    for registry, query in reversed(list(plan_queries(links_of(section), SETTINGS)))
}
DEAD = [one for one in links_of("rescue") if one.url.endswith(("lost-page", "gone#2021"))]

TRUE: dict[str, dict[str, object]] = {
    "github": {
        "data": {"r0": {"nameWithOwner": "a/b", "defaultBranchRef": {"name": "main"}}, "r1": None},
        "errors": [],
    },
    "gitlab": {"path_with_namespace": "acme-example/tool", "archived": False, "empty_repo": False, "message": ""},
    "gitea": {"full_name": "acme-example/tool", "archived": False, "empty": False, "message": ""},
    "doi": {"responseCode": 1, "handle": "10.5555/tool"},
    "arxiv": {},
    "hugging_face": {"id": "acme-example/small", "gated": False, "disabled": False},
    "zenodo": {"id": 1001, "status": 404, "metadata": {"access_right": "open"}},
    "package_index": {
        "meta": {"api-version": "1.4"},
        "name": "fast-tool",
        "files": [{"filename": "fast-tool-1.0.tar.gz"}],
        "versions": ["1.0"],
        "project-status": {"status": "archived"},
    },
    "software_heritage": {"date": "2021-03-04T05:06:07+00:00", "snapshot": "0" * 40},
    "wayback": {},
}
"""A valid answer of each."""

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["NOT_FOUND", "r0"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "path", "message", "name", "access_right", "r0"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def bodies(draw: st.DrawFn, name: str) -> str:
    """Draw an invalid answer, or a valid one with some values replaced."""
    if draw(st.booleans()):
        return draw(st.text(max_size=100) | VALUES.map(json.dumps))

    def spoil(value: object) -> object:
        if draw(st.integers(0, 3)) == 0:
            return draw(VALUES)
        return {key: spoil(inner) for key, inner in value.items()} if isinstance(value, dict) else value

    answer = spoil(TRUE[name])
    # The visits of a repository are a list.
    return json.dumps([answer, spoil(TRUE[name])] if name == "software_heritage" and draw(st.booleans()) else answer)


STATUSES = st.just(200) | st.none() | st.sampled_from([200, 302, 401, 403, 404, 410, 429, 500, 503, 999])


@pytest.mark.parametrize(("registry", "query"), QUERIES.values(), ids=list(QUERIES))
@given(data=st.data(), status=STATUSES)
def test_any_answer_can_be_read_and_judges_only_the_links_it_was_asked_for(
    registry: Registry, query: Query, data: st.DataObject, status: int | None
) -> None:
    body = data.draw(bodies(registry.name))
    seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body=body)

    verdicts = registry.read(query, seen)
    registry.refuses(Answer(status=status, body=body))

    assert set(verdicts) <= set(query.links)
    assert all(verdict.link == one for one, verdict in verdicts.items())
    if status not in {200, 401, 404, 410}:
        assert not verdicts


@pytest.mark.parametrize("name", ARCHIVES)
@pytest.mark.parametrize("link", DEAD, ids=lambda link: link.url)
@given(
    data=st.data(),
    date=st.none() | st.text(max_size=12) | st.dates().map(str),
    location=st.none() | st.text(max_size=60),
)
def test_any_answer_of_an_archive_can_be_read(
    name: str, link: Link, data: st.DataObject, date: str | None, location: str | None
) -> None:
    body, status = data.draw(bodies(name)), data.draw(STATUSES)
    archive = ARCHIVES[name]
    if not archive.suits(link):
        return
    ask = archive.ask(link, date, SETTINGS)
    headers = (("location", location),) if location is not None else ()

    seen = Observation(ask=ask, final_url="", status=status, body=body, headers=headers)
    found = archive.read(link, date, seen, SETTINGS)

    assert found is None or not archive.lacks(seen)
    assert found is None or found.startswith(
        ("https://heritage.example.org/swh:1:snp:", "https://wayback.example.org/web/")
    )
