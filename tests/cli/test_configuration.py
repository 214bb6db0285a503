"""Settings files: what they set, what they may not set, and how mistakes in them are reported."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import ROOT

from papertrace.cli import main
from papertrace.cli.commands import CONFIGURABLE, load_command
from papertrace.cli.main import make_parser, parse_arguments
from papertrace.errors import SettingsError

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a settings file and go to its folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAPERTRACE_CONFIG", raising=False)
    (tmp_path / ".git").mkdir()

    def write(text: str, name: str = "papertrace.toml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_options_of_a_command_are_read_from_its_table(write: Write) -> None:
    write(
        """
        [audit]
        fail-on = ["dead", "insecure"]
        timeout = 20
        exclude = ["example.org"]
        https = true
        verbose = 2
        listings = ["docs/links.md"]
        store = "none"
        [build]
        to = ["html", "graphml"]
        """
    )
    arguments = parse_arguments(["audit"])
    assert arguments.fail_on == frozenset({"dead", "insecure"})
    assert (arguments.timeout, arguments.https, arguments.verbose) == (20.0, True, 2)
    assert [Path(one) for one in arguments.listings] == [Path("docs/links.md")]
    assert str(arguments.store) == "none"
    assert parse_arguments(["build"]).to == "html,graphml"
    assert parse_arguments(["graph", "x.jsonl"]).to == make_parser("graph").parse_args(["graph", "x.jsonl"]).to


def test_a_switch_that_leaves_something_out_means_the_same_in_a_file(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parse_arguments(["suggest", "a.bib", "--cited-only"]).with_citing is False
    write("[suggest]\ncited-only = true\n")
    assert parse_arguments(["suggest", "a.bib"]).with_citing is False
    assert main(["config", "suggest", "--json"]) == 0
    shown = {one["name"]: one["value"] for one in json.loads(capsys.readouterr().out)["settings"]}
    assert shown["cited-only"] == "true"
    assert main(["config", "suggest", "--json", "--config", "none"]) == 0
    shown = {one["name"]: one["value"] for one in json.loads(capsys.readouterr().out)["settings"]}
    assert shown["cited-only"] == "false"


def test_the_command_line_takes_precedence_and_adds_to_what_is_repeatable(write: Write) -> None:
    write("[audit]\ntimeout = 20\nexclude = ['example.org']\n")
    arguments = parse_arguments(["audit", "a.md", "--timeout", "5", "--exclude", "example.com"])
    assert (arguments.timeout, arguments.exclude) == (5.0, ["example.org", "example.com"])


def test_the_table_of_a_project_file_is_used_and_the_nearest_file_wins(write: Write, tmp_path: Path) -> None:
    write("[tool.papertrace.audit]\nretries = 3\n", "pyproject.toml")
    assert parse_arguments(["audit", "a.md"]).retries == 3
    write("[audit]\nretries = 4\n")
    assert parse_arguments(["audit", "a.md"]).retries == 4
    assert parse_arguments(["audit", "a.md", "--config", "none"]).retries is None
    assert parse_arguments(["audit", "a.md", "--config=pyproject.toml"]).retries == 3
    assert tmp_path.exists()


def test_a_file_above_the_repository_is_not_read(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("[audit]\nretries = 4\n")
    inner = tmp_path / "repository" / "docs"
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    inner.mkdir()
    monkeypatch.chdir(inner)
    assert parse_arguments(["audit", "a.md"]).retries is None
    (tmp_path / "repository" / "papertrace.toml").write_text("[audit]\nstore = 'audit.sqlite'\n", "utf-8")
    assert parse_arguments(["audit", "a.md"]).store == tmp_path / "repository" / "audit.sqlite"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(f"exclude = {'[' * 5000}", "not TOML: maximum recursion depth", id="deep"),
        pytest.param(f"{'a.' * 100_000}a = 1", "a key of over 50 parts, so it is not a settings file", id="deep key"),
    ],
)
def test_a_mistake_is_reported_with_its_place_and_the_way_out(
    text: str, message: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(text)
    assert main(["audit", "a.md", "--list"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("papertrace: papertrace.toml: ")
    assert message in error


HARMFUL = {
    "audit": """
        allow-network also ca-bundle cassette color cookies fix follow-links graph-page header insecure json list netrc
        output passwords patch proxy record registry remap resolver
    """,
    "build": """
        allow-network ca-bundle cassette color dry-run engine enrich follow-links json master record registry report
        work-dir
    """,
    "extract": "color engine explain follow-links json master output work-dir",
}


@pytest.mark.parametrize("command", HARMFUL)
def test_a_file_that_comes_with_a_project_sets_only_what_can_do_no_harm(command: str) -> None:
    options = load_command(command).options()
    assert sorted(name for name, option in options.items() if not option.harmless) == HARMFUL[command].split()


@cases("setting")
def test_what_can_do_harm_needs_a_file_that_the_user_names(
    setting: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(f"[audit]\n{setting}\n")
    name = setting.split(" ", maxsplit=1)[0]
    assert main(["audit", "a.md", "--list"]) == 2
    assert f"[audit] {name} can do harm" in capsys.readouterr().err
    given = parse_arguments(["audit", "a.md", "--config", str(path)])
    usual = make_parser("audit").parse_args(["audit", "a.md"])
    assert getattr(given, name.replace("-", "_")) != getattr(usual, name.replace("-", "_"))


@pytest.mark.parametrize("setting", ["color = 'always'", "json = true"])
def test_a_file_that_comes_with_a_project_does_not_change_the_form_of_messages(
    setting: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(f"[build]\n{setting}\n")
    assert main(["build"]) == 2
    assert f"[build] {setting.partition(' ')[0]} can do harm" in capsys.readouterr().err
    assert parse_arguments(["build", "--config", str(path)]).configured


def test_a_file_that_comes_with_a_project_may_choose_the_form_of_results(write: Write) -> None:
    write("[formats]\njson = true\n")
    assert parse_arguments(["formats"]).json is True


@pytest.mark.parametrize(
    "text",
    [
        f"[build]\nalpha = {'9' * 5_000}\n",
        f"[build]\nalpha = 0x{'f' * 8_000}\n",
    ],
)
def test_an_odd_value_is_an_error_and_not_a_traceback(
    text: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(text)
    assert main(["build"]) == 2
    assert capsys.readouterr().err.startswith("papertrace: papertrace.toml: ")


def test_a_path_through_a_loop_of_links_is_an_error(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python 3.13 resolves such a path, so that only writing to it fails; earlier ones do not."""
    (tmp_path / "loop").symlink_to("loop")
    write("[build]\noutput = 'loop/x'\n")
    assert main(["build"]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("papertrace: ")
    assert "loop/x" in error


def test_an_option_gives_way_to_a_typed_one_that_contradicts_it(write: Write) -> None:
    write("[build]\nquiet = true\n[audit]\nverbose = 2\n")
    assert parse_arguments(["build"]).quiet
    assert not parse_arguments(["build", "-v"]).quiet
    assert parse_arguments(["audit", "a.md"]).verbose == 2
    assert parse_arguments(["audit", "a.md", "--quiet"]).verbose == 0


@pytest.mark.parametrize("option", ["--verdicts", "--verd"])
def test_typed_audits_replace_those_of_the_file_instead_of_being_compared_with_them(option: str, write: Write) -> None:
    write("[build]\nverdicts = 'june.jsonl'\n")
    assert parse_arguments(["build"]).verdicts == [Path("june.jsonl")]
    assert parse_arguments(["build", option, "may.jsonl"]).verdicts == [Path("may.jsonl")]
    assert parse_arguments(["build", f"{option}=a.jsonl", f"{option}=b.jsonl"]).verdicts == [
        Path("a.jsonl"),
        Path("b.jsonl"),
    ]


def test_a_message_about_an_option_of_the_file_names_the_file(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("[build]\npruning = 'nearest'\nnearest = 3\n")
    assert main(["build", "--pruning", "disparity"]) == 2
    assert "--nearest 3 has no effect with --pruning disparity" in (error := capsys.readouterr().err)
    assert error.endswith("(it is set in papertrace.toml)\n")


def test_outside_of_a_repository_only_the_current_folder_counts(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("[audit]\nretries = 4\n")
    (tmp_path / ".git").rmdir()
    (tmp_path / "inner").mkdir()
    assert parse_arguments(["audit", "a.md"]).retries == 4
    monkeypatch.chdir(tmp_path / "inner")
    assert parse_arguments(["audit", "a.md"]).retries is None


def test_a_deleted_folder_has_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert parse_arguments(["formats"]).json is False


def test_config_shows_no_password_and_no_control_character(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write('[audit]\nproxy = "http://user:secret@proxy.example.org"\n[build]\ntitle = "\\u001b]0;x\\u0007"\n')
    assert main(["config", "--config", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "proxy.example.org" in shown
    assert "secret" not in shown
    assert "\x1b" not in shown


def test_tables_by_host_give_headers_limits_and_certificates(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(
        """
        [host."wiki.example.org"]
        headers = {X-Team = "links", Accept-Language = "en"}
        insecure = true
        limit = "1/0.5"
        [host."slow.example.org"]
        limit = 2
        """
    )
    monkeypatch.setenv("PAPERTRACE_CONFIG", str(path))
    arguments = parse_arguments(["audit", "a.md", "--header", "example.com: X-A: b"])
    assert arguments.header == [
        "wiki.example.org: X-Team: links",
        "wiki.example.org: Accept-Language: en",
        "example.com: X-A: b",
    ]
    assert arguments.insecure == ["wiki.example.org"]
    assert [(one.host, one.concurrency, one.gap_s) for one in arguments.host_limit] == [
        ("wiki.example.org", 1, 0.5),
        ("slow.example.org", 2, 0.0),
    ]


def test_help_does_not_depend_on_the_file(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("[audit\n")
    with pytest.raises(SystemExit, match="0"):
        main(["audit", "--help-all"])
    assert "--config FILE" in capsys.readouterr().out


def test_a_shortened_option_for_the_file_is_refused(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("[audit]\nretries = 3\n", "other.toml")
    with pytest.raises(SystemExit, match="2"):
        main(["audit", "a.md", "--conf", str(path)])
    assert "write --config in full" in capsys.readouterr().err


def test_config_shows_what_holds_and_where_it_comes_from(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("[audit]\nretries = 3\nheader = ['example.org: Authorization: secret']\n[build]\ntitle = 'Walruses'\n")
    assert main(["config", "--config", str(path), "--json"]) == 0
    shown = capsys.readouterr().out
    found = json.loads(shown)
    assert found["file"] == str(path)
    assert sorted((one["command"], one["name"], one["value"]) for one in found["settings"]) == [
        ("audit", "header", "(not shown)"),
        ("audit", "retries", "3"),
        ("build", "title", "Walruses"),
    ]
    assert "secret" not in shown
    assert main(["config", "audit", "--config", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"settings file: {path} (named by you)"
    assert any(line.split() == ["retries", "3", str(path)] for line in lines)
    assert any(line.split() == ["timeout", "10", "default"] for line in lines)


def test_config_shows_values_as_the_command_line_takes_them(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    written = {
        "also": "junit=links.xml, html=links.html",
        "accept": "200-299, 403",
        "timeout": "20",
        "host-limit": "a.example.org=2, b.example.org=1/0.5",
        "remap": "^http: https:",
        "max-age": "24,dead=1.5",
    }
    of_two = ("also", "host-limit")
    values = {name: value.split(", ") if name in of_two else value for name, value in written.items()}
    write("[audit]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items()))

    assert main(["config", "audit", "--config", "papertrace.toml", "--json"]) == 0
    found = {one["name"]: one["value"] for one in json.loads(capsys.readouterr().out)["settings"]}
    assert {name: found[name] for name in written} == written
    assert main(["config", "audit", "--config", "none"]) == 0
    assert not re.search(r"\w\(", capsys.readouterr().out)  # no value as Python shows an object


def test_the_documentation_names_every_option_that_a_file_of_a_project_may_not_set() -> None:
    text = (ROOT / "docs" / "settings.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z-]+)`", text.partition("## Which file is trusted")[2].partition("\n## ")[0]))
    options = [one for command in CONFIGURABLE for one in load_command(command).options().items()]
    refused = {name for name, option in options if not option.harmless}

    assert refused
    assert refused <= named


@pytest.mark.parametrize("command", CONFIGURABLE)
def test_every_command_accepts_an_empty_table(command: str, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(f"[{command}]\nquiet = true\n")
    assert main(["config", command, "--json"]) == 0
    assert {"command": command, "name": "quiet", "value": "true", "source": "papertrace.toml"} in json.loads(
        capsys.readouterr().out
    )["settings"]


def test_patterns_of_the_ignore_file_are_left_out(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("<https://a.acme.net/>, <https://b.acme.net/x>\n", "a.md")
    write("# hosts\n\nb.acme.net  \n", ".papertraceignore")
    assert main(["audit", "a.md", "--list"]) == 0
    shown = capsys.readouterr().out
    assert "https://a.acme.net/" in shown
    assert "https://b.acme.net/x" not in shown
    write("two words\n", ".papertraceignore")
    assert main(["audit", "a.md", "--list"]) == 2
    assert ".papertraceignore:1: 'two words' is not a host" in capsys.readouterr().err


def test_the_project_file_of_another_program_is_not_read_even_if_it_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text('[project\nname = "other"\n', encoding="utf-8")
    assert parse_arguments(["audit", "a.md"]).listings

    Path("pyproject.toml").write_text("[tool.papertrace.audit\nretries = 3\n", encoding="utf-8")
    with pytest.raises((SettingsError, SystemExit)):
        parse_arguments(["audit", "a.md"])
