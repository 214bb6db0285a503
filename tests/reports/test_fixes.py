"""A listing with moved addresses replaced, and nothing else changed."""

import pytest
from tests.case_tables import cases

from papertrace.model import Span
from papertrace.model.verdict import UnfixedLink
from papertrace.reports.fixes import FixedText, Notation, Replacement, fix_text, notation_of

OLD = "http://example.org/old"
NEW = "https://example.org/new"


def replacement(raw: str = OLD, new_url: str = NEW, *, url: str = OLD, line: int = 1) -> Replacement:
    return Replacement(span=Span("a.md", line), raw=raw, url=url, new_url=new_url)


def mend(text: str, *replacements: Replacement, notation: Notation = Notation.TEXT) -> FixedText:
    return fix_text(text, replacements or (replacement(),), notation)


def test_without_a_replacement_nothing_changes() -> None:
    assert fix_text(f"{OLD}\r\n", []) == FixedText(text=f"{OLD}\r\n", n_fixed=0, unfixed=())


@cases("text", named=True)
def test_an_address_is_replaced_and_every_other_character_kept(text: str) -> None:
    found = mend(text.replace("{}", OLD))

    assert found.text == text.replace("{}", NEW)
    assert found.n_fixed == text.count("{}")
    assert found.unfixed == ()


@cases("text", named=True)
def test_a_longer_or_another_address_is_left(text: str) -> None:
    found = mend(text)

    assert found.text == text
    assert [one.reason for one in found.unfixed] == ["it is not there on its own, as it was read"]


def test_fixing_twice_changes_nothing_more() -> None:
    text = f"{OLD} {OLD}er [{OLD}]({OLD})"
    once = mend(text).text

    assert mend(once).text == once


def test_a_new_address_that_begins_with_the_old_one_is_written_once() -> None:
    longer = replacement(new_url=f"{OLD}/now")
    once = mend(OLD, longer).text

    assert once == f"{OLD}/now"
    assert mend(once, longer).text == once


def test_an_address_without_a_scheme_stays_without_and_on_its_line() -> None:
    bare = replacement("example.org/old", line=2)

    assert mend(f"example.org/old\nexample.org/old\n{OLD}", bare).text == f"example.org/old\nexample.org/new\n{OLD}"


@cases("raw", named=True)
def test_an_address_printed_in_another_form_is_left(raw: str) -> None:
    found = mend(f"{raw} ", replacement(raw))

    assert found.text == f"{raw} "
    assert len(found.unfixed) == 1


@cases("new_url")
def test_an_address_that_could_break_out_is_never_written(new_url: str) -> None:
    found = mend(OLD, replacement(new_url=new_url))

    assert found.text == OLD
    assert "contains characters" in found.unfixed[0].reason


@cases("notation, before, new_url, after", named=True)
def test_the_new_address_is_escaped_for_its_file(notation: Notation, before: str, new_url: str, after: str) -> None:
    assert mend(before, replacement(new_url=new_url), notation=notation).text == after


@cases("notation, text, new_url", named=True)
def test_what_the_notation_does_not_allow_is_left(notation: Notation, text: str, new_url: str) -> None:
    found = mend(text, replacement(new_url=new_url), notation=notation)

    assert found.text == text
    assert len(found.unfixed) == 1


@cases("name, notation")
def test_the_suffix_of_a_file_decides_its_notation(name: str, notation: Notation) -> None:
    assert notation_of(name) is notation


def test_an_address_is_replaced_beside_longer_ones() -> None:
    text = OLD + "a" * 1_000 + f" {OLD}" * 200

    assert mend(text, *(replacement() for _ in range(20))).n_fixed == 200


@pytest.mark.parametrize("raw", ["http://münchen.example/x", "http://MÜNCHEN.example/x", "http://ΦΑΣ.example/x"])
def test_a_host_beyond_ascii_is_found_as_it_is_printed(raw: str) -> None:
    url = raw.replace("MÜNCHEN", "münchen").replace("ΦΑΣ", "φασ")
    of_host = Replacement(span=Span("a.md", 1), raw=raw, url=url, new_url="https://example.org/y")

    assert fix_text(raw, [of_host]).text == "https://example.org/y"


@cases("after")
@pytest.mark.parametrize("notation", Notation)
def test_what_follows_an_address_decides_whether_it_is_whole(notation: Notation, after: str) -> None:
    joins = after[:1] in set("/?(=#é") or after[:2] in {",/", ";_", ".%"} or after in {",x", "&b", "&amp;"}
    ends_by_notation = {
        Notation.TABLE: after[:1] in {",", ";"},
        Notation.HTML: after == "&quot;",
        Notation.TEX: False,
    }.get(notation, False)
    if after == "&quot;" and notation is not Notation.HTML:
        joins = True
    if after == "\\_":
        joins = notation is Notation.TEX
    is_whole = ends_by_notation or not joins

    assert mend(f"x {OLD}{after}", notation=notation).n_fixed == is_whole


@pytest.mark.parametrize("entity", ["&quot;", "&gt;", "&lt;", "&nbsp;"])
def test_an_entity_of_html_that_ends_an_address_is_not_part_of_it(entity: str) -> None:
    assert mend(f"<p>{OLD}{entity}</p>", notation=Notation.HTML).text == f"<p>{NEW}{entity}</p>"
    assert mend(f"{OLD}{entity}", notation=Notation.TEXT).n_fixed == 0


