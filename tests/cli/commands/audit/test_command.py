"""`papertrace audit` from the user's side: what is checked, what fails, what has changed."""

import errno
import json
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import ROOT

from papertrace import find_links
from papertrace.audit import AuditSettings, Cassette, Endpoint, Endpoints
from papertrace.audit.registries import plan_queries
from papertrace.audit.store import Store
from papertrace.cli import main
from papertrace.model import Ask, AuditResult, Link, LinkKind, Method, Outcome, Span, Verdict
from papertrace.reports import REPORTS
from papertrace.web.exchange import Answer, Request

TOUR = ROOT / "tests" / "cases" / "audit" / "tour.txt"
REPLAY = ("--cassette", str(ROOT / "cassettes" / "audit" / "run" / "tour.yaml"), "-q")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tour.txt").write_bytes(TOUR.read_bytes())


def audit(*options: str) -> int:
    return main(["audit", "tour.txt", *REPLAY, *options])


def complaint(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert audit(*options) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


@pytest.mark.parametrize(
    "form", ["text", "jsonl", "markdown", "csv", "sarif", "junit", "github", "html"], ids=lambda form: form
)
def test_every_form_is_written_whole(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit("--format", form, "-o", "report") == 1

    assert "http://www.example.org/gone" in (tmp_path / "report").read_text("utf-8")
    assert capsys.readouterr().out == ""


@cases("place, fact", named=True)
@pytest.mark.parametrize("option", ["-o", "--patch"])
def test_a_place_that_takes_no_file_is_refused_before_anything_is_asked(
    option: str, place: str, fact: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cassette, "replay", lambda *_: pytest.fail("the links are looked at"))

    assert fact in complaint(capsys, option, place)


@pytest.mark.parametrize("form", [report.name for report in REPORTS])
def test_a_report_that_is_interrupted_leaves_the_earlier_one(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "report").write_text("earlier\n", encoding="utf-8")
    before = set(tmp_path.iterdir())
    (report,) = (report for report in REPORTS if report.name == form)
    generate = report.load()

    def interrupted(result: AuditResult) -> Iterator[str]:
        yield next(generate(result))
        raise KeyboardInterrupt

    monkeypatch.setattr(f"papertrace.reports.{report.module}.generate_{form}", interrupted)

    assert audit("--format", form, "-o", "report") == 130
    assert (tmp_path / "report").read_text("utf-8") == "earlier\n"
    assert set(tmp_path.iterdir()) == before


def test_a_disk_that_is_full_leaves_the_earlier_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "report").write_text("earlier\n", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)

    assert "No space left" in complaint(capsys, "--format", "html", "-o", "report")
    assert (tmp_path / "report").read_text("utf-8") == "earlier\n"


def test_the_html_report_leads_into_the_page_of_the_graph_that_lies_beside_it(tmp_path: Path) -> None:
    def links() -> list[str]:
        assert audit("--format", "html", "-o", "audit.html") == 1
        return re.findall(r'href="(papers\.html#paper=[^"]+)"', (tmp_path / "audit.html").read_text("utf-8"))

    alone = links()
    (tmp_path / "papers.html").write_text("", encoding="utf-8")

    assert alone == []
    assert "papers.html#paper=lantern-serving-mixture-of-experts-from-a26de5f8" in links()


@cases("named, address", named=True)
def test_another_page_of_the_graph_can_be_named(tmp_path: Path, named: str, address: str) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "papers.html").write_text("", encoding="utf-8")

    assert audit("--format", "html", "-o", "out/audit.html", "--graph-page", named) == 1

    found = set(re.findall(r'href="([^"#]*#paper=)', (tmp_path / "out" / "audit.html").read_text("utf-8")))
    assert found == ({address} if address else set())


def test_one_run_writes_several_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "papers.html").write_text("", encoding="utf-8")

    assert audit("--summary", "--also", "sarif=a.sarif", "--also", "html=a.html", "--also", "text=a.txt") == 1

    assert json.loads((tmp_path / "a.sarif").read_text("utf-8"))["version"] == "2.1.0"
    assert "papers.html#paper=" in (tmp_path / "a.html").read_text("utf-8")
    shown = capsys.readouterr().out
    assert shown == (tmp_path / "a.txt").read_text("utf-8")
    assert "BY HOST" in shown


