"""Offsets at which an address may begin."""

import pytest
from tests.case_tables import cases

from papertrace.extract.urls.hosts import find_anchors, may_contain_url


@cases("text, offset", named=True)
def test_an_address_begins_at_its_anchor(text: str, offset: int) -> None:
    assert may_contain_url(text)
    assert find_anchors(text, text.lower())[0].start == offset


@pytest.mark.parametrize(
    "text", ["README.md and CUDA.jl", "nn-JIT.web", "someone@example.org", "mygithub.com/acme/fastmm"]
)
def test_names_with_a_dot_are_not_anchors(text: str) -> None:
    assert find_anchors(text, text.lower()) == []


@pytest.mark.parametrize("text", ["", "An abstract without any address.", "README.md"])
def test_the_prefilter_rejects_plain_text(text: str) -> None:
    assert not may_contain_url(text)


@cases("text, starts")
def test_a_known_host_is_an_anchor_where_a_host_may_begin_and_a_path_follows(text: str, starts: list[int]) -> None:
    assert sorted({anchor.start for anchor in find_anchors(text, text.lower())}) == starts


def test_the_scheme_of_an_anchor_without_one_is_that_of_its_form() -> None:
    schemes = {text: find_anchors(text, text)[0].scheme for text in ("github.com:acme/tool", "github.com/acme/tool")}

    assert schemes == {"github.com:acme/tool": "scp", "github.com/acme/tool": "https"}
