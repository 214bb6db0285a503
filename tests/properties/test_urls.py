"""Properties of the search for URLs, on any text."""

from hypothesis import assume, given
from hypothesis import strategies as st

from papertrace.extract.claims import find_claim
from papertrace.extract.links import find_links
from papertrace.extract.urls.repair import clean_address, url_identity
from papertrace.extract.urls.repositories import parse_repository
from papertrace.extract.urls.scanner import strip_sentence
from papertrace.model import Markup, RepoRef, Span

PIECES = st.sampled_from(
    [
        "https://", "http", "www.", "github.com", "/", ".", "acme", "fast_mm", "\\_", "&amp;", "[.]", "(", ")", "[", "]",  # noqa: E501
        '<a href="', '">', "\\url{", "}", "{", "\n", " ", "-", "?", "#", "=", "%2F", "\u200b", "\uff0f", "\u3002", "`",
        "<b>", "</b>", "\\verb|", "+", "filter[a]=", "acme.github.io", "10.1000/182", "arXiv:2401.00001", "git@", ":", "doi.org", "<!--", "](", "\u4e2d", "İ", "dot com",  # noqa: E501
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=30).map("".join))
NAMES = st.from_regex(r"[a-z0-9](?:[a-z0-9-]{0,12}[a-z0-9])?", fullmatch=True)
MARKUPS = st.sampled_from(list(Markup))


@given(TEXTS, MARKUPS)
def test_any_text_is_read_and_every_span_shows_its_raw_text(text: str, markup: Markup) -> None:
    lines = text.split("\n")
    for link in find_links(text, markup, start=Span("x", 1, 1)):
        rest = "\n".join([lines[link.span.line - 1][link.span.column - 1 :], *lines[link.span.line :]])
        assert link.raw
        assert rest.startswith(link.raw)
        assert "://" in link.url


@given(TEXTS, MARKUPS)
def test_a_clean_address_stays_as_it_is(text: str, markup: Markup) -> None:
    for link in find_links(text, markup):
        assert strip_sentence(strip_sentence(link.url)) == strip_sentence(link.url)
        if not any(mark in link.url for mark in "?#"):
            assert url_identity(link.url) == url_identity(link.url.removesuffix("/"))
        cleaned = clean_address(link.url)
        assert cleaned is None or clean_address(cleaned) == cleaned


@given(TEXTS)
def test_other_readers_take_any_text(text: str) -> None:
    parse_repository(text)
    clean_address(text)
    find_claim(text, find_links(text))


@given(
    NAMES,
    NAMES,
    st.sampled_from(["", "(", "[", '"', "“", "<", "{", "'", "`", "Code:"]),
    st.sampled_from([" ", ". ", ", ", ")", "]", '"', "”", ">", "}", "'.", "; ", "? ", "。"]),
)
def test_an_address_among_punctuation_is_found_unchanged(owner: str, name: str, before: str, behind: str) -> None:
    url = f"https://github.com/{owner}/{name}"
    links = find_links(f"See {before}{url}{behind}We go on.")
    assert [link.url for link in links] == [url]
    assert links[0].raw == url


@given(NAMES, NAMES)
def test_all_addresses_of_a_repository_name_it(owner: str, name: str) -> None:
    expected = RepoRef("github.com", owner, name)
    assume(parse_repository(expected.url) is not None)  # some first segments are not owners
    for form in ("git@github.com:{}/{}.git", "git+https://github.com/{}/{}@v1", "https://api.github.com/repos/{}/{}"):
        assert parse_repository(form.format(owner.upper(), name)) == expected
