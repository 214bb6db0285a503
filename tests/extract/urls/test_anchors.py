"""Offsets at which an address may begin."""

import pytest

from papertrace.extract.urls.hosts import find_anchors, may_contain_url


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


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Code.github.com/acme/tool", [5]),
        ("x a.github.com/acme/tool", [4]),
        ("www.github.com/acme/tool", [0]),
        ("x www.github.com/acme/tool", [2]),
        ("x. github.com/acme/tool", [3]),
        ("github.com:acme/tool", [0]),
        ("github.com: acme/tool", []),
        ("github.com / acme/tool", [0]),
        ("github.com", []),
        ("https://github.com/acme/tool github.com/acme/other", [0, 8, 29]),
        ("x@github.com/acme/tool", []),
        ("x=github.com/acme/tool", []),
        ("x/github.com/acme/tool", []),
        ("(github.com/acme/tool)", [1]),
        ("\u4ee3\u7801github.com/acme/tool", [2]),
    ],
)
def test_a_known_host_is_an_anchor_where_a_host_may_begin_and_a_path_follows(text: str, starts: list[int]) -> None:
    assert sorted({anchor.start for anchor in find_anchors(text, text.lower())}) == starts


def test_the_scheme_of_an_anchor_without_one_is_that_of_its_form() -> None:
    schemes = {text: find_anchors(text, text)[0].scheme for text in ("github.com:acme/tool", "github.com/acme/tool")}

    assert schemes == {"github.com:acme/tool": "scp", "github.com/acme/tool": "https"}
