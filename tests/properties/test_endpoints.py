"""Properties of endpoints given by a user: any text is an endpoint, or rejected with the reason."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from papertrace.audit.registries import NAMES, override_endpoints
from papertrace.audit.settings import Endpoints
from papertrace.web.address import parse_address

ADDRESSES = st.sampled_from(
    ["https://example.org/x", "http://example.org", "https://{host}/api/", "ftp://example.org/", "https://[half", ""]
)
WRITTEN = st.text(max_size=40) | st.builds(
    "{}={}{}".format, st.sampled_from(NAMES), ADDRESSES | st.text(max_size=20), st.just("") | st.text(max_size=20)
)


@given(texts=st.lists(WRITTEN, max_size=3))
def test_what_is_written_is_an_endpoint_or_refused(texts: list[str]) -> None:
    endpoints = Endpoints()
    with suppress(ValueError):
        endpoints = override_endpoints(endpoints, texts)

    for name in NAMES:
        endpoint = endpoints.of(name.replace("-", "_"))
        if endpoint is not None:
            assert parse_address(endpoint.api.replace("{host}", "example.org"))
    assert parse_address(endpoints.github.api).scheme == "https"


@given(texts=st.lists(WRITTEN, max_size=2))
def test_the_same_override_twice_changes_nothing_more(texts: list[str]) -> None:
    with suppress(ValueError):
        once = override_endpoints(Endpoints(), texts)
        assert override_endpoints(Endpoints(), texts + texts) == once
