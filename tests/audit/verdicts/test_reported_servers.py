"""Servers as public reports of other checkers describe them: none of their answers is a death."""

from tests.case_tables import cases

from papertrace.audit.verdicts import classify, missing_part
from papertrace.model import Ask, Method, Observation, Outcome

ANUBIS = (
    '<title>Making sure you&#39;re not a bot!</title><script id="anubis_version" type="application/json">"1.2"</script>'
)
CLOUDFLARE = "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"


@cases("status, body, outcome", named=True, outcome=Outcome)
def test_what_stops_a_checker_is_no_death(status: int, body: str, outcome: Outcome) -> None:
    ask = Ask(method=Method.GET, url="https://h.example/x")

    assert classify(Observation(ask=ask, final_url=ask.url, status=status, body=body)).outcome is outcome


def test_a_heading_that_a_script_renders_is_found_among_the_data_of_its_page() -> None:
    data = '<script type="application/json">{"toc": [{"anchor":"shiv"}]}</script>'

    assert missing_part("https://h.example/acme/shiv#shiv", data) is None
    assert missing_part("https://h.example/acme/shiv#chiv", data) == "chiv"
