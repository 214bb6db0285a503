"""Papers on arXiv: queries, and the meaning of the documented feed.

https://info.arxiv.org/help/api/user-manual.html#_query_interface (id_list, max_results)
https://info.arxiv.org/help/api/user-manual.html#_errors (an entry whose id leads to api/errors)
"""

import pytest
from tests.case_tables import cases
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import REGISTRIES, identifier_of
from papertrace.model import Observation

REGISTRY = REGISTRIES["arxiv"]
SETTINGS = settings_with_registries()
HOST = "https://papers.example.org"


@cases("path, identifier")
def test_an_identifier_is_read_with_its_version(path: str, identifier: str) -> None:
    assert identifier_of(link(f"{HOST}/{path}")) == identifier
    assert REGISTRY.suits(link(f"{HOST}/{path}"), SETTINGS) is bool(identifier)


def test_a_hundred_papers_are_one_query_and_all_results_are_requested() -> None:
    links = [link(f"{HOST}/{form}/2601.{number:05}") for number in range(150) for form in ("abs", "pdf")]

    queries = REGISTRY.plan(links, SETTINGS)

    assert [len(query.links) for query in queries] == [200, 100]
    assert [one for query in queries for one in query.links] == links
    assert queries[1].ask.url.endswith(",2601.00149&max_results=50")
    assert all(len(query.ask.url) < 2000 for query in queries)


def test_a_truncated_feed_decides_nothing() -> None:
    (query,) = REGISTRY.plan([link(f"{HOST}/abs/2601.00001")], SETTINGS)
    entry = "<entry><id>http://arxiv.example.org/abs/2601.00001v1</id></entry>"
    whole, half = (
        Observation(ask=query.ask, final_url="", status=200, body=f"<feed>{entry}{end}") for end in ("</feed>", "")
    )

    assert len(REGISTRY.read(query, whole)) == 1
    assert REGISTRY.read(query, half) == {}


@pytest.mark.parametrize("piece", ["<id>", "<id>http://x/abs/", " ", "<id>" + " " * 20, "a"])
def test_a_feed_that_repeats_one_entry_endlessly_decides_nothing(piece: str) -> None:
    (query,) = REGISTRY.plan([link(f"{HOST}/abs/2601.00001")], SETTINGS)
    seen = Observation(ask=query.ask, final_url="", status=200, body=piece * 200 + "</feed>")

    assert REGISTRY.read(query, seen) == {}
