"""Bytes as text of 91 characters."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.export.page.packing.base91 import ALPHABET, decode_text, encode_bytes


@given(st.binary(max_size=200))
def test_bytes_are_the_same_after_decoding(data: bytes) -> None:
    assert decode_text(encode_bytes(data)) == data


def test_bytes_of_several_steps_are_the_same_after_decoding() -> None:
    data = bytes(range(256)) * 1700

    assert decode_text(encode_bytes(data)) == data


@given(st.binary(max_size=60))
def test_text_has_no_character_that_html_treats_specially(data: bytes) -> None:
    assert re.fullmatch(r"[!#-%'-;=-~]*", encode_bytes(data))


def test_text_is_less_than_a_quarter_longer() -> None:
    assert len(ALPHABET) == 91
    assert len(encode_bytes(bytes(13_000))) == 16_000


def test_same_bytes_are_the_same_text() -> None:
    assert encode_bytes(b"papertrace") == "SK43aXO7G0vi3"


def test_text_with_another_character_is_refused() -> None:
    with pytest.raises(ValueError, match="91 characters"):
        decode_text("ab<d")
