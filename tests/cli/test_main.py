"""The command line from the user's side: results on stdout, one line for every error, no partial file."""

import csv
import importlib.util
import io
import json
import os
import shlex
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from tests import titles
from tests.case_tables import cases
from tests.folders import CASES, ROOT

import papertrace
from papertrace.cli import main
from papertrace.cli.main import parse_arguments
from papertrace.cli.terminal.status import Terminated, find_interrupt

FOLDER = CASES / "listings"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def blocks(tmp_path: Path) -> Path:
    path = tmp_path / "blocks.txt"
    path.write_bytes((FOLDER / "blocks.txt").read_bytes())
    return path


def complaint(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Run a command that must fail with status 2, and return its one line."""
    assert main(argv) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("papertrace: ")
    return captured.err.removeprefix("papertrace: ").rstrip("\n")


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


def test_extract_then_graph_gives_the_same_graph_as_build(blocks: Path, tmp_path: Path) -> None:
    forms = "svg,graphml,csv,json,gexf,cytoscape,vosviewer"
    assert main(["build", str(blocks), "-o", "one", "--to", forms]) == 0
    assert main(["extract", str(blocks), "-o", "papers.jsonl"]) == 0
    assert main(["graph", "papers.jsonl", "-o", "two", "--to", forms]) == 0

    assert len(files(tmp_path / "one")) == len(forms.split(",")) + 1  # two tables
    for name in sorted(files(tmp_path / "one")):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


def test_extract_prints_one_line_of_json_per_paper(blocks: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["extract", str(blocks)]) == 0

    records = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [record["n_authors"] for record in records] == [11, None, 1, None]
    assert records[0]["links"][0]["repository"] == {"host": "github.com", "owner": "acme", "name": "gridweave"}
    assert records[0]["claim"]["state"] == "linked"


def test_a_listing_comes_from_standard_input(
    blocks: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(blocks.read_bytes()))))

    assert main(["extract", "-"]) == 0

    first = json.loads(capfdbinary.readouterr().out.splitlines()[0])
    assert first["entries"] == [{"source": "<stdin>", "line": 9, "end_line": 15}]


def test_sample_is_a_listing_that_can_be_read_back(tmp_path: Path) -> None:
    assert main(["sample", "-o", "sample.txt"]) == 0
    assert main(["extract", "sample.txt", "-o", "sample.jsonl"]) == 0

    assert (tmp_path / "sample.jsonl").read_bytes().count(b"\n") == 215


def test_what_could_not_be_read_is_told_and_the_rest_goes_on(blocks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks.write_text(blocks.read_text("utf-8") + "\nstray line\n", "utf-8")

    assert main(["build", str(blocks), "-o", "out", "--to", "csv"]) == 0

    assert f"{blocks}:37:1: 'stray line': not part of any entry; left out\n" in capsys.readouterr().err


def test_what_entries_are_joined_by_is_counted_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "papers.csv"
    rows = ("Tides of Frost in Harbours,10.1000/x", "Tides of Frost,10.1000/x", "tides of frost in harbours,")
    path.write_text("title,doi\n" + "\n".join(rows) + "\n", encoding="utf-8")
    counted = "1 paper of 3 entries{}: 1 joined by DOI, 1 by title"

    assert main(["extract", "-v", str(path)]) == 0
    said = capsys.readouterr().err
    assert f"papertrace: {counted.format('')}\n" in said
    assert (
        f"note: {path}:3:1: one paper with 'Tides of Frost in Harbours' at {path}:2:1, by the DOI 10.1000/x\n" in said
    )
    assert f"note: {path}:4:1: one paper with 'Tides of Frost in Harbours' at {path}:2:1, by the title\n" in said
    assert main(["build", str(path), "-o", str(tmp_path / "out"), "--to", "graphml"]) == 0
    assert capsys.readouterr().out.startswith(counted.format(" in 1 listing"))


def test_an_empty_folder_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nothing").mkdir()

    assert complaint(capsys, "build", "nothing") == "nothing: the folder is empty; name a folder with listings"


@pytest.mark.parametrize(("options", "status"), [([], 0), (["--strict"], 2)], ids=["as usual", "strict"])
def test_a_listing_of_which_half_fits_no_paper_is_read_with_a_warning(
    options: list[str], status: int, blocks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks.write_text(blocks.read_text("utf-8") + "\nstray line" * 60, "utf-8")

    assert main(["extract", str(blocks), *options]) == status

    captured = capsys.readouterr()
    assert captured.out.count("\n") == 4
    assert f"papertrace: {blocks}:37:1: warning: read as paper-" in captured.err
    assert (
        ": 60 of 81 lines fit no paper, the first of them here; check the papers, or name another format"
        in captured.err
    )


@pytest.mark.parametrize("command", ["build", "extract"])
@pytest.mark.parametrize("options", [[], ["-q"]], ids=["", "quiet"])
def test_few_papers_for_many_links_are_a_warning(
    command: str, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = "".join(f"see https://example.org/{n}\n\n" for n in range(30))
    (tmp_path / "list.md").write_text(f"# Papers\n\n{links}{titles.item(0, 'https://example.org/tides')}", "utf-8")

    assert main([command, "list.md", "-o", "out", *options, *(["--to", "csv"] if command == "build" else [])]) == 0

    assert (
        "papertrace: list.md:1:1: warning: read as awesome-list: only 1 paper for 31 links, "
        "of which 30 are outside papers; check the papers, or name another format with --from"
    ) in capsys.readouterr().err


def test_the_readers_tried_are_shown_with_their_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cite = "@misc{own, title = {A List of Tides}, year = 2020}\n"
    (tmp_path / "list.md").write_text(f"# Papers\n\n```bibtex\n{cite}```\n\n{titles.items(20)}", "utf-8")

    assert main(["extract", "list.md", "-v", "-o", "out.jsonl"]) == 0

    assert "list.md: read as awesome-list (tried: awesome-list 0.9" in capsys.readouterr().err
    assert (tmp_path / "out.jsonl").read_text("utf-8").count("\n") == 20


def test_a_folder_that_may_not_be_written_is_one_line(
    blocks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    if os.geteuid() == 0:  # root can write everywhere but in the kernel's folders
        locked = Path("/sys")

    message = complaint(capsys, "build", str(blocks), "-o", str(locked))

    assert message.startswith(f"{locked}")
    assert "choose another path with -o" in message


@pytest.mark.parametrize("value", ["0", "2.5", "inf", "nan", "many", "9" * 400])
def test_a_number_of_nearest_links_is_whole(value: str, blocks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["build", str(blocks), "--nearest", value])

    assert capsys.readouterr().err.endswith("is not a whole number above 0\n")


def test_the_end_of_options_may_stand_before_the_command() -> None:
    assert parse_arguments(["--", "build", "a.bib"]).listings == parse_arguments(["build", "a.bib"]).listings


def test_listings_are_named_before_and_after_options() -> None:
    arguments = parse_arguments(["build", "a.bib", "--output", "maps", "b.bib", "--quiet", "c.bib"])

    assert arguments.listings == ["a.bib", "b.bib", "c.bib"]


def program(*argv: str) -> list[str]:
    return [sys.executable, "-m", "papertrace", *argv]


@pytest.fixture
def endless() -> Iterator["subprocess.Popen[bytes]"]:
    """Yield a running build whose standard input never ends."""
    # Tests that run in the background may ignore SIGINT, and children inherit that.
    heeding = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    argv = [
        sys.executable,
        "-c",
        heeding + "from papertrace.cli import main; sys.exit(main())",
        "build",
        "-",
        "-o",
        "out",
    ]
    process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize(("kill", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "kill"])
def test_a_killed_run_ends_in_one_line_and_leaves_nothing(
    kill: signal.Signals, status: int, endless: "subprocess.Popen[bytes]", tmp_path: Path
) -> None:
    assert endless.stdin is not None
    endless.stdin.write(b"Sparse Graphs\n" * 20_000)  # more than a pipe holds: what follows happens while it is read
    endless.stdin.flush()
    time.sleep(0.2)
    endless.send_signal(kill)
    _, err = endless.communicate(timeout=20)

    assert endless.returncode == status
    # If the signal interrupts the import of `decimal`, Python's own C code prints a warning first.
    ours = [
        line for line in err.decode().splitlines() if line and "MPD_MINALLOC" not in line and "libmpdec" not in line
    ]
    assert ours == ["papertrace: interrupted: no partial file is left; run the same command again"]
    assert files(tmp_path / "out") == set()


INTERRUPTED = "papertrace: interrupted: no partial file is left; run the same command again\n"


def test_an_interrupt_is_found_behind_the_error_that_it_led_to() -> None:
    error = ImportError("numpy cannot be imported")
    error.__cause__ = RuntimeError("a class cannot be made")
    error.__cause__.__context__ = Terminated()
    other = ValueError("made up")
    other.__cause__ = other

    assert find_interrupt(error) is error.__cause__.__context__
    assert find_interrupt(other) is None


@cases("when, status, said", named=True)
def test_ctrl_c_at_the_beginning_and_at_the_end_prints_no_traceback(when: str, status: int, said: str) -> None:
    script = (
        "import atexit, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from papertrace.cli import entry_point; module = sys.modules['papertrace.cli.main']; "
        f"sys.argv[1:] = ['formats']; {when}; entry_point()"
    )

    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, text=True)

    assert (run.returncode, run.stderr) == (status, said)


@cases("arguments, events", named=True)
def test_ctrl_c_while_arguments_are_parsed_is_told_in_the_form_they_ask_for(
    arguments: list[str], events: list[str] | None
) -> None:
    script = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from papertrace.cli import entry_point; module = sys.modules['papertrace.cli.main']; "
        f"sys.argv[1:] = {arguments}; module.parse_arguments = lambda _: signal.raise_signal(signal.SIGINT); "
        "entry_point()"
    )

    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, text=True)

    assert run.returncode == 130
    if events is None:
        assert run.stderr == INTERRUPTED
    else:
        assert [json.loads(line)["event"] for line in run.stderr.splitlines()] == events


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    run = subprocess.run(program("sample"), capture_output=True, check=True, cwd=tmp_path)
    line = shlex.join(program("sample")) + " | head -n 1"
    first = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False, cwd=tmp_path)

    assert run.stdout.startswith(first.stdout)
    assert (first.stdout.count(b"\n"), first.stderr) == (1, b"")


@cases("closed, status, said")
def test_closed_streams_give_one_line_at_most(closed: str, status: int, said: str, tmp_path: Path) -> None:
    line = f"{shlex.join(program())} {closed}"
    run = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (run.returncode, run.stderr.strip()) == (status, said)


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-", ">&- 2>&- <&-"])
def test_workers_need_no_open_streams(closed: str, tmp_path: Path) -> None:
    entries = (f"@misc{{a{number}, title = {{Tiles of size {number}}}, year = 2020}}\n" for number in range(60))
    (tmp_path / "papers.bib").write_text("".join(entries), "utf-8")
    few = "from papertrace.engine import opening; from papertrace.pipeline import describing; "
    few += "opening.MAX_IN_MEMORY = describing.MAX_IN_MEMORY = 20; describing.CHUNK_SIZE = 40; "
    argv = ["extract", "papers.bib", "--workers", "2", "-o", "papers.jsonl"]
    script = f"{few}import sys; sys.argv[1:] = {argv}; from papertrace.cli import entry_point; entry_point()"
    line = f"{shlex.join([sys.executable, '-c', script])} {closed}"
    run = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, b"")
    assert (tmp_path / "papers.jsonl").read_text("utf-8").count("\n") == 60


def test_what_a_shell_writes_to_the_same_file_is_kept(tmp_path: Path) -> None:
    command = shlex.join(program("sample", "-o", "/dev/stdout"))
    line = f"(echo before; {command}; echo after) > log; (echo more; {command}) >> log"
    subprocess.run(["/bin/sh", "-c", line], check=True, cwd=tmp_path)
    written = (tmp_path / "log").read_text("utf-8")
    assert written.startswith("before\n")
    assert "\nafter\nmore\n" in written
    assert written.count("11 authors") == 2 * written[: written.index("after")].count("11 authors")
    assert Path("/dev/stdout").is_symlink()
    assert files(tmp_path) == {"log"}


def test_results_may_go_to_a_device_which_stays_one(tmp_path: Path) -> None:
    run = subprocess.run(program("sample", "-o", "/dev/stdout"), capture_output=True, check=True, cwd=tmp_path)
    assert b"  \xe2\x80\xa2 11 authors" in run.stdout
    assert files(tmp_path) == set()


def test_extract_explains_one_paper_instead(blocks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    title = next(papertrace.extract_papers([blocks])).title

    assert main(["extract", str(blocks), "--explain", title[:9].lower()]) == 0

    out = capsys.readouterr().out
    assert out.startswith(f"{title}\n")
    assert "\nkept (" in out
    assert "\ndropped" in out


@pytest.mark.parametrize("command", ["extract", "build"])
def test_terms_of_a_user_decide_on_concepts(command: str, blocks: Path, tmp_path: Path) -> None:
    labels = {concept.label for paper in papertrace.extract_papers([blocks]) for concept in paper.concepts}
    ignored = min(labels)
    Path("ignore.txt").write_text(ignored, encoding="utf-8")
    Path("vocabulary.txt").write_text("the", encoding="utf-8")
    options = ["--ignore", "ignore.txt", "--vocabulary", "vocabulary.txt"]
    if command == "extract":
        assert main(["extract", str(blocks), "-o", "papers.jsonl", *options]) == 0
        assert main(["graph", "papers.jsonl", "-o", "out", "--to", "csv"]) == 0
    else:
        assert main(["build", str(blocks), "-o", "out", "--to", "csv", *options]) == 0

    with (tmp_path / "out" / "papers.nodes.csv").open(encoding="utf-8", newline="") as file:
        found = {label for row in csv.DictReader(file) for label in row["concepts"].split("|")}
    assert "the" in found
    assert ignored not in found


def test_concepts_and_repositories_become_nodes_where_they_are_asked_for(blocks: Path, tmp_path: Path) -> None:
    assert main(["build", str(blocks), "-o", "out", "--to", "csv", "--nodes", "papers, repositories"]) == 0

    with (tmp_path / "out" / "papers.nodes.csv").open(encoding="utf-8", newline="") as stream:
        kinds = [row["kind"] for row in csv.DictReader(stream)]
    assert kinds == ["paper"] * 4 + ["repository"]


@pytest.mark.parametrize(("command", "name"), [("build", "map.png"), ("graph", "map.png"), ("build", "MAP.SVG")])
def test_a_picture_is_written_where_it_is_wanted(
    command: str, name: str, blocks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["extract", str(blocks), "-o", "e.jsonl"]) == 0
    listing = str(blocks) if command == "build" else "e.jsonl"

    assert main([command, listing, "-o", "out", "--to", "csv", "--picture", name]) == 0

    start = (tmp_path / name).read_bytes()[:5]
    assert start == (b"<svg " if name.endswith("SVG") else b"\x89PNG\r")
    assert files(tmp_path / "out") == {"papers.nodes.csv", "papers.edges.csv"}
    assert f"; picture: {name}\n" in capsys.readouterr().out


@pytest.fixture
def without_resvg(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec

    def find_other(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "resvg_py" else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find_other)


@pytest.mark.usefixtures("without_resvg")
@pytest.mark.parametrize("options", [[], ["-q"]], ids=["", "quiet"])
def test_a_form_whose_extra_is_missing_costs_no_other_form(
    options: list[str], blocks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(blocks), "-o", "out", "--to", "svg,png,graphml", *options]) == 2

    assert files(tmp_path / "out") == {"papers.svg", "papers.graphml"}
    captured = capsys.readouterr()
    assert "\nwrote to out: papers.svg papers.graphml\n" in captured.out
    line = captured.err.splitlines()[-1]
    assert line.startswith("papertrace: out/papers.png: not written: resvg_py is not installed (pip install ")


@pytest.mark.usefixtures("without_resvg")
def test_where_nothing_can_be_written_nothing_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "papers.png: not written" in complaint(capsys, "build", "missing.txt", "-o", "out", "--to", "png")
    assert files(tmp_path / "out") == set()


@pytest.mark.parametrize(("fail_on", "status"), [("dead", 1), ("none", 0)])
def test_a_reader_that_closes_the_output_does_not_change_the_result_of_an_audit(fail_on: str, status: int) -> None:
    recorded = ROOT / "cassettes" / "audit" / "run" / "tour.yaml"
    links = ROOT / "tests" / "cases" / "audit" / "tour.txt"
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        command = program("audit", str(links), "--cassette", str(recorded), "--quiet", "--fail-on", fail_on)
        run = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, text=True, check=False)

    assert (run.returncode, run.stderr) == (status, "")
