"""The pages of a site: their names, and what they make of hostile texts."""

import re

from hypothesis import given
from hypothesis import strategies as st

from papertrace.export.site.pages import make_slugs


@given(st.lists(st.text(max_size=80), unique=True, max_size=20))
def test_names_of_pages_are_safe_and_different_and_ignore_the_order(keys: list[str]) -> None:
    slugs = make_slugs(keys)

    assert len(set(slugs.values())) == len(keys)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9.-]*", slug) for slug in slugs.values())
    assert make_slugs(reversed(keys)) == slugs


def test_the_name_of_a_page_does_not_depend_on_other_papers() -> None:
    alone = make_slugs(["Über Netze"])

    assert make_slugs(["Ein Netz", "Über Netze", "über netze", "深度学习"])["Über Netze"] == alone["Über Netze"]


def test_ids_are_names_as_they_are() -> None:
    slugs = make_slugs(["arxiv:1706.03762", "attention-is-all-you-need-ab8508f2", "doi:10.5555/A/../b", "con", "../x"])

    assert slugs["arxiv:1706.03762"] == "arxiv-1706.03762"
    assert slugs["attention-is-all-you-need-ab8508f2"] == "attention-is-all-you-need-ab8508f2"
    assert all(re.fullmatch(r"[a-z0-9-]+-[0-9a-f]{8}", slugs[key]) for key in ("doi:10.5555/A/../b", "con", "../x"))


def test_two_keys_with_one_name_get_two() -> None:
    other = make_slugs(["Tides"])["Tides"]  # itself of the form of an id

    slugs = make_slugs(["Tides", other])

    assert slugs["Tides"] != slugs[other]
    assert {slugs["Tides"], slugs[other]} > {other}
