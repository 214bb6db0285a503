"""What the robots.txt of a host allows an audit to request."""

import time

import pytest
from tests.case_tables import cases

from papertrace.audit.probers import MAX_ROBOTS_LENGTH as MAX_LENGTH
from papertrace.audit.probers import reason_forbidden, robots_ask
from papertrace.model import Ask, Fault, Method, Observation

ASK = Ask(method=Method.GET, url="https://example.org/robots.txt")
FORBIDDEN = "robots.txt of the host forbids it"


def received(status: int | None, body: str = "", fault: Fault | None = None) -> Observation:
    return Observation(ask=ASK, final_url=ASK.url, status=status, body=body, fault=fault)


def forbids(rules: str, path: str, user_agent: str = "papertrace (link audit)") -> bool:
    reason = reason_forbidden(f"https://example.org{path}", received(200, rules), user_agent)
    assert reason in {None, FORBIDDEN}
    return reason is not None


@cases("rules, forbidden, allowed", named=True)
def test_rules_apply_as_the_standard_says(rules: str, forbidden: str, allowed: str) -> None:
    assert forbids(rules, forbidden)
    assert not forbids(rules, allowed)


def test_rules_are_asked_of_the_host_and_port_of_a_page_as_plain_text() -> None:
    ask = robots_ask("https://example.org:8443/a/b?c#d")

    assert ask == Ask(method=Method.GET, url="https://example.org:8443/robots.txt", accept="text/plain")


def test_the_name_of_the_client_is_what_its_user_agent_begins_with() -> None:
    rules = "User-agent: acme-audit\nDisallow: /a"

    assert forbids(rules, "/a", "Acme-Audit/1.0 (+https://example.org)")
    assert not forbids(rules, "/a", "papertrace (acme-audit)")


@pytest.mark.parametrize(
    ("robots", "reason"),
    [
        (received(404, "User-agent: *\nDisallow: /"), None),
        (received(500), "robots.txt could not be read (500)"),
        (received(503), "robots.txt could not be read (503)"),
        (received(None, fault=Fault.TIMEOUT), None),
        (received(200, "<!doctype html><title>Home</title>"), None),
    ],
    ids=["none", "error", "another error", "no connection", "a page instead"],
)
def test_a_host_without_rules_forbids_nothing_and_one_with_an_error_everything(
    robots: Observation, reason: str | None
) -> None:
    assert reason_forbidden("https://example.org/a", robots, "papertrace") == reason


@pytest.mark.parametrize(
    "rules",
    [
        "".join(f"User-agent: a{number}\n" for number in range(15_000))
        + "".join(f"Allow: /{number}\n" for number in range(25_000)),
        "User-agent: *\nDisallow: " + "*a" * 250_000 + "$",
        "User-agent" + " " * 500_000,
        "User-agent: *\nDisallow: /" + "$" * 500_000,
    ],
    ids=["many clients with many rules", "wildcards", "blanks", "ends"],
)
def test_hostile_rules_take_time_in_proportion_to_their_length(rules: str) -> None:
    start = time.process_time()

    assert not forbids(rules, "/" + "ab" * 1_000)

    assert time.process_time() - start < 10  # 15,000 clients with 25,000 rules each would take minutes, and all memory


def test_no_more_is_read_than_the_standard_asks_for() -> None:
    rules = "User-agent: *\nDisallow: /a\n"

    assert forbids("#" * (MAX_LENGTH - len(rules) - 1) + "\n" + rules, "/a")
    assert not forbids("#" * MAX_LENGTH + "\n" + rules, "/a")


def test_a_line_that_is_cut_off_is_no_rule() -> None:
    rules = "User-agent: *\nDisallow: /"

    assert not forbids("#" * (MAX_LENGTH - len(rules) - 1) + "\n" + rules + "a\n", "/b")


def test_rules_of_others_are_those_of_no_client() -> None:
    assert not forbids("User-agent: acme\nDisallow: /", "/a", "another")
