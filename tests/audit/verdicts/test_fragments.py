"""The parts of a page that fragments name."""

import pytest
from tests.case_tables import cases
from tests.origin.cases import link

from papertrace.audit.verdicts import complete_page, leaves_part_open, missing_part
from papertrace.model import Ask, Method, Observation, Outcome, Verdict
from papertrace.web.exchange import CUT_SHORT

URL = "https://example.org/a"
PAGE = Observation(ask=Ask(method=Method.GET, url=URL), final_url=URL, status=200, body="<p id=harbours>Ropes age.")
BODY = """<h2 ID = "Old Ropes">Old  Ropes</h2><a name='caf\u00e9'>Tides</a><p id=a&amp;b>at <b>noon</b></p>
<nav><a href="#tarred-twine">Twine</a></nav><script>{"headings": [{"level": 2, "anchor":"wet-knots"}],
"html": "<h2 id=\\"user-content-dry-knots\\">"}</script><p><b>Ropes</b>, and <i>twine</i>.</p>
<section id="user-content-frost">Salted, dried and <i>coiled</i></section>"""


@cases("fragment", named=True)
def test_a_part_that_the_page_has_is_not_missing(fragment: str) -> None:
    assert missing_part(f"{URL}#{fragment}", BODY) is None


@cases("fragment, missing", named=True)
def test_a_part_that_the_page_lacks_is_named_as_readers_write_it(fragment: str, missing: str) -> None:
    assert missing_part(f"{URL}#{fragment}", BODY) == missing


@cases("outcome, fragment, checked, expected", named=True)
def test_only_a_working_link_leaves_open_whether_its_page_has_a_part(
    outcome: Outcome, fragment: str, *, checked: bool, expected: bool
) -> None:
    found = Verdict(link=link(f"{URL}#{fragment}"), outcome=outcome, reason="200 OK", fragment_checked=checked)

    assert leaves_part_open(found) == expected


def observed(body: str = PAGE.body, *, url: str = URL, status: int = 200, detail: str = "") -> Observation:
    return Observation(ask=Ask(method=Method.GET, url=url), final_url=url, status=status, body=body, detail=detail)


@pytest.mark.parametrize(
    ("seen", "max_bytes", "is_complete"),
    [
        pytest.param([PAGE], 100, True, id="a page"),
        pytest.param([PAGE], len(PAGE.body), False, id="as many bytes as are read"),
        pytest.param([PAGE], len(PAGE.body) + 1, True, id="one byte fewer than are read"),
        pytest.param([observed("\u00e9" * 50)], 100, False, id="as many bytes of fewer characters"),
        pytest.param([observed("\ud800" * 50)], 100, True, id="halves of characters"),
        pytest.param([observed(detail=CUT_SHORT)], 100, False, id="the beginning of a page"),
        pytest.param([observed("")], 100, False, id="no body"),
        pytest.param([observed(status=404)], 100, False, id="no page"),
    ],
)
def test_a_page_is_complete_if_it_was_read_to_its_end(
    seen: list[Observation], max_bytes: int, *, is_complete: bool
) -> None:
    found = Verdict(link=link(URL), outcome=Outcome.ALIVE, reason="200 OK", seen=tuple(seen))

    assert (complete_page(found, max_bytes) is not None) == is_complete


def test_the_page_is_the_last_one_that_the_address_of_the_link_gave() -> None:
    last, other = observed("last"), observed("other", url="https://example.org/other")
    found = Verdict(
        link=link(URL), outcome=Outcome.ALIVE, reason="200 OK", seen=(PAGE, last, observed(status=500), other)
    )

    assert complete_page(found, 100) is last


@pytest.mark.parametrize("fragment", ["L", "Lines", "knots", "wet", "l10x"])
def test_a_fragment_that_resembles_what_scripts_make_is_missing(fragment: str) -> None:
    assert missing_part(f"{URL}#{fragment}", BODY) == fragment