@pytest.mark.parametrize("escape", ["n", "r", "t"])
def test_a_letter_before_an_address_belongs_to_it_unless_json_escapes_a_space_so(escape: str) -> None:
    assert mend(f'"\\{escape}{OLD}"', notation=Notation.TEXT).n_fixed == 0
    for before, n_fixed in ((f'"\\{escape}', 1), (f'"x{escape}', 0), ('"\\x', 0), (escape, 0), ("\\", 1)):
        assert mend(f"{before}{OLD}", notation=Notation.JSON).n_fixed == n_fixed


def test_an_ampersand_is_an_entity_in_html_alone() -> None:
    raw, new = "http://example.org/?a=1&b=2", "https://example.org/?c=3&d=4"
    moved = replacement(raw, new, url=raw)
    escaped = raw.replace("&", "&amp;")

    assert mend(f'"{escaped}"', moved, notation=Notation.HTML).text == f'"{new.replace("&", "&amp;")}"'
    assert mend(f'"{raw}"', moved, notation=Notation.HTML).text == f'"{new.replace("&", "&amp;")}"'
    assert mend(f'"{escaped}"', moved, notation=Notation.TEXT).n_fixed == 0
    assert mend(f'"{raw}"', moved, notation=Notation.TEXT).text == f'"{new}"'


@pytest.mark.parametrize("line", [1, 2, 3])
def test_an_address_without_a_scheme_is_looked_for_in_its_whole_line_and_no_further(line: int) -> None:
    bare = "example.org/old"
    text = f"{bare} a {bare}\n{bare} b {bare}\n{bare} c {bare}"

    lines = mend(text, replacement(bare, line=line)).text.split("\n")

    assert [one.count("example.org/new") for one in lines] == [2 if one == line else 0 for one in (1, 2, 3)]


@pytest.mark.parametrize("line", [0, 2, 3, 9])
def test_a_line_that_does_not_exist_has_no_address(line: int) -> None:
    assert mend("example.org/old", replacement("example.org/old", line=line)).n_fixed == 0


def test_an_address_cut_by_the_end_of_its_line_is_not_there() -> None:
    assert mend("example.org/o\nld", replacement("example.org/o\nld")).n_fixed == 0
    assert mend("a\nexample.org/old\nexample.org/old/x", replacement("example.org/old", line=3)).n_fixed == 0


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (replacement("http://example.org/\nold"), "it spans several lines or words"),
        (replacement(""), "it spans several lines or words"),
        (replacement("doi:10.1/x"), "it is printed in another form"),
        (replacement(url="mailto:x"), "it is printed in another form"),
        (
            replacement(new_url="https://example.org/{x}"),
            "the new address contains characters that an address should not",
        ),
        (
            replacement(new_url="https://example.org/é"),
            "the new address contains characters that an address should not",
        ),
        (replacement("http://example.org/none"), "it is not there on its own, as it was read"),
    ],
)
def test_what_is_not_replaced_is_returned_with_the_reason(wish: Replacement, reason: str) -> None:
    assert mend(f"{OLD} here", wish).unfixed == (UnfixedLink(span=wish.span, raw=wish.raw, reason=reason),)


def test_what_a_notation_does_not_allow_is_returned_with_the_reason() -> None:
    wish = replacement(new_url="https://example.org/a,b")

    found = mend(f"a,{OLD},2020", wish, notation=Notation.TABLE)

    assert found.unfixed == (
        UnfixedLink(
            span=wish.span, raw=wish.raw, reason="the new address is not allowed there: https://example.org/a,b"
        ),
    )


def test_several_addresses_are_replaced_in_one_text() -> None:
    first = replacement("http://a.example/x", "https://a.example/y", url="http://a.example/x")
    second = replacement("http://b.example/x", "https://b.example/y", url="http://b.example/x")

    found = mend("http://b.example/x http://a.example/x http://b.example/x", first, second)

    assert found == FixedText(text="https://b.example/y https://a.example/y https://b.example/y", n_fixed=3, unfixed=())


def test_of_two_replacements_at_one_place_one_is_made_and_those_behind_it_too() -> None:
    again = replacement(new_url="https://example.org/other")

    assert mend(f"{OLD} {OLD}", replacement(), again).n_fixed == 2


@cases("text, raw, url, new_url, notation, after", named=True)
def test_an_address_is_written_as_its_place_has_it(
    text: str, raw: str, url: str, new_url: str, *, notation: str, after: str
) -> None:
    moved = replacement(raw, new_url, url=url or raw)

    assert mend(text.format(raw), moved, notation=Notation(notation)).text == text.format(after)


def test_an_address_within_another_that_is_replaced_is_part_of_it() -> None:
    outer, inner = "http://saved.example.org/(http://example.org/old)", OLD
    outer_new = "https://saved.example.org/1"

    found = mend(
        f"{outer} and {inner}",
        replacement(),
        replacement(outer, outer_new, url="http://saved.example.org/"),
    )

    assert found == FixedText(text=f"{outer_new} and {NEW}", n_fixed=2, unfixed=())
