"""The archives: the request to each, and the meaning of the documented answers.

https://archive.softwareheritage.org/api/1/origin/visit/latest/doc/ (200, 404)
https://archive.softwareheritage.org/api/1/origin/visits/doc/
https://www.rfc-editor.org/rfc/rfc7089 (a TimeGate answers 302 with the address of the nearest memento)
"""

import json

import pytest
from tests.case_tables import cases
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import SOFTWARE_HERITAGE, WAYBACK
from papertrace.audit.settings import AuditSettings
from papertrace.model import Observation

SETTINGS = settings_with_registries()
REPOSITORY = link("https://code.example.org/Acme-Example/Tool/tree/main")
PAGE = link("http://www.example.org/a?b=c&d=%C3%A9#e")
NUMBER = "0123456789abcdef0123456789abcdef01234567"


def test_software_heritage_is_asked_for_the_repository_as_spelled() -> None:
    asked = SOFTWARE_HERITAGE.ask(REPOSITORY, None, SETTINGS)

    assert asked.url == (
        "https://heritage.example.org/api/1/origin/https://code.example.org/Acme-Example/Tool/visit/latest/"
        "?require_snapshot=true"
    )
    assert SOFTWARE_HERITAGE.suits(REPOSITORY)
    assert not SOFTWARE_HERITAGE.suits(PAGE)


@pytest.mark.parametrize(
    ("status", "facts", "is_there"),
    [
        pytest.param(200, {"snapshot": NUMBER, "status": "full"}, True, id="a visit with a snapshot"),
        pytest.param(200, {"snapshot": None, "status": "not_found"}, False, id="a visit without one"),
        pytest.param(200, {"snapshot": "x;origin=https://evil.example.net"}, False, id="no number of a snapshot"),
        pytest.param(404, {"exception": "NotFoundExc", "reason": "No visit"}, False, id="no visit"),
        pytest.param(429, {"snapshot": NUMBER}, False, id="refused for the moment"),
        pytest.param(200, {}, False, id="nothing"),
    ],
)
def test_a_snapshot_is_given_by_its_persistent_address(
    status: int, facts: dict[str, object], *, is_there: bool
) -> None:
    asked = SOFTWARE_HERITAGE.ask(REPOSITORY, None, SETTINGS)
    seen = Observation(ask=asked, final_url=asked.url, status=status, body=json.dumps(facts))

    expected = f"https://heritage.example.org/swh:1:snp:{NUMBER};origin=https://code.example.org/Acme-Example/Tool"
    assert SOFTWARE_HERITAGE.read(REPOSITORY, None, seen, SETTINGS) == (expected if is_there else None)


def visit(day: str, number: str | None) -> dict[str, object]:
    """Return a visit as an item of the list of visits."""
    return {"date": f"{day}T03:04:05.060000+00:00", "snapshot": number, "status": "full" if number else "not_found"}


VISITS = [
    visit("2025-11-02", "c" * 40),
    visit("2022-01-01", "b" * 40),
    visit("2021-03-05", None),
    visit("2020-12-31", "a" * 40),
]


@cases("date, number")
def test_the_visit_nearest_to_the_paper_is_chosen(date: str, number: str) -> None:
    asked = SOFTWARE_HERITAGE.ask(REPOSITORY, date, SETTINGS)
    seen = Observation(ask=asked, final_url=asked.url, status=200, body=json.dumps(VISITS))

    found = SOFTWARE_HERITAGE.read(REPOSITORY, date, seen, SETTINGS)

    assert asked.url.endswith("/Acme-Example/Tool/visits/?per_page=1000")
    assert found is not None
    assert f"/swh:1:snp:{number * 40};" in found


