"""Properties of fixing links: only the URL changes, and fixing is idempotent."""

from hypothesis import given
from hypothesis import strategies as st

from papertrace.reports.fixes import Notation, Replacement, fix_text

OLD, NEW = "http://example.org/old", "https://example.net/new"
WISH = Replacement(line=1, column=1, raw=OLD, url=OLD, new_url=NEW)

texts = st.lists(
    st.one_of(
        st.sampled_from(
            [OLD, f"{OLD}/x", " ", "\r\n", "\n", "(", ")", "[", "]", ".", ",", "\\", '"', "&amp;", "=", "/"]
        ),
        st.text(max_size=4),
    ),
    max_size=20,
).map("".join)


@given(texts, st.sampled_from(Notation))
def test_nothing_but_addresses_changes(text: str, notation: Notation) -> None:
    fixed = fix_text(text, [WISH], notation)

    assert fixed.text.replace(NEW, OLD) == text
    assert fixed.text.count(NEW) == fixed.n_fixed
    assert bool(fixed.skipped) == (fixed.n_fixed == 0)


@given(texts, st.sampled_from(Notation))
def test_mending_once_is_enough(text: str, notation: Notation) -> None:
    once = fix_text(text, [WISH], notation)
    twice = fix_text(once.text, [WISH], notation)

    assert (twice.text, twice.n_fixed) == (once.text, 0)


@given(texts)
def test_every_byte_of_the_rest_survives(text: str) -> None:
    data = text.encode("utf-8", "replace")
    fixed = fix_text(data.decode(), [WISH]).text.encode()

    assert fixed.replace(NEW.encode(), OLD.encode()) == data