def test_what_has_become_worse_since_the_baseline_fails_the_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit("--format", "jsonl", "-o", "before.jsonl") == 1
    lines = Path("before.jsonl").read_text("utf-8").splitlines()
    changed = [json.dumps(json.loads(line) | {"outcome": "alive"}) for line in lines]
    Path("before.jsonl").write_text("\n".join(changed), "utf-8")

    assert audit("--baseline", "before.jsonl") == 1
    assert "in the baseline" not in capsys.readouterr().out


def test_an_accepted_status_is_alive(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit("--accept", "403,404", "--format", "jsonl") == 0

    found = {record["url"]: record for record in map(json.loads, capsys.readouterr().out.splitlines())}
    gone = found["http://www.example.org/gone"]
    assert (gone["outcome"], gone["status"]) == ("alive", 404)
    assert gone["reason"] == "404 Not Found (accepted: 404 counts as alive here)"
    assert found["http://www.example.org/forbidden"]["outcome"] == "alive"


def remember(path: Path, outcome: Outcome, day: int, *urls: str) -> None:
    with Store(path, now=datetime(2026, 1, day, tzinfo=UTC)) as store:
        for url in urls:
            link = Link(raw=url, url=url, span=Span("a", 1), kind=LinkKind.PAGE)
            checked_at = f"2026-01-{day:02}T00:00:00Z"
            store.put(Verdict(link=link, outcome=outcome, reason="as it was", checked_at=checked_at))


def test_what_changed_since_a_run_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "audit.sqlite"
    remember(store, Outcome.ALIVE, 1, "http://www.example.org/gone")
    remember(store, Outcome.DEAD, 2, "http://www.example.org/alive")
    remember(store, Outcome.ALIVE, 3, "http://www.example.org/moved")

    assert audit("--store", str(store), "--compare", "2026-01-02") == 1

    out = capsys.readouterr().out
    assert "SINCE RUN 2 (2026-01-02T00:00:00Z)\n  newly dead: http://www.example.org/gone\n" in out
    assert "  recovered: http://www.example.org/alive\n    was dead, now alive: 200 OK\n" in out
    assert "  1 newly dead, 1 recovered, 3 new\n" in out


def test_failing_since_is_told_with_the_number_of_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "audit.sqlite"
    remember(store, Outcome.DEAD, 1, "http://www.example.org/gone")

    audit("--store", str(store))

    assert "    failing since 2026-01-01T00:00:00Z (2 runs)\n" in capsys.readouterr().out


def test_the_first_of_repeated_audits_has_nothing_to_compare_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "audit.sqlite")

    arguments = ["audit", "tour.txt", *REPLAY[:-1], "--store", store, "--compare", "last"]
    assert main(arguments) == 1

    captured = capsys.readouterr()
    assert f"{store}: no earlier run to compare with; the next audit can be" in captured.err
    assert "SINCE RUN" not in captured.out
    main(arguments)
    assert "SINCE RUN 1 (" in capsys.readouterr().out


def test_a_date_before_the_first_run_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    remember(tmp_path / "audit.sqlite", Outcome.ALIVE, 2, "http://www.example.org/gone")

    told = complaint(capsys, "--store", str(tmp_path / "audit.sqlite"), "--compare", "2026-01-01")

    assert "no run on or before 2026-01-01 (there are runs 1 (2026-01-02T" in told


@pytest.fixture
def asked_with(monkeypatch: pytest.MonkeyPatch) -> list[AuditSettings]:
    """Return the settings of the audits that would be run; none is."""
    kept: list[AuditSettings] = []

    def keep(_: object, settings: AuditSettings, **__: object) -> AuditResult:
        kept.append(settings)
        return AuditResult(findings=())

    monkeypatch.setattr("papertrace.pipeline.auditing.audit_links", keep)
    return kept


