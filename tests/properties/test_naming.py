"""Laws of places as a user writes them: whatever is written is a place, or refused in words."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from papertrace.audit import AuditSettings
from papertrace.audit.address import parse_address
from papertrace.audit.naming import NAMES, name_places
from papertrace.audit.places import Place

ADDRESSES = st.sampled_from(
    ["https://example.org/x", "http://example.org", "https://{host}/api/", "ftp://example.org/", "https://[half", ""]
)
WRITTEN = st.text(max_size=40) | st.builds(
    "{}={}{}".format, st.sampled_from(NAMES), ADDRESSES | st.text(max_size=20), st.just("") | st.text(max_size=20)
)


@given(texts=st.lists(WRITTEN, max_size=3))
def test_what_is_written_is_a_place_or_refused_in_words(texts: list[str]) -> None:
    places = AuditSettings().registries
    with suppress(ValueError):
        places = name_places(AuditSettings(), texts).registries

    for name in NAMES:
        place = getattr(places, "github_api" if name == "github" else name.replace("-", "_"))
        if place is not None:
            api = place.api if isinstance(place, Place) else place
            assert parse_address(api.replace("{host}", "example.org"))
    assert parse_address(places.github_api).scheme == "https"


@given(texts=st.lists(WRITTEN, max_size=2))
def test_naming_the_same_place_again_changes_nothing(texts: list[str]) -> None:
    with suppress(ValueError):
        once = name_places(AuditSettings(), texts)
        assert name_places(AuditSettings(), texts + texts) == once
