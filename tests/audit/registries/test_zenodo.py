"""Records on Zenodo: queries, and the meaning of the documented answers.

https://developers.zenodo.org/#retrieve37
https://developers.zenodo.org/#errors (404, 410)
"""

import json
from typing import Any

import pytest
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import REGISTRIES
from papertrace.model import Observation, Outcome, Verdict

REGISTRY = REGISTRIES["zenodo"]
SETTINGS = settings_with_registries()
HOST = "https://records.example.org"


def verdict(path: str, status: int, facts: dict[str, Any]) -> Verdict | None:
    one = link(f"{HOST}/{path}")
    (query,) = REGISTRY.plan([one], SETTINGS)
    seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body=json.dumps(facts))
    return REGISTRY.read(query, seen).get(one)


def test_a_record_is_queried_once_with_all_links_below_it() -> None:
    links = [link(f"{HOST}/{path}") for path in ("record/12", "records/12/", "records/12/files/a.csv?download=1")]

    (query,) = REGISTRY.plan(links, SETTINGS)

    assert query.ask.url == f"{HOST}/api/records/12"
    assert query.links == tuple(links)


@pytest.mark.parametrize("path", ["", "records", "records/abc", "communities/acme", "search?q=12", "doi/10.5555/12"])
def test_other_pages_are_not_queried(path: str) -> None:
    assert not REGISTRY.suits(link(f"{HOST}/{path}"), SETTINGS)


@pytest.mark.parametrize(
    ("access", "words"),
    [
        ("open", "the record exists"),
        (None, "the record exists"),
        (["open"], "the record exists"),
        ("embargoed", "the record exists; its files are embargoed"),
        ("restricted", "the record exists; its files are restricted"),
        ("closed", "the record exists; its files are closed"),
    ],
)
def test_the_access_right_of_a_record_is_in_the_reason(access: object, words: str) -> None:
    found = verdict("records/12", 200, {"id": 12, "metadata": {"access_right": access}})

    assert found is not None
    assert (found.outcome, found.reason) == (Outcome.ALIVE, words)


@pytest.mark.parametrize("status", [404, 410])
@pytest.mark.parametrize("path", ["records/12", "records/12/files/a.csv"])
def test_a_missing_record_is_dead_with_its_files(path: str, status: int) -> None:
    found = verdict(path, status, {"status": status, "message": "The persistent identifier does not exist."})

    assert found is not None
    assert found.outcome is Outcome.DEAD


@pytest.mark.parametrize(
    ("status", "facts"),
    [
        pytest.param(404, {"message": "Not Found"}, id="another 404"),
        pytest.param(404, {"status": 410}, id="two opinions"),
        pytest.param(500, {"status": 404}, id="an error"),
        pytest.param(200, {"id": 12}, id="no metadata"),
        pytest.param(200, {"metadata": {}}, id="no id"),
    ],
)
def test_what_zenodo_does_not_decide_is_left_to_the_page(status: int, facts: dict[str, Any]) -> None:
    assert verdict("records/12", status, facts) is None


def test_a_file_of_an_existing_record_is_left_to_its_page() -> None:
    assert verdict("records/12/files/a.csv", 200, {"id": 12, "metadata": {}}) is None
