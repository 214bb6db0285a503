"""Offsets at which an address may begin."""

import pytest

from papertrace.extract.urls.anchors import find_anchors, may_contain_url


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        pytest.param("see https://example.org/a", 4, id="scheme"),
        pytest.param("see www.example.org", 4, id="www"),
        pytest.param("see github.com/acme/fastmm", 4, id="known host"),
        pytest.param("see git@github.com:acme/fastmm", 4, id="scp"),
    ],
)
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
