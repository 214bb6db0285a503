"""Recognising missing pages and bot walls by title and heading."""

import pytest

from papertrace.audit.verdicts.soft404 import gone_notice, page_title, wall_notice


def test_a_page_without_a_title_says_nothing() -> None:
    assert page_title("<p>text") == ""
    assert gone_notice("<p>404 not found") is None


@pytest.mark.parametrize(
    "title",
    [
        "404",
        "404 Not Found",
        "Error 404 (Not Found)!!1",
        "Page not found · Acme Pages",
        "Acme Lab | Page Not Found",
        "Not Found",
        "Oops! That page can&#8217;t be found.",
        "The page you requested was not found",
        "This page does not exist",
        "Project no longer available",
        "example.org: this domain is for sale",
        "Seite nicht gefunden",
        "页面不存在",
    ],
)
def test_a_title_that_reports_a_missing_page_is_recognised(title: str) -> None:
    assert gone_notice(f"<html><head><title>\n{title}</title>") is not None


def test_a_first_heading_counts_where_the_title_is_that_of_the_site() -> None:
    body = "<title>Acme Lab</title><body><h1 class='x'><span>Page not found</span></h1>"

    assert gone_notice(body) == "Page not found"


@pytest.mark.parametrize(
    "title",
    [
        "Attention Is Sometimes Needed",
        "Lost and Found: Localising Objects",
        "A Study of 404 Pages and Link Rot on the Scholarly Web Over Twenty Years of Crawls and Not Found Errors",
        "What we looked for in ten years of abstracts and supplementary files, and what was not found",
        "Room 404: a dataset",
        "Domain adaptation for segmentation",
        "Just a moment-matching network",
    ],
)
def test_the_title_of_a_paper_is_not_a_notice(title: str) -> None:
    assert gone_notice(f"<title>{title}</title>") is None


@pytest.mark.parametrize(
    "title", ["Just a moment...", "Attention Required! | Cloudflare", "Access Denied", "Are you a robot?", "DDoS-Guard"]
)
def test_a_bot_wall_is_recognised(title: str) -> None:
    assert wall_notice(f"<title>{title}</title>") is not None