@pytest.mark.parametrize(("value", "token"), [(None, ""), ("", ""), (" sesame\n", "sesame")])
def test_a_token_is_taken_from_the_environment(
    asked_with: list[AuditSettings], monkeypatch: pytest.MonkeyPatch, value: str | None, token: str
) -> None:
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    if value is not None:
        monkeypatch.setenv("GITHUB_TOKEN", value)

    assert audit() == 0
    assert [settings.github_token for settings in asked_with] == [token]


def test_a_token_that_cannot_be_sent_is_refused_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "sesame\N{SNOWMAN}")

    error = complaint(capsys)

    assert "github_token" in error
    assert "sesame" not in error


@pytest.mark.parametrize(("option", "usual"), [("rescue", False), ("unarchived", False), ("no-git", True)])
def test_what_else_is_asked_is_for_the_user(asked_with: list[AuditSettings], option: str, *, usual: bool) -> None:
    audit()
    audit(f"--{option}")

    name = {"no-git": "asks_git"}.get(option, option)
    assert [getattr(settings, name) for settings in asked_with] == [usual, not usual]


def test_a_replay_with_rescue_gives_the_snapshots_that_were_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = "http://www.example.org/gone"
    path = tmp_path / "rescue.yaml"
    wayback = f"https://web.archive.org/web/20210304/{url}"
    snapshot = f"https://web.archive.org/web/20210305010203/{url}"
    with Cassette(path) as cassette:
        for method in (Method.HEAD, Method.GET):
            ask = Ask(method=method, url=url)
            cassette.record(Request(method=method, url=url, ask=ask, seconds_left=1.0), Answer(status=404))
        ask = Ask(method=Method.GET, url=wayback)
        answer = Answer(status=302, headers=(("location", snapshot),))
        cassette.record(Request(method=Method.GET, url=wayback, ask=ask, seconds_left=1.0), answer)
    listing = tmp_path / "papers.bib"
    listing.write_text(
        f"@article{{a, title = {{A paper}}, date = {{2021-03-04}}, url = {{{url}}}}}\n", encoding="utf-8"
    )

    assert main(["audit", str(listing), "--rescue", "--cassette", str(path), "-q"]) == 1
    assert f"    snapshot: {snapshot}\n" in capsys.readouterr().out


