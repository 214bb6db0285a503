"""The authors of a paper on a page: classed as such, beside its title, or before it."""

import pytest
from lxml import html

from papertrace.listings.html.authors import find_names, find_names_before, is_of_authors, read_authors, split_people


def element(text: str) -> html.HtmlElement:
    return html.fragment_fromstring(text)


@pytest.mark.parametrize("name", ["authors", "author", "pub-authors", "DLauthors", "list creator", "byline-top"])
def test_a_class_of_authors_is_one_in_many_spellings(name: str) -> None:
    assert is_of_authors(element(f"<p class='{name}'>a</p>"))


@pytest.mark.parametrize("name", ["", "title", "authority", "coauthored"])
def test_other_classes_are_not_of_authors(name: str) -> None:
    assert not is_of_authors(element(f"<p class='{name}'>a</p>"))


@pytest.mark.parametrize(
    "text",
    [
        "<p><a>Ann Doe</a>, <a>Rob Roe</a>, <a>Ann Doe</a><a></a></p>",
        "<ul><li>Ann Doe,</li><li>Rob Roe;</li><li> ,</li></ul>",
        "<p>Authors: Ann Doe, Rob Roe</p>",
        "<p>Ann Doe (Harbour College of Salt), Rob Roe (Sea)</p>",
    ],
    ids=["links", "items", "label", "affiliations"],
)
def test_names_in_an_element_classed_as_authors_are_its_links_items_or_parts(text: str) -> None:
    assert read_authors([element("<p></p>"), element(text)]) == ("Ann Doe", "Rob Roe")


def test_elements_without_names_have_no_authors() -> None:
    assert read_authors([]) == read_authors([element("<p></p>")]) == ()
    assert split_people("") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "<p>Ann Doe and Rob Roe. <a>Tides of Frost</a>. In Proc. of WAVES, pp. 1912-1919. 2020.</p>",
            (("Ann Doe", "Rob Roe"), "2020"),
        ),
        (
            "<p>Ann Doe, Rob Roe (eds.): <a>Tides of Frost</a>, <i>WAVES 2019</i>, 2020</p>",
            (("Ann Doe", "Rob Roe"), "2020"),
        ),
        ("<p>Ann Doe and Rob Roe. <a>Tides of Frost</a>.</p>", (("Ann Doe", "Rob Roe"), None)),
        ("<p><b>Paper</b> Ann Doe and Rob Roe. <a>Tides of Frost</a>.</p>", (("Ann Doe", "Rob Roe"), None)),
        ("<p>Ann Doe and Rob Roe <a>Tides of Frost</a>. 2020.</p>", ((), None)),
        ("<p>Doe, Roe, Poe. <a>Tides of Frost</a>. 2020.</p>", ((), None)),
        ("<p>We read much. <a>Tides of Frost</a>. 2020.</p>", ((), None)),
        ("<h1>Ann Doe and Rob Roe. <a>Tides of Frost</a>. 2020.</h1>", ((), None)),
    ],
    ids=["venue", "editors", "no year", "label", "no stop", "surnames", "a sentence", "heading"],
)
def test_names_before_a_title_end_with_a_stop_and_the_year_is_the_last_after_it(
    text: str, expected: tuple[tuple[str, ...], str | None]
) -> None:
    assert find_names_before(next(element(text).iter("a"))) == expected


def test_a_title_on_its_own_has_no_names_before_it() -> None:
    assert find_names_before(element("<a>Tides of Frost</a>")) == ((), None)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<p>Ann Doe, Rob Roe</p>", ("Ann Doe", "Rob Roe")),
        ("<p>Tides of Frost | Ann Doe, Rob Roe</p>", ("Ann Doe", "Rob Roe")),
        ("<p>Ann Doe</p>", ()),
        ("<em>Ann Doe</em>", ("Ann Doe",)),
        ("<h4>Ann Doe, Rob Roe</h4>", ("Ann Doe", "Rob Roe")),
        ("<pre>Ann Doe, Rob Roe</pre>", ()),
        ("<ul><li>Ann Doe, Harbour College</li><li>Rob Roe, Sea</li></ul>", ("Ann Doe", "Rob Roe")),
        ("<ul><li>Ann Doe, Harbour College</li></ul>", ()),
        ("<ul><li>Ann Doe, Harbour College</li><li>Ropes of hemp, and salt</li></ul>", ()),
        ("<ul><li>Ann Doe, Sea</li><li>Rob Roe</li><li>Al Poe</li></ul>", ()),
    ],
    ids=[
        "names",
        "title",
        "one",
        "one emphasised",
        "heading",
        "code",
        "items",
        "one item",
        "no name",
        "no affiliations",
    ],
)
def test_names_are_the_whole_text_of_an_element_beside_the_title(text: str, names: tuple[str, ...]) -> None:
    title = element("<b>Tides of Frost</b>")

    assert find_names(title, [title, element("<p>We weigh the tides.</p>"), element(text)]) == names


@pytest.mark.parametrize(
    ("after", "names"),
    [
        ("<br>Ann Doe, Rob Roe<br>We weigh the tides.", ("Ann Doe", "Rob Roe")),
        (" [<a>pdf</a>] [<a>code</a>]<br>Ann Doe, Rob Roe", ("Ann Doe", "Rob Roe")),
        ("<br>Ann Doe, Rob Roe. Harbour Letters, 2020<br>We weigh.", ("Ann Doe", "Rob Roe")),
        ("<br>Ann Doe, Rob Roe. They weigh the tides.<br>We weigh.", ()),
        ("<br>Ann Doe, Rob Roe and<br>We weigh the tides", ()),
    ],
    ids=["line", "labels", "venue", "sentence", "goes on"],
)
def test_names_on_the_line_after_a_title_are_its_authors(after: str, names: tuple[str, ...]) -> None:
    paragraph = element(f"<p><b>Tides of Frost</b>{after}</p>")

    assert find_names(next(paragraph.iter("b")), [paragraph]) == names


@pytest.mark.parametrize(("n_links", "names"), [(10, ("Ann Doe", "Rob Roe")), (11, ())])
def test_names_are_looked_for_after_as_many_labelled_links_as_a_paper_may_have(
    n_links: int, names: tuple[str, ...]
) -> None:
    paragraph = element(f"<p><b>Tides of Frost</b>{'<a>pdf</a>' * n_links}<br>Ann Doe, Rob Roe</p>")

    assert find_names(paragraph[0], [paragraph]) == names
