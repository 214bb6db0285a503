"""The torture in a short form: `make torture` runs it for ten minutes."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.torture.exporters import torture_exporters
from tests.torture.inputs import FINDERS, targets, torture_inputs
from tests.torture.mutation import mutate
from tests.torture.network import N_LINKS, SETTINGS, LyingResolver, RandomOrigin, make_links
from tests.torture.own_files import EARLIER
from tests.torture.processes import torture_disk, torture_permissions, torture_signals
from tests.torture.reports import torture_reports
from tests.torture.run import AUDITS, PARTS, ROUND, run
from tests.torture.tally import Tally

from papertrace.audit import generate_verdicts
from papertrace.documents.reading import DOCUMENTS
from papertrace.enrich.sources import SOURCES
from papertrace.errors import PapertraceError
from papertrace.listings import READERS
from papertrace.model import Outcome
from papertrace.pipeline.earlier import _FORMS


def assert_clean(tally: Tally) -> None:
    assert tally.is_clean, "\n".join(tally.notes)


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(FINDERS))
def test_no_damaged_input_crashes_its_reader(kind: str) -> None:
    assert_clean(torture_inputs(kind, 40 if kind == "papers" else 200, seed=1))  # whole runs take longer


def names(kind: str) -> set[str]:
    return {target.name for target in targets(kind)}


def test_every_reader_and_every_form_of_input_is_tortured() -> None:
    assert names("listings") >= {reader.name for reader in READERS}
    assert names("documents") >= {one.name for one in DOCUMENTS}
    assert {name.partition(" ")[0] for name in names("services")} == set(SOURCES)
    assert {"citing" in name for name in names("services")} == {True, False}
    assert {Path(suffix).suffix or suffix for suffix in EARLIER} == set(_FORMS)
    assert set(FINDERS) < set(PARTS)
    assert all(target.seeds for kind in ("listings", "documents", "services", "stores") for target in targets(kind))


def test_values_of_json_are_replaced_and_it_stays_json() -> None:
    seed = b'[{"title": "A made-up title", "authors": ["Ada Ito"], "year": 2020}]'
    changed = [mutate(Random(number), seed, [seed]) for number in range(60)]  # noqa: S311 - not for security
    readable = [json.loads(one) for one in changed if _is_json(one)]

    assert len(readable) > len(changed) / 3
    assert len({json.dumps(one) for one in readable}) > len(readable) / 2


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


@pytest.mark.slow
def test_no_hostile_text_is_lost_or_becomes_something_else_in_an_exported_file() -> None:
    assert_clean(torture_exporters(50, seed=1))


@pytest.mark.slow
def test_no_hostile_text_is_lost_or_becomes_something_else_in_a_report() -> None:
    assert_clean(torture_reports(100, seed=1))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["random origin", "lying name servers", "clock jumps"])
def test_nothing_is_called_dead_that_its_host_does_not_call_gone(part: str) -> None:
    assert_clean(AUDITS[part](0.005, 1))


def test_pages_that_their_host_calls_gone_are_called_dead_where_it_can_be_heard() -> None:
    with RandomOrigin(seed=1) as origin:
        links = make_links(Random(1), origin.port, gone=1.0)  # noqa: S311 - not for security
        resolve = LyingResolver(origin.port, 1, lies=0.0)
        verdicts = list(generate_verdicts(links, settings=SETTINGS, resolve=resolve))

    assert sum(one.outcome is Outcome.DEAD for one in verdicts) > N_LINKS / 2


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs limits of processes and permissions of POSIX")
@pytest.mark.parametrize("torture", [torture_signals, torture_disk, torture_permissions], ids=lambda one: one.__name__)
def test_an_output_is_as_before_or_as_it_is_to_be(torture: Callable[[int, int], Tally]) -> None:
    assert_clean(torture(3, 1))


def test_each_reader_gets_as_many_inputs_as_the_time_allows_and_the_table_says_how_many() -> None:
    tallies = list(run(0.0, 1, frozenset({"settings", "cassettes"}), n_processes=1))

    assert [one.name for one in tallies] == [f"cassettes: 1 x {ROUND}", f"settings: 2 x {ROUND}"]
    assert [one.n_trials for one in tallies] == [ROUND, 2 * ROUND]


def test_what_goes_wrong_is_counted() -> None:
    tally = Tally(name="made up", n_trials=3)
    assert tally.is_clean
    tally.crash("x", b"data")
    tally.lose("y")
    tally.bury("z")
    whole = Tally(name="together")
    whole.add(tally)
    whole.add(Tally(name="made up", n_trials=0, inputs={"made-up-01": b"others"}))

    assert (whole.n_trials, whole.n_crashes, whole.n_lost, whole.n_wrong_deaths) == (3, 1, 1, 1)
    assert not whole.is_clean
    assert whole.notes == ["crash: x", "lost: y", "wrong death: z"]
    assert whole.inputs == {"made-up-01": b"data", "made-up-02": b"others"}
    assert not Tally(name="nothing was tried").is_clean


def test_a_reader_that_raises_something_else_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        message = "made up"
        raise IndexError(message)

    targets("stores")
    monkeypatch.setattr("tests.torture.stores.FactStore", fail)
    monkeypatch.setattr("tests.torture.stores.Store", fail)
    monkeypatch.setattr("tests.torture.stores.read_result", fail)

    tally = torture_inputs("stores", 4, seed=1)

    assert tally.n_crashes == 4
    assert "IndexError" in tally.notes[0]
    assert not issubclass(IndexError, PapertraceError)
