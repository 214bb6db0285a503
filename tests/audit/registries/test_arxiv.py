"""Papers on arXiv: queries, and the meaning of the documented feed.

https://info.arxiv.org/help/api/user-manual.html#_query_interface (id_list, max_results)
https://info.arxiv.org/help/api/user-manual.html#_errors (an entry whose id leads to api/errors)
"""

import pytest
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import REGISTRIES, identifier_of
from papertrace.model import Observation, Outcome

REGISTRY = REGISTRIES["arxiv"]
SETTINGS = settings_with_registries()
HOST = "https://papers.example.org"


@pytest.mark.parametrize(
    ("path", "identifier"),
    [
        ("abs/2601.00001", "2601.00001"),
        ("abs/2601.00001v2/", "2601.00001v2"),
        ("pdf/2601.00001", "2601.00001"),
        ("pdf/2601.00001v3.pdf", "2601.00001v3"),
        ("abs/0704.0001", "0704.0001"),
        ("abs/hep-th/9901001v1", "hep-th/9901001v1"),
        ("abs/math.GT/0309136v2", "math/0309136v2"),
        ("abs/hep-th%2F9901001", "hep-th/9901001"),
        ("abs/2613.00001", ""),
        ("html/2601.00001", ""),
        ("abs/2601.1", ""),
        ("list/cs.LG/recent", ""),
        ("", ""),
    ],
)
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


FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>http://arxiv.example.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
  <entry>
    <id>{}</id>
    <title>Some title</title>
  </entry>
</feed>"""
ERROR = "http://arxiv.example.org/api/errors#incorrect_id_format_for_2601.00001"


@pytest.mark.parametrize(
    ("asked", "entry", "is_there"),
    [
        ("2601.00001", "http://arxiv.example.org/abs/2601.00001v3", True),
        ("2601.00001v3", "http://arxiv.example.org/abs/2601.00001v3", True),
        ("2601.00001v4", "http://arxiv.example.org/abs/2601.00001v3", False),
        ("hep-th/9901001", "https://arxiv.example.org/abs/hep-th/9901001v1", True),
        ("math.GT/0309136", "http://arxiv.example.org/abs/math/0309136v1", True),
        ("2601.00001", "http://arxiv.example.org/abs/2601.00002v1", False),
        ("2601.00001", ERROR, False),
    ],
)
def test_a_paper_with_an_entry_is_alive_and_one_without_is_left_to_its_page(
    asked: str, entry: str, *, is_there: bool
) -> None:
    one = link(f"{HOST}/abs/{asked}")
    (query,) = REGISTRY.plan([one], SETTINGS)

    verdicts = REGISTRY.read(query, Observation(ask=query.ask, final_url="", status=200, body=FEED.format(entry)))

    assert {verdict.outcome for verdict in verdicts.values()} == ({Outcome.ALIVE} if is_there else set())


def test_a_truncated_feed_decides_nothing() -> None:
    (query,) = REGISTRY.plan([link(f"{HOST}/abs/2601.00001")], SETTINGS)
    half = FEED.format("http://arxiv.example.org/abs/2601.00001v1").removesuffix("</feed>")

    assert REGISTRY.read(query, Observation(ask=query.ask, final_url="", status=200, body=half)) == {}


@pytest.mark.parametrize("piece", ["<id>", "<id>http://x/abs/", " ", "<id>" + " " * 20, "a"])
def test_a_feed_that_repeats_one_entry_endlessly_decides_nothing(piece: str) -> None:
    (query,) = REGISTRY.plan([link(f"{HOST}/abs/2601.00001")], SETTINGS)
    seen = Observation(ask=query.ask, final_url="", status=200, body=piece * 200 + "</feed>")

    assert REGISTRY.read(query, seen) == {}
