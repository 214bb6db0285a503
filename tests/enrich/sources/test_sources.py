"""How each service is asked, and how its answers are read: made-up works in the shapes of the services."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.enrich.sources.answers import SETTINGS, plan, read

from papertrace.enrich.sources import SOURCES
from papertrace.enrich.sources.source import ALONE, Answers
from papertrace.model import Observation

DOI = "doi:10.5555/made.1"
ARXIV = "arxiv:2001.00001"
TITLE = "title:A made-up title of a work"

OPENALEX: dict[str, Any] = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.5555/MADE.1",
    "display_name": "A <i>made-up</i> title.",
    "publication_year": 2020,
    "publication_date": "2020-02-03",
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123"},
    "authorships": [{"author": {"display_name": "Ada Ito", "orcid": "https://orcid.org/0000-0000-0000-0001"}}],
    "cited_by_count": 3,
    "referenced_works": ["https://openalex.org/W2", "https://openalex.org/W2", None, "https://example.org/x"],
    "abstract_inverted_index": {"Made": [0], "up.": [1]},
    "open_access": {"is_oa": True, "oa_url": "javascript:alert(1)"},
}


def test_fifty_identifiers_are_one_request_of_openalex() -> None:
    queries = plan("openalex", *(f"doi:10.5555/{n}" for n in range(120)))

    assert [len(query.keys) for query in queries] == [50, 50, 20]
    assert [query.credits for query in queries] == [1, 1, 1]


def test_a_doi_that_would_end_a_filter_is_asked_for_alone() -> None:
    queries = plan("openalex", "doi:10.5555/a,b", "doi:10.5555/c|d", DOI)

    assert [query.credits for query in queries] == [0, 0, 1]
    assert "/works/https://doi.org/10.5555%2Fa%2Cb?" in queries[0].ask.url


def test_an_id_of_openalex_that_a_list_leaves_out_is_asked_for_alone() -> None:
    keys = ("openalex:W1", "openalex:W7")
    answers = read("openalex", keys, {"results": [OPENALEX]})

    assert [work.names for work in answers["openalex:W1"]] == [("doi:10.5555/made.1", "openalex:W1", "pmid:123")]
    assert answers["openalex:W7"] is ALONE
    (query,) = plan("openalex", "openalex:W7")
    assert ("/works/W7?" in query.ask.url, query.credits) == (True, 0)


def test_the_id_of_a_merged_record_is_a_name_of_the_one_that_openalex_redirects_to() -> None:
    (query,) = plan("openalex", "openalex:W7")

    def answer(record: object, status: int = 200) -> Answers:
        body = json.dumps(record)
        seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body=body)
        return SOURCES["openalex"].read(query, seen)

    ((work,),) = answer(OPENALEX).values()
    assert work.names == ("doi:10.5555/made.1", "openalex:W1", "pmid:123", "openalex:W7")
    assert answer({"id": "https://openalex.org/W7", "display_name": "Deleted Work"}) == {"openalex:W7": ()}
    assert answer({}, status=404) == {"openalex:W7": ()}
    assert answer({}, status=500) == {}


def test_openalex_is_searched_without_the_marks_that_break_a_search() -> None:
    planner = SOURCES["openalex"].plan_titles
    assert planner is not None

    (query,) = planner(["title:What is *attention*? A|B, (C)"], SETTINGS)

    assert "title.search:What%20is%20attention%20A%20B%20C&" in query.ask.url
    assert query.credits == 10


def test_a_work_of_openalex() -> None:
    ((work,),) = read("openalex", (DOI,), {"results": [OPENALEX]}).values()

    assert work.names == ("doi:10.5555/made.1", "openalex:W1", "pmid:123")
    assert (work.title, work.year, work.date, work.n_citations) == ("A made-up title", 2020, "2020-02-03", 3)
    assert [one.names for one in work.references or ()] == [("openalex:W2",)]
    assert (work.authors[0], work.orcids[0]) == ("Ada Ito", ("Ada Ito", "0000-0000-0000-0001"))
    assert work.abstract == "Made up."
    assert work.urls == ()


def test_a_doi_that_is_absent_from_a_list_is_unknown_to_openalex() -> None:
    assert read("openalex", (DOI,), {"results": []}) == {DOI: ()}


def test_a_deleted_work_is_no_work() -> None:
    assert read("openalex", (DOI,), {"results": [{**OPENALEX, "display_name": "Deleted Work"}]}) == {DOI: ()}


def test_semantic_scholar_is_asked_for_500_identifiers_at_once() -> None:
    queries = plan("semantic-scholar", *(f"doi:10.5555/{n}" for n in range(600)), ARXIV, "s2:77")

    assert [len(query.keys) for query in queries] == [500, 102]
    assert json.loads(queries[1].ask.body)["ids"][-2:] == ["ARXIV:2001.00001", "CorpusId:77"]


def test_a_batch_of_semantic_scholar_has_null_for_unknown_works() -> None:
    work = {
        "paperId": "0" * 40,
        "corpusId": 77,
        "title": "A made-up title",
        "externalIds": {"DOI": "10.5555/made.1", "ArXiv": "2001.00001", "ACL": "P20-1001"},
        "references": [
            {"paperId": "1" * 40, "title": "Cited", "year": 2019, "externalIds": {"DOI": "10.5555/made.2"}},
            {"paperId": None, "title": "Only a title", "year": None, "externalIds": None},
            None,
        ],
    }

    found = read("semantic-scholar", (DOI, ARXIV), [work, None])

    assert found[ARXIV] == ()
    assert found[DOI][0].names == (DOI, ARXIV, f"s2:{'0' * 40}", "s2:77", "acl:P20-1001")
    assert [one.title for one in found[DOI][0].references or ()] == ["Cited", "Only a title"]


def test_a_batch_of_another_length_decides_nothing() -> None:
    assert read("semantic-scholar", (DOI, ARXIV), [None]) == {}


def test_a_title_without_a_match_is_unknown_to_semantic_scholar() -> None:
    assert read("semantic-scholar", (TITLE,), {"error": "Title match not found"}, status=404) == {TITLE: ()}
    assert read("semantic-scholar", (TITLE,), "<html>Not Found</html>", status=404) == {}


def test_twenty_dois_are_one_request_of_crossref() -> None:
    assert [len(query.keys) for query in plan("crossref", *(f"doi:10.5555/{n}" for n in range(45)))] == [20, 20, 5]


def test_a_work_of_crossref() -> None:
    item = {
        "DOI": "10.5555/MADE.1",
        "title": ["A made-up title"],
        "subtitle": ["and more"],
        "author": [
            {"given": "Ada", "family": "Ito", "ORCID": "http://orcid.org/0000-0000-0000-0001"},
            {"name": "A group"},
        ],
        "issued": {"date-parts": [[2020, 2]]},
        "container-title": [],
        "page": "7-9",
        "reference": [
            {"key": "1", "DOI": "10.5555/made.2"},
            {"key": "2", "unstructured": "Ito, A. (2001). Things. https://doi.org/10.5555/made.3"},
            {"key": "3", "author": "Weber", "year": "1999", "article-title": "A third made-up thing"},
            {"key": "4", "unstructured": "Nothing to find"},
        ],
        "relation": {
            "has-preprint": [{"id-type": "doi", "id": "10.1101/2020.01.01.1"}, {"id-type": "isbn", "id": "978-0"}],
            "is-preprint-of": [{"id-type": "arxiv", "id": "2001.00001"}],
        },
    }

    ((work,),) = read("crossref", (DOI,), {"message": {"items": [item]}}).values()

    assert (work.title, work.date, work.year, work.first_page) == ("A made-up title: and more", "2020-02", 2020, "7")
    assert work.authors == ("Ada Ito", "A group")
    assert work.versions == ("arxiv:2001.00001", "doi:10.1101/2020.01.01.1")
    assert [one.names for one in work.references or ()] == [
        ("doi:10.5555/made.2",),
        ("doi:10.5555/made.3",),
        ("work:weber-1999-athirdmadeupthing",),
        (),
    ]
    assert [one.text for one in work.references or () if one.text] == ["Nothing to find"]


def test_a_date_that_crossref_does_not_know_is_none() -> None:
    item = {"DOI": "10.5555/made.1", "title": ["x"], "issued": {"date-parts": [[None]]}}

    assert read("crossref", (DOI,), {"message": item})[DOI][0].date is None


def test_references_of_opencitations_name_works_by_several_identifiers() -> None:
    rows = [
        {"citing": f"omid:br/1 {DOI}", "cited": "omid:br/2 doi:10.5555/made.2 openalex:W2 pmid:7"},
        {"citing": "omid:br/9 doi:10.5555/other", "cited": "doi:10.5555/made.3"},
    ]

    ((work,),) = read("opencitations", (DOI,), rows).values()

    assert [one.names for one in work.references or ()] == [("doi:10.5555/made.2", "openalex:W2", "pmid:7")]


def test_a_feed_of_arxiv_in_any_order() -> None:
    entry = (
        "<entry><id>http://arxiv.org/abs/{0}v2</id><title>Title\n  of {0}</title><published>2020-01-02T00:00:00Z"
        "</published><author><name>Ada Ito</name></author><summary> Some text. </summary></entry>"
    )
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom">{entry.format("2001.00002")}{entry.format("2001.00001")}</feed>'

    found = read("arxiv", (ARXIV, "arxiv:2001.00003"), feed)

    assert found[ARXIV][0].title == "Title of 2001.00001"
    assert found["arxiv:2001.00003"] == ()


@pytest.mark.parametrize(
    "feed",
    [
        pytest.param('<feed xmlns="http://www.w3.org/2005/Atom"><entry>', id="cut off"),
        pytest.param("<html></html>", id="a page"),
        pytest.param(
            '<!DOCTYPE x [<!ENTITY a "b">]><feed xmlns="http://www.w3.org/2005/Atom">&a;</feed>', id="entities"
        ),
    ],
)
def test_what_is_not_a_whole_feed_decides_nothing(feed: str) -> None:
    assert read("arxiv", (ARXIV,), feed) == {}


def test_hugging_face_names_a_repository() -> None:
    paper = {"id": "2001.00001", "title": "A made-up title", "githubRepo": "https://github.com/made-up/x"}

    assert read("hugging-face", (ARXIV,), paper)[ARXIV][0].code == ("https://github.com/made-up/x",)
    assert read("hugging-face", (ARXIV,), {"error": "Paper not found"}, status=404) == {ARXIV: ()}


def test_a_record_of_datacite() -> None:
    attributes = {
        "doi": "10.5555/made.1",
        "titles": [{"title": "A made-up title"}],
        "publisher": "Example",
        "relatedIdentifiers": [
            {"relationType": "References", "relatedIdentifier": "10.5555/made.2", "relatedIdentifierType": "DOI"},
            {
                "relationType": "IsSupplementTo",
                "relatedIdentifier": "https://github.com/made-up/x",
                "relatedIdentifierType": "URL",
            },
        ],
    }

    ((work,),) = read("datacite", (DOI,), {"data": {"attributes": attributes}}).values()

    assert (work.publisher, work.code) == ("Example", ("https://github.com/made-up/x",))
    assert [one.names for one in work.references or ()] == [("doi:10.5555/made.2",)]


def test_people_and_relations_of_a_record_of_datacite() -> None:
    attributes = {
        "doi": "10.5555/made.1",
        "titles": [{"title": "A made-up title"}],
        "creators": [
            {"givenName": "Ada", "familyName": "Ito", "nameIdentifiers": [{"nameIdentifier": "0000-0000-0000-0001"}]},
            {"name": "Weber, Max", "givenName": "Max"},
            {"nameIdentifiers": []},
        ],
        "publisher": {"name": "Example"},
        "dates": [{"date": "2019-01-01", "dateType": "Created"}, {"date": "2020-02-03", "dateType": "Issued"}],
        "descriptions": [
            {"description": "A note.", "descriptionType": "Other"},
            {"description": "We weigh tides.", "descriptionType": "Abstract"},
        ],
        "relatedIdentifiers": [
            {"relationType": "Cites", "relatedIdentifier": "arXiv:2001.00002", "relatedIdentifierType": "arXiv"},
            {"relationType": "Cites", "relatedIdentifier": "978-0", "relatedIdentifierType": "ISBN"},
            {"relationType": "IsVersionOf", "relatedIdentifier": "10.5555/MADE.1", "relatedIdentifierType": "DOI"},
            {"relationType": "IsVersionOf", "relatedIdentifier": "10.5555/made.9", "relatedIdentifierType": "DOI"},
            {"relationType": "IsDerivedFrom", "relatedIdentifier": "https://example.org/x"},
        ],
    }

    ((work,),) = read("datacite", (DOI,), {"data": {"attributes": attributes}}).values()

    assert (work.authors, work.orcids) == (("Ada Ito", "Weber, Max"), (("Ada Ito", "0000-0000-0000-0001"),))
    assert (work.publisher, work.date, work.abstract) == ("Example", "2020-02-03", "We weigh tides.")
    assert [one.names for one in work.references or ()] == [("arxiv:2001.00002",)]
    assert (work.versions, work.code) == (("doi:10.5555/made.9",), ())


@pytest.mark.parametrize(
    ("service", "body"),
    [
        ("crossref", "Resource not found."),
        ("datacite", '{"errors": [{"title": "The resource you are looking for doesn\'t exist."}]}'),
    ],
)
def test_a_service_says_itself_that_it_knows_no_work(service: str, body: str) -> None:
    assert read(service, (DOI,), body, status=404) == {DOI: ()}
    assert read(service, (DOI,), "<html>Not Found</html>", status=404) == {}


def test_a_hit_of_dblp() -> None:
    info = {
        "title": "A made-up title.",
        "authors": {"author": {"@pid": "1", "text": "Ada Ito 0001"}},
        "year": "2020",
        "doi": "10.5555/made.1",
    }

    ((work,),) = read("dblp", (TITLE,), {"result": {"hits": {"@total": "1", "hit": [{"info": info}]}}}).values()

    assert (work.title, work.authors[0], work.names) == ("A made-up title", "Ada Ito", (DOI,))


KEYS = {
    name: (TITLE,) if name == "dblp" else (ARXIV,) if name in {"arxiv", "hugging-face"} else (DOI,) for name in SOURCES
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [*OPENALEX, "results", "data", "message", "items", "title", "DOI", "reference", "externalIds"]
            ),
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


@pytest.mark.parametrize("service", SOURCES)
@given(key=st.sampled_from(sorted(OPENALEX)), value=JSON)
def test_no_field_of_another_type_raises(service: str, key: str, value: object) -> None:
    record = {**OPENALEX, key: value}

    read(service, KEYS[service], {"results": [record], "data": [record], "message": {"items": [record]}})


@pytest.mark.parametrize("service", SOURCES)
@pytest.mark.parametrize("status", [401, 403, 429, 500, 503])
def test_an_error_decides_nothing(service: str, status: int) -> None:
    assert read(service, KEYS[service], {"error": "x"}, status=status) == {}
    assert read(service, KEYS[service], "<html>x</html>", status=status) == {}


CITING = ("citing:openalex:W2", "citing:openalex:W3")


def test_openalex_is_asked_for_the_most_cited_works_that_cite_any_of_ten() -> None:
    planner = SOURCES["openalex"].plan_citing
    assert planner is not None

    queries = planner([f"citing:openalex:W{n}" for n in range(12)], SETTINGS)

    assert [len(query.keys) for query in queries] == [10, 2]
    assert "/works?filter=cites:W10%7CW11&sort=cited_by_count:desc&per-page=200&select=id,doi," in queries[1].ask.url


def test_a_citing_work_of_openalex_is_listed_under_the_works_in_its_references() -> None:
    answers = read("openalex", CITING, {"results": [OPENALEX, {"id": "W5", "referenced_works": None}, 7]})

    assert {key: [work.names[0] for work in works] for key, works in answers.items()} == {
        CITING[0]: ["doi:10.5555/made.1"],
        CITING[1]: [],
    }


def test_citing_works_of_semantic_scholar() -> None:
    key = f"citing:s2:{'a' * 40}"
    planner = SOURCES["semantic-scholar"].plan_citing
    assert planner is not None
    (query,) = planner([key], SETTINGS)
    assert f"/paper/{'a' * 40}/citations?fields=paperId,corpusId,externalIds,title,year&limit=1000" in query.ask.url

    body = {"data": [{"citingPaper": {"paperId": "b" * 40, "title": "B", "year": 2020}}, {"citingPaper": None}, None]}
    ((work,),) = read("semantic-scholar", (key,), body).values()

    assert (work.names, work.title, work.year) == ((f"s2:{'b' * 40}",), "B", 2020)


def test_citing_works_of_opencitations_are_names() -> None:
    rows = [
        {"cited": "omid:br/1 doi:10.5555/made.1", "citing": "omid:br/2 doi:10.5555/other openalex:W7"},
        {"cited": "doi:10.5555/stranger", "citing": "doi:10.5555/wrong"},
    ]

    ((work,),) = read("opencitations", (f"citing:{DOI}",), rows).values()

    assert work.names == ("doi:10.5555/other", "openalex:W7")


@pytest.mark.parametrize("service", [name for name, source in SOURCES.items() if source.plan_citing])
@pytest.mark.parametrize("status", [200, 404, 429, 500])
@pytest.mark.parametrize("body", ["<html>", "{", "[", "null", '{"results": {}}', '{"data": 1}', "[" * 100_000])
def test_an_answer_about_citing_works_that_cannot_be_read_decides_nothing(service: str, status: int, body: str) -> None:
    key = f"citing:{SOURCES[service].citing_prefix}{'a' * 40}"

    assert read(service, (key,), body, status=status) == {}


CSL: dict[str, Any] = {
    "DOI": "10.5555/MADE.1",
    "title": "A made-up title",
    "author": [{"given": "Ada", "family": "Ito"}, {"literal": "The Consortium"}, 7],
    "issued": {"date-parts": [[2020, 2]]},
    "container-title": "Made-up Proceedings",
    "page": "7-9",
}


def test_a_work_of_another_agency() -> None:
    (query,) = plan("doi", DOI)
    assert query.ask.url == "https://doi.org/10.5555/made.1"
    assert query.ask.accept == "application/vnd.citationstyles.csl+json"

    ((work,),) = read("doi", (DOI,), CSL).values()

    assert (work.names, work.title, work.date, work.venue) == ((DOI,), CSL["title"], "2020-02", "Made-up Proceedings")
    assert work.authors == ("Ada Ito", "The Consortium")
    assert work.first_page == "7"


@pytest.mark.parametrize(
    ("status", "body", "decides"),
    [
        pytest.param(404, "<title>Error: DOI Not Found</title>", True, id="unknown at doi.org"),
        pytest.param(406, "", True, id="an agency without descriptions"),
        pytest.param(404, "<title>Not here</title>", False, id="not found elsewhere"),
        pytest.param(200, "<html>", False, id="a page"),
        pytest.param(200, "[" * 100_000, False, id="nested brackets"),
    ],
)
def test_only_doi_org_itself_says_that_a_doi_is_unknown(status: int, body: str, *, decides: bool) -> None:
    assert read("doi", (DOI,), body, status=status) == ({DOI: ()} if decides else {})
