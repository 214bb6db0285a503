"""Properties of URLs and hosts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.model.addresses import (
    comparable_host,
    comparable_url,
    encode_host,
    host_spellings,
    lower_host,
    split_at_host,
)
from papertrace.web.address import _parse_parts, parse_address

HOSTS = st.text(alphabet=st.one_of(st.sampled_from("aßΣ\u03c3ςäÄ.-_❤א1xn"), st.characters()), max_size=12)


@given(HOSTS)
def test_encoding_a_host_twice_changes_nothing(host: str) -> None:
    try:
        encoded = encode_host(host)
    except ValueError:
        return

    assert encoded.isascii()
    assert encode_host(encoded) == encoded


@given(HOSTS)
def test_letter_case_makes_no_other_host(host: str) -> None:
    assert comparable_host(lower_host(host)) == comparable_host(comparable_host(host)) == comparable_host(host)


@given(HOSTS.filter(lambda host: "*" not in host))
def test_every_spelling_of_a_host_is_compared_alike(host: str) -> None:
    try:
        encoded = encode_host(host)
    except ValueError:
        return

    assert {encode_host(spelling) for spelling in host_spellings(host)} == {encoded}


@given(st.builds("{}://{}{}{}".format, st.sampled_from(["http", "ssh"]), HOSTS, st.sampled_from("/:?#"), HOSTS))
def test_an_address_is_the_sum_of_its_parts(url: str) -> None:
    assert "".join(split_at_host(url)) == url
    assert comparable_url(comparable_url(url)) == comparable_url(url)


_HOSTS = st.lists(st.text("ab0-_x", min_size=1, max_size=4) | st.sampled_from(["xn--a", "org", "1"]), max_size=4).map(
    ".".join
)
_PATHS = st.text("aZ/%.;?#&=@:~ [é\\", max_size=12)


@given(st.sampled_from(["http://", "https://", "HTTP://"]), _HOSTS, _PATHS)
def test_an_address_that_needs_no_change_is_the_same_as_one_taken_apart(scheme: str, host: str, path: str) -> None:
    url = f"{scheme}{host}/{path}"
    try:
        expected = _parse_parts(url)
    except ValueError:
        with pytest.raises(ValueError, match="the "):
            parse_address(url)
    else:
        assert parse_address(url) == expected
