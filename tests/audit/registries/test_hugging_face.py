"""Models, datasets and spaces: queries, and the meaning of the documented answers.

https://huggingface.co/docs/hub/api
https://huggingface.co/docs/hub/models-gated
"""

from tests.case_tables import cases
from tests.origin.cases import link, settings_with_registries

from papertrace.audit.registries import REGISTRIES
from papertrace.model import Observation, Outcome

REGISTRY = REGISTRIES["hugging_face"]
SETTINGS = settings_with_registries()
HOST = "https://hub.example.org"


@cases("as_user, outcome, as_organisation", named=True)
def test_what_is_not_there_or_private_is_dead_if_its_owner_does_not_exist(
    as_user: int, as_organisation: int | None, outcome: Outcome
) -> None:
    one = link(f"{HOST}/datasets/acme/small")
    (query,) = REGISTRY.plan([one], SETTINGS)
    verdict, asked = None, list[str]()
    for status in (401, as_user, as_organisation):
        if status is None:
            break
        seen = Observation(ask=query.ask, final_url=query.ask.url, status=status, body='{"error": "not found"}')
        verdict = REGISTRY.read(query, seen).get(one)
        for further in REGISTRY.replan(query, seen, [one], SETTINGS):
            query = further
            asked.append(query.ask.url.removeprefix(f"{HOST}/api/"))

    assert verdict is not None
    assert verdict.outcome is outcome
    assert asked == ["users/acme/overview", "organizations/acme/overview"][: 1 + (as_user == 404)]


def test_a_page_of_another_server_is_not_said_of_an_owner() -> None:
    one = link(f"{HOST}/acme/small")
    (query,) = REGISTRY.plan([one], SETTINGS)
    (query,) = REGISTRY.replan(query, Observation(ask=query.ask, final_url=query.ask.url, status=401), [one], SETTINGS)
    page = Observation(ask=query.ask, final_url=query.ask.url, status=404, body="<h1>Not found</h1>")

    assert REGISTRY.replan(query, page, [one], SETTINGS) == []
    assert REGISTRY.read(query, page)[one].outcome is Outcome.RESTRICTED
