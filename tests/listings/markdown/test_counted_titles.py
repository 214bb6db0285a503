"""Numbers that count the titles of a digest, and numbers that belong to titles."""

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry

URLS = [f"https://arxiv.org/abs/2401.0000{n}" for n in range(1, 5)]


def titles(text: str) -> list[str]:
    return [item.title for item in parse(text.split("\n"), "list.md") if isinstance(item, Entry)]


def digest(*above: str) -> str:
    sections = (f"{line}\n\n[Paper]({url})\n" for line, url in zip(above, URLS, strict=False))
    return "# Papers of the Day\n\n" + "\n".join(sections)


@pytest.mark.parametrize(
    "form", ["### {}. {}", "### {}) {}", "### #{}: {}", "### **{}. {}**", "**{}. {}**"], ids=lambda form: form
)
def test_a_number_that_counts_titles_is_no_part_of_them(form: str) -> None:
    named = ["Tides of Frost in Harbours", "Ropes That Hold", "A Study of Salt on Sails"]

    assert titles(digest(*(form.format(n, title) for n, title in enumerate(named, start=1)))) == named


def test_counts_may_begin_again_in_each_section() -> None:
    text = digest("### 1. Tides of Frost", "### 2. Ropes That Hold", "### 1. A Study of Salt", "### 2. Sails of Winter")

    assert titles(text) == ["Tides of Frost", "Ropes That Hold", "A Study of Salt", "Sails of Winter"]


def test_numbers_that_do_not_ascend_belong_to_titles() -> None:
    text = digest("### 20. Century Ropes and Sails", "### Tides of Frost in Harbours", "### 3. World Salt on Sails")

    assert titles(text) == ["20. Century Ropes and Sails", "Tides of Frost in Harbours", "3. World Salt on Sails"]