def test_to_fail_for_what_is_archived_nowhere_the_archives_have_to_be_asked(
    asked_with: list[AuditSettings], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "add --unarchived" in complaint(capsys, "--fail-on", "dead,unarchived")
    assert audit("--fail-on", "dead,unarchived", "--unarchived") == 0
    assert len(asked_with) == 1


def test_how_long_one_host_may_keep_an_audit_waiting_is_for_the_user_to_say(asked_with: list[AuditSettings]) -> None:
    audit("--max-wait", "7.5")

    (settings,) = asked_with
    assert settings.max_wait_s == 7.5


@pytest.mark.parametrize(
    ("text", "hours", "by_outcome"),
    [
        ("12", 12, {}),
        ("alive=168", 24, {Outcome.ALIVE: 168}),
        ("0,dead=1,rate-limited=0.5", 0, {Outcome.DEAD: 1, Outcome.RATE_LIMITED: 0.5}),
    ],
)
def test_ages_are_for_all_outcomes_or_for_single_ones(
    asked_with: list[AuditSettings], text: str, hours: float, by_outcome: dict[Outcome, float]
) -> None:
    audit("--max-age", text)

    (settings,) = asked_with
    assert settings.max_age_s == hours * 3600
    assert settings.ages_s == {outcome: age * 3600 for outcome, age in by_outcome.items()}


def test_registries_are_asked_where_the_user_says(
    asked_with: list[AuditSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(
        "PAPERTRACE_REGISTRIES",
        "github=https://github.example.edu/api/graphql doi=https://handles.example.edu/api/,doi.example.edu",
    )

    audit(
        "--registry", "doi=https://other.example.edu/api/", "--registry", "package-index=https://p.example.edu/simple/"
    )

    (settings,) = asked_with
    assert settings.endpoints.github.api == "https://github.example.edu/api/graphql"
    assert settings.endpoints.github.hosts == ("github.example.edu",)
    assert settings.endpoints.doi == Endpoint(api="https://other.example.edu/api/", hosts=Endpoints().doi.hosts)
    assert settings.endpoints.package_index == Endpoint(api="https://p.example.edu/simple/", hosts=("p.example.edu",))


@pytest.mark.parametrize("where", ["option", "environment"])
def test_a_place_that_is_none_is_one_line(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if where == "environment":
        monkeypatch.setenv("PAPERTRACE_REGISTRIES", "mercurial=https://example.org/")

    error = complaint(capsys, *(["--registry", "mercurial=https://example.org/"] if where == "option" else []))

    assert "'mercurial' is not a registry" in error


def test_a_repository_on_a_server_of_ones_own_is_known_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.yaml"
    api = "https://code.example.edu/api/v4/projects/"
    ask = Ask(method=Method.GET, url=f"{api}acme%2Ftool", accept="application/json")
    facts = '{"path_with_namespace": "acme/tool", "archived": true}'
    with Cassette(path) as cassette:
        cassette.record(
            Request(method=Method.GET, url=ask.url, ask=ask, seconds_left=1.0), Answer(status=200, body=facts)
        )
    (tmp_path / "urls.txt").write_text("https://code.example.edu/acme/tool\n", encoding="utf-8")

    status = main(
        ["audit", "urls.txt", "--cassette", str(path), "--registry", f"gitlab={api}", "--fail-on", "archived", "-q"]
    )

    assert status == 1
    assert "the project is archived" in capsys.readouterr().out


def test_a_token_that_is_not_taken_is_told_on_stderr_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "sesame")
    path = tmp_path / "token.yaml"
    url = "https://github.com/acme/tool"
    (link,) = find_links(url)
    ((_, query),) = plan_queries([link], AuditSettings(github_token="sesame"))  # noqa: S106 - it opens nothing
    api = query.ask
    with Cassette(path) as cassette:
        cassette.record(Request(method=Method.POST, url=api.url, ask=api, seconds_left=1.0), Answer(status=401))
        for method in (Method.HEAD, Method.GET):
            page = Ask(method=method, url=url)
            cassette.record(Request(method=method, url=url, ask=page, seconds_left=1.0), Answer(status=404))
    (tmp_path / "urls.txt").write_text(f"{url}\n", encoding="utf-8")

    told = []
    for quiet in ([], ["-q"]):
        main(["audit", "urls.txt", "--cassette", str(path), *quiet])
        told.append(capsys.readouterr().err)

    sentence = "GitHub rejects the token (401 Unauthorized), so the pages of its repositories are requested instead"
    assert told == [f"papertrace: 1 link\npapertrace: {sentence}\n", ""]


MOVED = b"http://www.example.org/moved"
NEW = b"http://www.example.org/alive/new-place"


def test_fix_prints_the_new_address_in_the_listing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "tour.txt", *REPLAY[:2], "--fix"]) == 1

    assert (tmp_path / "tour.txt").read_bytes() == TOUR.read_bytes().replace(MOVED, NEW)
    captured = capsys.readouterr()
    assert "  moved  http://www.example.org/moved\n" in captured.out
    assert captured.err == "papertrace: 5 links: 5 in 5 papers\ntour.txt: 1 link fixed\n"


def test_fix_without_a_moved_link_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "tour.txt", *REPLAY[:2], "--fix", "--exclude", "www.example.org/moved"]) == 1

    assert (tmp_path / "tour.txt").read_bytes() == TOUR.read_bytes()
    assert capsys.readouterr().err == "papertrace: 5 links: 5 in 5 papers\nno links to fix\n"


def test_patch_leaves_the_listing_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit("--patch", "fix.patch") == 1

    assert (tmp_path / "tour.txt").read_bytes() == TOUR.read_bytes()
    patch = (tmp_path / "fix.patch").read_bytes()
    assert patch.startswith(b"--- a/tour.txt\n+++ b/tour.txt\n@@ ")
    assert patch.count(NEW) == 1
    assert capsys.readouterr().err == ""


