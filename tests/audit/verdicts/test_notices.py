"""Recognising pages that stand in for others by title, heading, text, source, headers and host."""

import tomllib

import pytest
from tests.case_tables import cases
from tests.folders import CASES

from papertrace.audit.verdicts import Place, classify, gone_notice, wall_notice
from papertrace.model import Ask, Hop, Method, Observation, Outcome
from papertrace.word_lists import read_tables


def test_a_page_without_a_notice_says_nothing() -> None:
    assert gone_notice("<p>text") is None
    assert gone_notice("") is None


@cases("title")
def test_a_title_that_reports_a_missing_page_is_recognised(title: str) -> None:
    assert gone_notice(f"<html><head><title>\n{title}</title>") is not None


def test_a_first_heading_counts_where_the_title_is_that_of_the_site() -> None:
    body = "<title>Acme Lab</title><body><h1 class='x'><span>Page not found</span></h1>"

    assert gone_notice(body) == "Page not found"


@cases("title")
def test_the_title_of_a_paper_is_not_a_notice(title: str) -> None:
    assert gone_notice(f"<title>{title}</title>") is None


@pytest.mark.parametrize(
    "title", ["Just a moment...", "Attention Required! | Cloudflare", "Access Denied", "Are you a robot?", "DDoS-Guard"]
)
def test_a_bot_wall_is_recognised(title: str) -> None:
    assert wall_notice(f"<title>{title}</title>") is not None


@cases("language, phrase")
def test_a_missing_page_is_recognised_in_many_languages(language: str, phrase: str) -> None:
    site = {"zh": "示例实验室", "ja": "サンプル研究所", "ru": "Лаборатория"}.get(language, "Acme")

    assert gone_notice(f"<title>{phrase}</title>") == phrase
    assert gone_notice(f"<title>{site} | {phrase}</title>") is not None
    assert gone_notice(f"<title>{site}</title><h1 class='big'>{phrase}</h1>") == phrase
    assert gone_notice(f"<title>{site}</title><div><p>{phrase}</p><a href='/'>{site}</a></div>") is not None


def test_every_language_of_the_table_has_a_phrase_here() -> None:
    table = tomllib.loads((CASES / "audit" / "verdicts" / "notices.toml").read_text("utf-8"))
    languages = {language for language, _ in table["a_missing_page_is_recognised_in_many_languages"]}

    assert set(read_tables("papertrace.audit", "missing.toml")) == languages


@cases("title")
def test_a_title_in_another_language_is_not_a_notice(title: str) -> None:
    assert gone_notice(f"<title>{title}</title><h1>{title}</h1><p>{'word ' * 100}</p>") is None


def test_the_text_of_a_page_counts_only_if_there_is_little() -> None:
    notice = "<p>This item might not exist or is no longer available</p>"

    assert gone_notice(f"<title>Acme Drive</title>{notice}") is not None
    assert gone_notice(f"<title>Acme Drive</title>{notice}<p>{'word ' * 10}</p>") is None
    assert gone_notice(f"<title>Acme Drive</title><script>var text = '{notice}';</script><p>Files</p>") is None
    assert gone_notice("<title>Acme</title><noscript>Page not found without scripts</noscript><p>Files</p>") is None


def page_seen(
    body: str, *, status: int = 200, headers: tuple[tuple[str, str], ...] = (), final_url: str = "", hop: int = 0
) -> Observation:
    return Observation(
        ask=Ask(method=Method.GET, url="https://lab.example.org/project"),
        final_url=final_url or "https://lab.example.org/project",
        status=status,
        headers=headers,
        body=body,
        hops=(Hop(url="https://lab.example.org/project", status=hop),) if hop else (),
    )


@cases("body, outcome", named=True)
def test_what_stands_in_for_a_page_decides(body: str, outcome: Outcome) -> None:
    assert classify(page_seen(body)).outcome is outcome


def test_a_domain_that_redirects_to_a_marketplace_has_not_moved() -> None:
    body = "<title>Great name</title>"
    url = "https://www.hugedomains.com/domain_profile.cfm?d=example.org"

    conclusion = classify(page_seen(body, final_url=url, hop=301))

    assert (conclusion.outcome, conclusion.new_url) == (Outcome.SUSPECT, None)
    assert conclusion.reason == f"redirects to a marketplace of domains: {url}"


@pytest.mark.parametrize("host", ["ww16.lab.example.org", "ww38.lab.example.org"])
def test_a_redirect_to_a_numbered_host_of_the_domain_is_parking(host: str) -> None:
    assert classify(page_seen("<p>x", final_url=f"http://{host}/project", hop=302)).outcome is Outcome.SUSPECT


@cases("header")
@pytest.mark.parametrize("status", [200, 400, 503])
def test_a_wall_may_be_marked_by_a_header_alone(header: tuple[str, str], status: int) -> None:
    assert classify(page_seen("", status=status, headers=(header,))).outcome is Outcome.RESTRICTED


def test_a_page_that_a_bot_check_has_let_through_is_alive() -> None:
    assert classify(page_seen("<title>Acme</title>", headers=(("x-datadome", "protected"),))).outcome is Outcome.ALIVE


def test_every_notice_has_a_source_and_one_place() -> None:
    for row in read_tables("papertrace.audit", "notices.toml")["notice"]:
        assert row["source"]
        assert sum(place in row for place in Place) == 1
        assert set(row) <= {"means", "source", *Place}


@cases("title")
def test_usual_ways_to_say_it_are_recognised(title: str) -> None:
    assert gone_notice(f"<title>{title}</title>") is not None


@pytest.mark.parametrize("title", ["La página en blanco: poesía inexistente", "The blank page. What does not exist"])
def test_what_is_said_of_something_else_after_a_colon_or_stop_is_no_notice(title: str) -> None:
    assert gone_notice(f"<title>{title}</title>") is None


def test_a_line_of_plain_text_may_be_a_notice() -> None:
    assert gone_notice("404 page not found\n") is not None
    assert gone_notice("Lakes of the north\nFile not found: none") is None
    assert gone_notice("Lakes of the north " + "ice " * 100 + "file not found") is None


@cases("body")
def test_a_wall_that_only_its_source_shows_is_recognised(body: str) -> None:
    assert classify(page_seen(body)).outcome is Outcome.RESTRICTED
    assert classify(page_seen(body + "<p>" + "ice " * 500)).outcome is Outcome.ALIVE


@cases("title")
def test_parked_domains_are_recognised_in_other_languages(title: str) -> None:
    assert classify(page_seen(f"<title>{title}</title>")).outcome is Outcome.SUSPECT
