"""Properties of revalidation: for any earlier response, the condition is a valid header and confirms only itself."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.origin.cases import link

from papertrace.audit.store import confirmed, recheck
from papertrace.model import Ask, Hop, Method, Observation, Outcome, Verdict

URL = "https://example.org/a"
AT = "2026-02-01T12:00:00Z"
HEADERS = st.dictionaries(
    st.sampled_from(["etag", "last-modified", "content-type"]),
    st.text(max_size=30) | st.sampled_from(['"v1"', 'W/"v1"', "Mon, 05 Jan 2026 12:00:00 GMT"]),
)
LOOKS = st.builds(
    Observation,
    ask=st.builds(Ask, method=st.sampled_from(Method), url=st.sampled_from([URL, f"{URL}/b"])),
    final_url=st.sampled_from([URL, f"{URL}#top", "ftp://example.org/", ""]) | st.text(max_size=20),
    status=st.sampled_from([None, 200, 204, 301, 304, 404]),
    hops=st.lists(st.just(Hop(url=URL, status=301)), max_size=1).map(tuple),
    headers=HEADERS.map(lambda headers: tuple(headers.items())),
)
VERDICTS = st.builds(
    Verdict,
    link=st.just(link(f"{URL}#top")),
    outcome=st.sampled_from(Outcome),
    reason=st.just("seen"),
    seen=st.lists(LOOKS, max_size=3).map(tuple),
    new_url=st.none() | st.just("https://example.org/b#top"),
)


@given(verdict=VERDICTS)
def test_a_condition_can_be_sent_in_a_header(verdict: Verdict) -> None:
    ask = recheck(verdict)

    if ask is not None:
        assert ask.validator is not None
        for value in (ask.validator.etag, ask.validator.last_modified):
            assert value.isascii()
            assert value == "" or value.isprintable()
        assert ask.method in {Method.HEAD, Method.GET}
        assert verdict.outcome in {Outcome.ALIVE, Outcome.MOVED, Outcome.SUSPECT}


@given(verdict=VERDICTS, answer=LOOKS)
def test_only_304_after_the_same_redirects_confirms_and_confirming_twice_is_confirming_once(
    verdict: Verdict, answer: Observation
) -> None:
    kept = confirmed(verdict, answer, at=AT)

    if kept is None:
        return
    assert answer.status == 304
    assert (kept.outcome, kept.reason, kept.link) == (verdict.outcome, verdict.reason, verdict.link)
    assert confirmed(kept, answer, at=AT) == kept
    assert confirmed(verdict, replace(answer, status=200), at=AT) is None
