"""Properties of fixing links: only the URL changes, and fixing is idempotent."""

import csv
import html
import io
import json
import re
from html.parser import HTMLParser

from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from papertrace.model import Span
from papertrace.reports.fixes import FixedText, Notation, Replacement, fix_text

OLD, NEW = "http://example.org/old", "https://example.net/new"
WISH = Replacement(span=Span("a.md", 1), raw=OLD, url=OLD, new_url=NEW)

texts = st.lists(
    st.one_of(
        st.sampled_from(
            [OLD, f"{OLD}/x", " ", "\r\n", "\n", "(", ")", "[", "]", ".", ",", "\\", '"', "&amp;", "=", "/"]
        ),
        st.text(max_size=4),
    ),
    max_size=20,
).map("".join)


@given(texts, st.sampled_from(Notation))
def test_nothing_but_addresses_changes(text: str, notation: Notation) -> None:
    fixed = fix_text(text, [WISH], notation)

    assert fixed.text.replace(NEW, OLD) == text
    assert fixed.text.count(NEW) == fixed.n_fixed
    assert bool(fixed.unfixed) == (fixed.n_fixed == 0)


@given(texts, st.sampled_from(Notation))
def test_mending_once_is_enough(text: str, notation: Notation) -> None:
    once = fix_text(text, [WISH], notation)
    twice = fix_text(once.text, [WISH], notation)

    assert (twice.text, twice.n_fixed) == (once.text, 0)


@given(texts)
def test_every_byte_of_the_rest_survives(text: str) -> None:
    data = text.encode("utf-8", "replace")
    fixed = fix_text(data.decode(), [WISH]).text.encode()

    assert fixed.replace(NEW.encode(), OLD.encode()) == data


PATHS = st.text("abcXYZ019-._~/?&=+%20,;:()_#$!'*@", max_size=20)
ADDRESSES = st.tuples(
    st.sampled_from(["http", "https"]), st.sampled_from(["example.org", "münchen.example"]), PATHS
).map(lambda parts: "{}://{}/{}".format(*parts))
NEW_ADDRESSES = PATHS.map(lambda path: f"https://example.net/{path}")


def mend(text: str, old: str, new: str, notation: Notation) -> FixedText:
    return fix_text(text, [Replacement(span=Span("a.md", 1), raw=old, url=old, new_url=new)], notation)


@given(ADDRESSES, NEW_ADDRESSES, st.booleans())
def test_a_mended_file_of_json_has_the_new_address_for_other_readers(old: str, new: str, escapes: bool) -> None:  # noqa: FBT001
    text = json.dumps({"a": f"See\n{old}\tnow", "b": [old, "kept/\\/"]}, ensure_ascii=False)
    text = text.replace("/", "\\/") if escapes else text

    fixed = mend(text, old, new, Notation.JSON)

    assert json.loads(fixed.text) == {"a": f"See\n{new}\tnow", "b": [new, "kept/\\/"]}
    assert fixed.n_fixed == 2


class Addresses(HTMLParser):
    """The addresses of links and the text of a page, as the standard library reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str | None] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for name, value in attrs if name == "href" and tag == "a"]

    def handle_data(self, data: str) -> None:
        self.text += data


@given(ADDRESSES, NEW_ADDRESSES)
def test_a_mended_page_has_the_new_address_for_other_readers(old: str, new: str) -> None:
    printed = html.escape(old, quote=False)

    fixed = mend(f'<p>See <a href="{printed}">here</a>: {printed} and &lt;{printed}&gt;', old, new, Notation.HTML)

    page = Addresses()
    page.feed(fixed.text)
    page.close()
    assert page.links == [new]
    assert page.text == f"See here: {new} and <{new}>"


@given(ADDRESSES, NEW_ADDRESSES)
def test_a_mended_table_has_the_new_address_in_the_same_cell(old: str, new: str) -> None:
    stream = io.StringIO()
    csv.writer(stream).writerows([["title", "url", "year"], ["T, U", old, "2020"]])

    fixed = mend(stream.getvalue(), old, new, Notation.TABLE)

    _, row = csv.reader(io.StringIO(fixed.text))
    assert row == ["T, U", new if fixed.n_fixed else old, "2020"]
    is_quoted = f'"{old}"' in stream.getvalue()
    assert bool(fixed.n_fixed) == (is_quoted or not re.search("[,;]", new))


@given(ADDRESSES, NEW_ADDRESSES)
def test_a_mended_bibliography_has_the_new_address_where_it_is_verbatim_and_where_it_is_text(
    old: str, new: str
) -> None:
    assume("~" not in new)
    assume(not re.search(r"[_%#&$]", old))

    fixed = mend(f"url = {{{old}}},\nnote = {{See {old} and \\url{{{old}}}}},", old, new, Notation.TEX)

    escaped = "".join(f"\\{one}" if one in "_%#&$" else one for one in new)
    assert fixed.text == f"url = {{{new}}},\nnote = {{See {escaped} and \\url{{{new}}}}},"


@given(NEW_ADDRESSES)
def test_a_mended_link_of_markdown_leads_to_the_new_address(new: str) -> None:
    fixed = mend(f"See [the (old) page]({OLD}), or <{OLD}>.", OLD, new, Notation.TEXT)

    assert f"[the (old) page]({new.replace('(', '%28').replace(')', '%29')})" in fixed.text
    assert f"<{new}>" in fixed.text
    (inline,) = (token for token in MarkdownIt().parse(fixed.text) if token.type == "inline")
    assert len([child for child in inline.children or () if child.type == "link_open"]) == 2
