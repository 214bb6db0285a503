"""A listing with moved addresses replaced, and nothing else changed."""

from typing import Any

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


def test_of_two_replacements_at_one_place_one_is_made_and_those_behind_it_too() -> None:
    again = replacement(new_url="https://example.org/other")

    assert mend(f"{OLD} {OLD}", replacement(), again).n_fixed == 2


@cases("notation, text, wishes, after, reasons, n_fixed", named=True)
def test_a_text_is_mended_as_it_says(
    notation: Notation,
    text: str,
    wishes: list[dict[str, Any]],
    after: str,
    *,
    reasons: list[str] | None,
    n_fixed: int | None,
) -> None:
    asked = [replacement(**one) for one in wishes]
    found = fix_text(text, asked, notation)

    assert found.text == after
    assert found.n_fixed == n_fixed if n_fixed else (found.n_fixed == 0) == bool(reasons)
    left = zip(asked, reasons or (), strict=False)
    assert found.unfixed == tuple(UnfixedLink(span=one.span, raw=one.raw, reason=reason) for one, reason in left)
