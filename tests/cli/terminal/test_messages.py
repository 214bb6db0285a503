"""Messages for programs: every line is an event that its documented schema allows."""

import io
import json
import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.folders import CASSETTES, ROOT

from papertrace.cli.commands import COMMANDS
from papertrace.cli.main import main
from papertrace.cli.terminal.console import Console, ProgressEvents
from papertrace.model import Problem, Span
from papertrace.pipeline.steps import Progress

SCHEMA = json.loads((ROOT / "docs" / "reference" / "messages.schema.json").read_text("utf-8"))
TOUR = str(ROOT / "tests" / "cases" / "audit" / "tour.txt")
CASSETTE = str(CASSETTES / "audit" / "run" / "tour.yaml")
AUDIT = ["audit", TOUR, "--cassette", CASSETTE]
WITH_RESULTS_AS_JSON = {"config", "formats"}


def read_events(text: str) -> list[dict[str, Any]]:
    """Return the events of some lines, each checked against the schema."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    events = [json.loads(line) for line in text.splitlines()]
    for event in events:
        jsonschema.validate(event, SCHEMA)
    return events


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["build", TOUR, "-o", "maps"], 0),
        (["extract", TOUR, "-o", "papers.jsonl"], 0),
        (["extract", TOUR, "-o", "papers.jsonl", "-vv"], 0),
        (["explain", "Lantern", "Quillwork", TOUR], 0),
        (["enrich", TOUR, "--dry-run"], 0),
        ([*AUDIT, "-o", "audit.txt"], 1),
        ([*AUDIT, "-o", "audit.txt", "-v"], 1),
        (["build", "missing.bib"], 2),
        (["graph", TOUR], 2),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else str(value),
)
def test_every_line_of_a_command_is_an_event(
    arguments: list[str],
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main([*arguments, "--json"]) == status

    events = read_events(capsys.readouterr().err)
    assert events[-1] == {"event": "end", "status": status}
    assert [event["event"] for event in events].count("end") == 1
    assert (status == 2) == any(event["event"] == "error" or event.get("refused") for event in events)


def test_the_progress_of_an_audit_begins_and_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*AUDIT, "-o", str(tmp_path / "audit.txt"), "--json"]) == 1

    steps = [event for event in read_events(capsys.readouterr().err) if event["event"] == "progress"]
    assert (steps[-1]["done"], steps[-1]["total"]) == (5, 5)


def test_a_problem_has_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "papers.bib"
    listing.write_text("@article{a, title = {Ice}}\n\n@article{b, title = {Ink\n", encoding="utf-8")

    main(["extract", str(listing), "-o", str(tmp_path / "papers.jsonl"), "--json"])

    (problem,) = [event for event in read_events(capsys.readouterr().err) if event["event"] == "problem"]
    assert (problem["source"], problem["line"]) == (str(listing), 3)


def test_all_problems_are_written_even_if_there_are_many() -> None:
    stream = io.StringIO()
    with Console(is_json=True, stream=stream) as console:
        for line in range(1, 41):
            console.add_problem(Problem(Span("a.txt", line), "unread"))

    assert [event["line"] for event in read_events(stream.getvalue())] == list(range(1, 41))


def test_a_quiet_command_writes_no_progress_and_no_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*AUDIT, "-o", str(tmp_path / "audit.txt"), "--json", "--quiet"]) == 1

    assert read_events(capsys.readouterr().err) == [{"event": "end", "status": 1}]


def test_no_text_can_end_a_line_or_begin_another() -> None:
    stream = io.StringIO()
    hostile = 'a\r\n{"event": "end"}\x1b[2J\u2028\u0085\x00'
    with Console(is_json=True, stream=stream) as console:
        console.write_note(f"{hostile}\ud800")  # not logged, since pytest-xdist cannot pass on a lone surrogate
        console.show_progress(Progress(hostile, 1, 2))
        console.add_problem(Problem(Span(hostile, 1), hostile))
        logging.getLogger("papertrace.test").warning(hostile)

    events = read_events(stream.getvalue())
    assert [event["event"] for event in events] == ["note", "progress", "log", "problem"]
    assert {str(event.get("message", event.get("step"))).removesuffix("\ud800") for event in events} == {hostile}
    assert stream.getvalue().isascii()


def test_progress_is_written_where_a_step_begins_once_a_second_and_where_it_ends() -> None:
    stream, now = io.StringIO(), [0.0]
    events = ProgressEvents(stream, clock=lambda: now[0])
    for second, progress in [
        (0.0, Progress("reading", 0, 9)),
        (0.2, Progress("reading", 3, 9)),
        (1.1, Progress("reading", 6, 9)),
        (1.2, Progress("reading", 9, 9)),
        (1.3, Progress("writing")),
    ]:
        now[0] = second
        events.update(progress)
    events.close()

    assert [(event["step"], event["done"]) for event in read_events(stream.getvalue())] == [
        ("reading", 0),
        ("reading", 6),
        ("reading", 9),
        ("writing", 0),
    ]


def test_a_mistake_in_a_settings_file_is_an_event_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papertrace.toml").write_text("[audit]\ntimeuot = 3\n", encoding="utf-8")

    assert main(["audit", TOUR, "--json"]) == 2

    error, end = read_events(capsys.readouterr().err)
    assert "did you mean timeout?" in error["message"]
    assert end == {"event": "end", "status": 2}


def test_a_mistake_in_a_settings_file_is_text_where_json_is_the_form_of_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papertrace.toml").write_text("[formats]\nquite = true\n", encoding="utf-8")

    assert main(["formats", "--json"]) == 2

    assert (
        capsys.readouterr().err == "papertrace: papertrace.toml: [formats] quite: unknown option; did you mean quiet?\n"
    )


def test_a_reader_that_has_seen_enough_of_the_results_gets_the_end_of_the_messages(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    program = [sys.executable, "-m", "papertrace", "extract", TOUR, "--json"]
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(program, check=False, stdout=closed, stderr=subprocess.PIPE, text=True, cwd=tmp_path)

    assert done.returncode == 0
    assert read_events(done.stderr)[-1] == {"event": "end", "status": 0}


def test_every_event_is_documented() -> None:
    text = (ROOT / "docs" / "reference" / "messages.md").read_text("utf-8")
    names = [
        name
        for kind in SCHEMA["oneOf"]
        for name in kind["properties"]["event"].get("enum", [kind["properties"]["event"].get("const")])
    ]
    table = re.findall(r"^\| (`[a-z`, ]+) \| .* \| (.*) \|$", text, re.MULTILINE)

    assert [name for cell, _ in table for name in re.findall(r"`(\w+)`", cell)] == names
    for kind, (_, keys) in zip(SCHEMA["oneOf"], table, strict=True):
        assert set(re.findall(r"`(\w+)`", keys)) - {"null"} == set(kind["properties"]) - {"event"}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_quiet_command_that_succeeds_writes_nothing_to_stderr(command: str, tmp_path: Path) -> None:
    extracted = tmp_path / "papers.jsonl"
    arguments = {
        "build": [TOUR, "-o", "maps"],
        "extract": [TOUR],
        "enrich": [TOUR, "--dry-run"],
        "suggest": [TOUR, "--dry-run"],
        "graph": [str(extracted), "-o", "maps"],
        "explain": ["Lantern", "Quillwork", TOUR],
        "audit": [TOUR, "--cassette", CASSETTE, "--fail-on", "none"],
        "completion": ["bash"],
        "describe": [TOUR],
        "review": [TOUR],
        "network": [TOUR, "--of", "concepts", "-o", "maps"],
    }
    program = [sys.executable, "-m", "papertrace"]
    if command == "graph":
        subprocess.run([*program, "extract", TOUR, "-q", "-o", str(extracted)], check=True)
    done = subprocess.run(
        [*program, command, *arguments.get(command, []), "--quiet"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ,
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", sorted(WITH_RESULTS_AS_JSON))
def test_commands_without_progress_write_their_results_as_json(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--json"]) == 0

    printed = capsys.readouterr()
    assert json.loads(printed.out)
    assert printed.err == ""
