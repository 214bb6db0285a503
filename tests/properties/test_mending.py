"""Laws of mending: nothing but the address changes, and once is enough."""

from hypothesis import given
from hypothesis import strategies as st

from papertrace.reports.fixes import Notation, Wish, mend_text

OLD, NEW = "http://example.org/old", "https://example.net/new"
WISH = Wish(line=1, column=1, raw=OLD, url=OLD, new_url=NEW)

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
    mended = mend_text(text, [WISH], notation)

    assert mended.text.replace(NEW, OLD) == text
    assert mended.text.count(NEW) == mended.n_mended
    assert bool(mended.left) == (mended.n_mended == 0)


@given(texts, st.sampled_from(Notation))
def test_mending_once_is_enough(text: str, notation: Notation) -> None:
    once = mend_text(text, [WISH], notation)
    twice = mend_text(once.text, [WISH], notation)

    assert (twice.text, twice.n_mended) == (once.text, 0)


@given(texts)
def test_every_byte_of_the_rest_survives(text: str) -> None:
    data = text.encode("utf-8", "replace")
    mended = mend_text(data.decode(), [WISH]).text.encode()

    assert mended.replace(NEW.encode(), OLD.encode()) == data