def test_links_of_an_extracted_file_are_not_mended_in_the_listing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["extract", "tour.txt", "-o", "tour.jsonl"]) == 0
    assert main(["audit", "tour.jsonl", *REPLAY[:2], "--fix"]) == 1

    assert (tmp_path / "tour.txt").read_bytes() == TOUR.read_bytes()
    assert "this audit did not read it from a file; give the listing itself" in capsys.readouterr().err


@pytest.fixture
def unsent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a list with one link that is never requested, next to a home folder that the test may break."""
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    path = tmp_path / "unsent.txt"
    path.write_text("http://127.0.0.1/a\n", "utf-8")
    return path


def notes_of(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> list[str]:
    """Audit the list, which must be reported, and return the lines on stderr."""
    assert main(["audit", *argv, "--no-git"]) == status
    captured = capsys.readouterr()
    assert "http://127.0.0.1/a" in captured.out
    return [
        line for line in captured.err.splitlines() if "--allow-network" not in line and line != "papertrace: 1 link"
    ]


def test_verdicts_are_kept_in_the_cache_folder(unsent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert notes_of(capsys, "unsent.txt") == []

    assert [path.name for path in (unsent.parent / "home").rglob("*.sqlite")] == ["audit.sqlite"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system says where caches are")
def test_the_environment_names_the_cache_folder(unsent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(unsent.parent / "kept"))

    assert main(["audit", "unsent.txt", "-q"]) == 0

    assert (unsent.parent / "kept" / "papertrace" / "audit.sqlite").exists()


def test_a_home_that_cannot_be_written_to_costs_the_store_and_not_the_audit(
    unsent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = unsent.parent / "home"
    home.rmdir()
    home.write_text("in the way", "utf-8")

    (note,) = notes_of(capsys, "unsent.txt")

    assert note.startswith(f"papertrace: {home}")
    assert note.endswith("so this audit keeps no verdicts; name a file with --store")


def test_without_a_home_there_is_no_store(
    unsent: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_user(_: int) -> object:
        raise KeyError

    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", no_user)

    (note,) = notes_of(capsys, "unsent.txt")

    assert note.endswith("so this audit keeps no verdicts; name a file with --store")
    assert sorted(path.name for path in unsent.parent.iterdir()) == ["home", "tour.txt", "unsent.txt"]


@pytest.mark.parametrize(
    ("content", "status"), [(None, 0), (b"no database" * 100, 2)], ids=["a folder", "another file"]
)
def test_a_store_of_the_cache_folder_that_cannot_be_opened_is_noted(
    unsent: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, status: int
) -> None:
    assert main(["audit", "unsent.txt", "-q"]) == 0
    capsys.readouterr()
    (store,) = (unsent.parent / "home").rglob("audit.sqlite")
    store.unlink()
    if content is None:
        store.mkdir()
    else:
        store.write_bytes(content)

    (note,) = notes_of(capsys, "unsent.txt", status=status)

    assert note.startswith(f"papertrace: {store}: cannot ")
    assert note.endswith("so this audit keeps no verdicts; name a file with --store")
    assert main(["audit", "unsent.txt", "--no-git", "--compare", "last"]) == 2
    assert "cannot compare with run last: no store is used" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["tables", "rows"])
def test_a_named_store_that_is_damaged_costs_the_store_and_not_the_audit_and_is_a_failure(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "audit.sqlite"
    remember(store, Outcome.ALIVE, 1, *(f"http://www.example.org/{number}" + "x" * 200 for number in range(200)))
    content = bytearray(store.read_bytes())
    start = 100 if where == "tables" else 2 * 4096  # the root of the table of verdicts
    content[start : start + 3996] = b"\xff" * 3996
    store.write_bytes(content)

    comparing = ("--compare", "1") if where == "rows" else ()
    status = main(["audit", "tour.txt", *REPLAY[:2], "--store", str(store), *comparing])

    captured = capsys.readouterr()
    assert status == 2
    assert captured.out.splitlines()[-1] == "5 links: 1 dead, 1 moved, 1 suspect, 1 restricted, 1 alive"
    assert "malformed" in captured.err
