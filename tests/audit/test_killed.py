"""A killed audit loses no finished verdict and does not request those links again."""

from pathlib import Path

import pytest
from tests.origin.killed import killed, undisturbed, urls_at
from tests.origin.server import Origin

N_LINKS = 80


@pytest.fixture(scope="module")
def report(running_origin: Origin, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the report of an audit that is not killed."""
    running_origin.reset()
    return undisturbed(tmp_path_factory.mktemp("undisturbed"), urls_at(running_origin.http_port, N_LINKS))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_killed_and_resumed_audit_ends_like_an_undisturbed_one(
    seed: int, report: str, origin: Origin, tmp_path: Path
) -> None:
    ended = killed(tmp_path, urls_at(origin.http_port, N_LINKS), origin, seed=seed)

    assert 0 < ended.n_reported < N_LINKS
    assert ended.n_lost == 0
    assert ended.n_requested_twice == 0
    assert ended.report == report
