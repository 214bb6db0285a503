"""An audit that is killed in its midst loses nothing that it had found, and asks nothing of it again."""

from pathlib import Path

import pytest
from tests.origin.killed import killed, undisturbed, urls_at
from tests.origin.server import Origin

N_LINKS = 80


@pytest.fixture(scope="module")
def report(running_origin: Origin, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what an audit reports that nobody kills."""
    running_origin.reset()
    return undisturbed(tmp_path_factory.mktemp("undisturbed"), urls_at(running_origin.http_port, N_LINKS))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_audit_that_was_killed_ends_as_if_it_had_not_been(
    seed: int, report: str, origin: Origin, tmp_path: Path
) -> None:
    ended = killed(tmp_path, urls_at(origin.http_port, N_LINKS), origin, seed=seed)

    assert 0 < ended.n_told < N_LINKS
    assert ended.n_lost == 0
    assert ended.n_asked_twice == 0
    assert ended.report == report
