"""How each service is asked, and what its answers decide; what records say is in `test_works.py`."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.case_tables import cases
from tests.enrich.answers import plan, read, read_answer

from papertrace.enrich.sources import ALONE, SOURCES

DOI = "doi:10.5555/made.1"
ARXIV = "arxiv:2001.00001"
TITLE = "title:A made-up title of a work"
OPENALEX: dict[str, Any] = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.5555/MADE.1",
    "display_name": "A made-up title",
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123"},
    "referenced_works": ["https://openalex.org/W2", None],
}
DELETED = {"id": "https://openalex.org/W7", "display_name": "Deleted Work"}
RECORDS: dict[str, Any] = {
    "openalex": {"results": [OPENALEX]},
    "semantic-scholar": [{"paperId": "0" * 40, "externalIds": {"DOI": "10.5555/made.1"}, "title": "A made-up title"}],
    "crossref": {"message": {"items": [{"DOI": "10.5555/made.1", "title": ["A made-up title"]}]}},
    "datacite": {"data": {"attributes": {"doi": "10.5555/made.1", "titles": [{"title": "A made-up title"}]}}},
    "doi": {"DOI": "10.5555/made.1", "title": "A made-up title"},
    "hugging-face": {"id": "2001.00001", "title": "A made-up title"},
    "dblp": {"result": {"hits": {"hit": [{"info": {"title": "A made-up title.", "doi": "10.5555/made.1"}}]}}},
}
KEYS = {
    name: (TITLE,) if name == "dblp" else (ARXIV,) if name in {"arxiv", "hugging-face"} else (DOI,) for name in SOURCES
}
CITING = ("citing:openalex:W2", "citing:openalex:W3")
MISSING = {"errors": [{"title": "The resource you are looking for doesn't exist."}]}


@pytest.mark.parametrize(
    ("service", "keys", "n_keys", "n_credits"),
    [
        pytest.param("openalex", [f"doi:10.5555/{n}" for n in range(120)], [50, 50, 20], 3, id="OpenAlex, fifty"),
        pytest.param("openalex", ["doi:10.5555/a,b", "doi:10.5555/c|d", DOI], [1, 1, 1], 1, id="OpenAlex, marks"),
        pytest.param("openalex", ["openalex:W7"], [1], 0, id="OpenAlex, one of its ids"),
        pytest.param("openalex", [TITLE], [1], 10, id="OpenAlex, a title"),
        pytest.param("openalex", [f"citing:openalex:W{n}" for n in range(12)], [10, 2], 2, id="OpenAlex, citing"),
        pytest.param("semantic-scholar", [f"doi:10.5555/{n}" for n in range(600)], [500, 100], 0, id="500 at once"),
        pytest.param("crossref", [f"doi:10.5555/{n}" for n in range(45)], [20, 20, 5], 0, id="Crossref, twenty"),
        pytest.param("crossref", ["doi:10.5555/a,b", DOI, TITLE.replace("title", "doi")], [1, 2], 0, id="a comma"),
        pytest.param("arxiv", [f"arxiv:2001.{n:05}" for n in range(101)], [100, 1], 0, id="arXiv, a hundred"),
        pytest.param("arxiv", [f"title:Tides {n}" for n in range(6)], [5, 1], 0, id="arXiv, five titles"),
        pytest.param("datacite", [DOI, "doi:10.5555/2"], [1, 1], 0, id="one DOI a request"),
    ],
)
def test_keys_are_asked_for_together_as_far_as_a_service_allows(
    service: str, keys: list[str], n_keys: list[int], n_credits: int
) -> None:
    queries = plan(service, *keys)

    assert [len(query.keys) for query in queries] == n_keys
    assert sum(query.credits for query in queries) == n_credits


@cases("service, key, part")
def test_the_address_of_a_request(service: str, key: str, part: str) -> None:
    (query,) = plan(service, key)

    assert part in query.ask.url


def test_the_body_of_a_batch_has_the_ids_as_semantic_scholar_spells_them() -> None:
    (query,) = plan("semantic-scholar", DOI, ARXIV, "s2:77", "pmid:7")

    assert json.loads(query.ask.body)["ids"] == ["DOI:10.5555/made.1", "ARXIV:2001.00001", "CorpusId:77", "PMID:7"]


def test_other_agencies_are_asked_for_the_json_of_the_citation_style_language() -> None:
    (query,) = plan("doi", DOI)

    assert query.ask.accept == "application/vnd.citationstyles.csl+json"


@pytest.mark.parametrize("service", RECORDS)
def test_an_answer_has_the_works_of_each_key(service: str) -> None:
    (works,) = read(service, KEYS[service], RECORDS[service]).values()

    assert [work.title for work in works] == ["A made-up title"]


def test_a_search_at_hugging_face_wraps_its_papers() -> None:
    (works,) = read("hugging-face", (TITLE,), [{"paper": RECORDS["hugging-face"]}, {"paper": None}]).values()

    assert [work.names for work in works] == [(ARXIV,)]


@pytest.mark.parametrize(
    ("service", "key", "status", "body"),
    [
        pytest.param("openalex", DOI, 200, {"results": []}, id="absent from a list of OpenAlex"),
        pytest.param("openalex", DOI, 200, {"results": [{**OPENALEX, **DELETED}]}, id="removed by OpenAlex"),
        pytest.param("semantic-scholar", DOI, 200, [None], id="null in a batch of Semantic Scholar"),
        pytest.param("semantic-scholar", TITLE, 404, {"error": "Title match not found"}, id="no match"),
        pytest.param("crossref", DOI, 404, "Resource not found.", id="unknown to Crossref"),
        pytest.param("datacite", DOI, 404, MISSING, id="unknown to DataCite"),
        pytest.param("hugging-face", ARXIV, 404, {"error": "Paper not found"}, id="unknown to Hugging Face"),
        pytest.param("dblp", TITLE, 200, {"result": {"hits": {"@total": "0"}}}, id="unknown to dblp"),
        pytest.param("opencitations", DOI, 200, [], id="without a list at OpenCitations"),
        pytest.param("doi", DOI, 404, "<title>Error: DOI Not Found</title>", id="unknown at doi.org"),
        pytest.param("doi", DOI, 406, "", id="an agency without descriptions"),
    ],
)
def test_a_service_says_itself_that_it_knows_no_work(service: str, key: str, status: int, body: object) -> None:
    assert read(service, (key,), body, status=status) == {key: ()}


def test_a_batch_of_another_length_decides_nothing() -> None:
    assert read("semantic-scholar", (DOI, ARXIV), [None]) == {}


@pytest.mark.parametrize("service", SOURCES)
def test_what_cannot_be_read_decides_nothing(service: str) -> None:
    unread = [(404, "<html>Not Found</html>"), (200, "[" * 100_000), (200, "<html>")]
    bodies = ('{"error": "x"}', "<html>x</html>", json.dumps(RECORDS.get(service, {})))
    unread += itertools.product((401, 403, 429, 500, 503), bodies)

    assert [one for one in unread if read(service, KEYS[service], one[1], status=one[0])] == []


@pytest.mark.parametrize("service", [name for name, source in SOURCES.items() if source.citing])
def test_what_cannot_be_read_names_no_citing_work(service: str) -> None:
    citing = SOURCES[service].citing
    assert citing is not None
    bodies = ("<html>", "{", "[", "null", '{"results": {}}', '{"data": 1}', "[" * 10_000)
    asked = itertools.product(citing.spelling, (200, 404, 429, 500), bodies)

    assert [
        (registry, status, body)
        for registry, status, body in asked
        if read(service, (f"citing:{registry}:{'a' * 40}",), body, status=status)
    ] == []


def test_an_id_of_openalex_that_a_list_leaves_out_is_asked_for_alone() -> None:
    answers = read("openalex", ("openalex:W1", "openalex:W7"), {"results": [OPENALEX]})

    assert [work.names for work in answers["openalex:W1"]] == [(DOI, "openalex:W1", "pmid:123")]
    assert answers["openalex:W7"] is ALONE


def test_the_id_of_a_merged_record_is_a_name_of_the_one_that_a_service_has_for_it() -> None:
    (query,) = plan("openalex", "openalex:W7")

    ((work,),) = read_answer("openalex", query, OPENALEX).values()
    assert work.names == (DOI, "openalex:W1", "pmid:123", "openalex:W7")
    assert read_answer("openalex", query, DELETED) == {"openalex:W7": ()}
    assert read_answer("openalex", query, {}, status=404) == {"openalex:W7": ()}
    assert read_answer("openalex", query, {}, status=500) == {}

    ((work,),) = read("semantic-scholar", ("s2:77",), RECORDS["semantic-scholar"]).values()
    assert work.names == (DOI, f"s2:{'0' * 40}", "s2:77")


def test_a_feed_of_arxiv_in_any_order() -> None:
    entry = (
        "<entry><id>http://arxiv.org/abs/{0}v2</id><title>Title\n  of {0}</title><published>2020-01-02T00:00:00Z"
        "</published><author><name>Ada Ito</name></author><summary> Some text. </summary>"
        "<arxiv:doi>10.5555/made.1</arxiv:doi><arxiv:journal_ref>Letters 3, 7</arxiv:journal_ref>"
        '<category term="cs.DL"/></entry>'
    )
    error = "<entry><id>http://arxiv.org/api/errors#incorrect_id</id><title>Error</title></entry>"
    namespaces = 'xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"'
    feed = f"<feed {namespaces}>{entry.format('2001.00002')}{error}{entry.format('2001.00001')}</feed>"

    found = read("arxiv", (ARXIV, "arxiv:2001.00003"), feed)

    (work,) = found[ARXIV]
    assert (work.title, work.date, work.authors, work.abstract) == (
        "Title of 2001.00001",
        "2020-01-02",
        ("Ada Ito",),
        "Some text.",
    )
    assert (work.names, work.versions, work.type, work.index_keywords) == ((ARXIV,), (DOI,), "preprint", ("cs.DL",))
    assert (work.venue, work.is_open_access) == (None, True)
    assert found["arxiv:2001.00003"] == ()


@cases("feed", named=True)
def test_what_is_not_a_whole_feed_decides_nothing(feed: str) -> None:
    assert read("arxiv", (ARXIV,), feed) == {}


def test_opencitations_names_works_by_several_identifiers() -> None:
    rows = [
        {"citing": f"omid:br/1 {DOI}", "cited": "omid:br/2 doi:10.5555/made.2 openalex:W2 pmid:7"},
        {"citing": "omid:br/9 doi:10.5555/other", "cited": DOI},
        7,
    ]

    ((work,),) = read("opencitations", (DOI,), rows).values()
    ((citing,),) = read("opencitations", (f"citing:{DOI}",), rows).values()

    assert [one.names for one in work.references or ()] == [("doi:10.5555/made.2", "openalex:W2", "pmid:7")]
    assert citing.names == ("doi:10.5555/other",)


def test_a_citing_work_of_openalex_is_listed_under_the_works_in_its_references() -> None:
    answers = read("openalex", CITING, {"results": [OPENALEX, {"id": "W5", "referenced_works": None}, 7]})

    assert {key: [work.names[0] for work in works] for key, works in answers.items()} == {
        CITING[0]: [DOI],
        CITING[1]: [],
    }


def test_citing_works_of_semantic_scholar() -> None:
    body = {"data": [{"citingPaper": {"paperId": "b" * 40, "title": "B", "year": 2020}}, {"citingPaper": None}, None]}
    ((work,),) = read("semantic-scholar", (f"citing:s2:{'a' * 40}",), body).values()

    assert (work.names, work.title, work.year) == ((f"s2:{'b' * 40}",), "B", 2020)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["results", "data", "message", "items", "id", "title", "DOI", "reference", "externalIds"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("service", SOURCES)
@given(answer=JSON)
def test_no_answer_raises(service: str, answer: object) -> None:
    read(service, KEYS[service], answer)