def test_of_two_visits_that_are_as_near_the_later_one_is_chosen() -> None:
    asked = SOFTWARE_HERITAGE.ask(REPOSITORY, "2021-03-04", SETTINGS)
    visits = [{"date": f"2021-03-0{day}T00:00:00Z", "snapshot": f"{day}" * 40} for day in (3, 5)]
    seen = Observation(ask=asked, final_url=asked.url, status=200, body=json.dumps(visits))

    found = SOFTWARE_HERITAGE.read(REPOSITORY, "2021-03-04", seen, SETTINGS)

    assert found is not None
    assert f"/swh:1:snp:{'5' * 40};" in found


@pytest.mark.parametrize(
    "body",
    ["[]", "{}", "[", "[" * 100_000, "[null, 1, [], {}]", '[{"snapshot": 1, "date": []}]', json.dumps(VISITS[2:3])],
    ids=["none", "an object", "half a list", "deep", "no visits", "odd visits", "no snapshot"],
)
def test_a_list_without_a_visit_that_left_a_snapshot_gives_none(body: str) -> None:
    asked = SOFTWARE_HERITAGE.ask(REPOSITORY, "2021", SETTINGS)
    seen = Observation(ask=asked, final_url=asked.url, status=200, body=body)

    assert SOFTWARE_HERITAGE.read(REPOSITORY, "2021", seen, SETTINGS) is None


def test_a_visit_without_a_date_is_better_than_none() -> None:
    asked = SOFTWARE_HERITAGE.ask(REPOSITORY, "2021", SETTINGS)
    seen = Observation(ask=asked, final_url=asked.url, status=200, body=json.dumps([{"snapshot": NUMBER}]))

    assert SOFTWARE_HERITAGE.read(REPOSITORY, "2021", seen, SETTINGS)


@pytest.mark.parametrize("date", ["", "--03-04", "2021-99-99", "0000"])
def test_without_a_valid_date_the_last_visit_is_requested(date: str) -> None:
    assert SOFTWARE_HERITAGE.ask(REPOSITORY, date, SETTINGS) == SOFTWARE_HERITAGE.ask(REPOSITORY, None, SETTINGS)


@cases("status, body, expected", named=True)
def test_software_heritage_lacks_a_snapshot_only_if_it_reports_so(status: int, body: str, *, expected: bool) -> None:
    asked = SOFTWARE_HERITAGE.ask(REPOSITORY, None, SETTINGS)
    seen = Observation(ask=asked, final_url=asked.url, status=status, body=body)

    assert SOFTWARE_HERITAGE.lacks(seen) == expected


@pytest.mark.parametrize(("status", "expected"), [(404, True), (302, False), (429, False), (503, False), (200, False)])
def test_the_wayback_machine_lacks_a_snapshot_only_if_it_answers_404(status: int, *, expected: bool) -> None:
    asked = WAYBACK.ask(PAGE, None, SETTINGS)

    assert WAYBACK.lacks(Observation(ask=asked, final_url=asked.url, status=status)) == expected


@cases("when, date")
def test_the_wayback_machine_is_asked_for_the_date_of_the_paper(date: str | None, when: str) -> None:
    asked = WAYBACK.ask(PAGE, date, SETTINGS)

    assert asked.url == f"https://wayback.example.org/web/{when}http://www.example.org/a?b=c&d=%C3%A9"
    assert not asked.follows


@cases("status, expected, location", named=True)
def test_a_redirect_to_a_snapshot_of_the_archive_itself_is_believed(
    status: int, location: str | None, *, expected: bool
) -> None:
    asked = WAYBACK.ask(PAGE, None, SETTINGS)
    headers = (("location", location),) if location else ()

    seen = Observation(ask=asked, final_url="", status=status, headers=headers)
    found = WAYBACK.read(PAGE, None, seen, SETTINGS)

    assert found == ("https://wayback.example.org/web/20210304050607/http://www.example.org/a" if expected else None)


def test_the_wayback_machine_is_asked_at_intervals() -> None:
    assert dict(AuditSettings().endpoints.intervals_s())["web.archive.org"] == 2.0
