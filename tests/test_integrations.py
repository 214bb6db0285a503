"""The hooks for pre-commit and the action for GitHub: they are valid, and what they run works."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.folders import ROOT

from papertrace.reports.markup import MARK

pytestmark = pytest.mark.slow

BIN = Path(sys.executable).parent
CASSETTE = ROOT / "cassettes" / "audit" / "run" / "tour.yaml"
TOUR = ROOT / "tests" / "cases" / "audit" / "tour.txt"
BIBLIOGRAPHY = """\
@article{one, title = {Lantern}, url = {http://www.example.org/moved}}
@article{two, title = {HarborFlow}, url = {http://www.example.org/gone}}
"""

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
INSTALL, AUDIT, SITE, COMMENT = (one for one in ACTION["runs"]["steps"] if "run" in one)
HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
}


def run(command: Sequence[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=folder, env=os.environ | environment, timeout=60
    )


def step(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub's runner does (`bash --noprofile --norc -eo pipefail`)."""
    return run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], folder, **environment)


def test_the_hooks_are_of_the_form_that_pre_commit_reads() -> None:
    done = run([sys.executable, "-m", "pre_commit", "validate-manifest", ".pre-commit-hooks.yaml"], ROOT)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_action_is_of_the_form_that_github_reads() -> None:
    done = run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"], ROOT
    )

    assert done.returncode == 0, done.stdout


def test_the_template_is_of_the_form_that_gitlab_reads() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.gitlab-ci"]
    done = run([*command, "--data-transform", "gitlab-ci", "docs/ci/gitlab.yml"], ROOT)

    assert done.returncode == 0, done.stdout


def test_the_job_of_the_template_fails_where_a_link_is_dead_and_writes_its_reports(tmp_path: Path) -> None:
    template = yaml.safe_load((ROOT / "docs" / "ci" / "gitlab.yml").read_text("utf-8"))
    _, *script = template["papertrace"]["script"]
    (tmp_path / "papers.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    given = {
        **template["variables"],
        "PAPERTRACE_LISTINGS": "papers.bib",
        "PAPERTRACE_OPTIONS": f"--cassette {CASSETTE}",
    }

    done = step("\n".join(script), tmp_path, PATH=f"{BIN}:{os.environ['PATH']}", **given)

    assert (done.returncode, done.stderr) == (1, "")
    assert (tmp_path / template["papertrace"]["artifacts"]["reports"]["junit"]).is_file()
    assert (tmp_path / "papertrace.jsonl").read_text("utf-8").count("\n") == 2


def hook(name: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a hook on a bibliography as pre-commit does: its entry, the user's arguments, the files."""
    (folder / "papers.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    program, *rest = shlex.split(HOOKS[name]["entry"])
    return run([str(BIN / program), *rest, *arguments, "--cassette", str(CASSETTE), "papers.bib"], folder)


def test_the_audit_hook_fails_where_a_link_is_dead(tmp_path: Path) -> None:
    done = hook("papertrace-audit", tmp_path)

    assert (done.returncode, done.stderr) == (1, "")
    assert "  dead  http://www.example.org/gone\n    404 Not Found\n    papers.bib:2:" in done.stdout


def test_arguments_of_a_user_reach_the_hook(tmp_path: Path) -> None:
    assert hook("papertrace-audit", tmp_path, "--fail-on", "archived").returncode == 0


def test_the_fixing_hook_writes_new_addresses_and_fails_for_nothing_else(tmp_path: Path) -> None:
    done = hook("papertrace-fix", tmp_path)

    fixed = BIBLIOGRAPHY.replace("http://www.example.org/moved", "http://www.example.org/alive/new-place")
    assert done.returncode == 0
    assert (tmp_path / "papers.bib").read_text("utf-8") == fixed


def test_no_input_of_the_action_is_part_of_a_script() -> None:
    assert not any("${{" in one["run"] for one in (INSTALL, AUDIT, SITE, COMMENT))
    used = re.findall(
        r"inputs\.([a-z-]+)", " ".join(f"{one['env']} {one.get('if')}" for one in (INSTALL, AUDIT, SITE, COMMENT))
    )
    assert sorted(set(used)) == sorted(ACTION["inputs"])


def test_the_action_installs_itself_into_an_environment_of_its_own(tmp_path: Path) -> None:
    """A stand-in for Python records its arguments, since a real installation would need a network."""
    source = tmp_path / "my action"
    stand_in = tmp_path / "my python"
    stand_in.write_text(
        '#!/bin/sh\nprintf "%s\\n" "$*" >>"$RUNNER_TEMP/asked"\n'
        '[ "$2" != venv ] || { mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; }\n',
        encoding="utf-8",
    )
    stand_in.chmod(0o755)

    places = {"RUNNER_TEMP": str(tmp_path), "GITHUB_OUTPUT": str(tmp_path / "outputs")}
    done = step(INSTALL["run"], tmp_path, PYTHON=str(stand_in), SOURCE=str(source), **places)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "asked").read_text("utf-8").splitlines() == [
        f"-m venv {tmp_path}/papertrace",
        f"-m pip install --quiet {source}",
    ]
    assert (tmp_path / "outputs").read_text("utf-8") == f"bin={tmp_path}/papertrace/bin\n"


def act(folder: Path, **inputs: str) -> tuple[subprocess.CompletedProcess[str], str, str]:
    """Run the audit of the action, and return the process, its outputs and its summary."""
    files = {name: folder / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    for path in files.values():
        path.touch()
    given = {
        "LISTINGS": "",
        "OPTIONS": "",
        "FAIL_ON": "dead",
        "BASELINE": "",
        "FIX": "false",
        "STORE": "none",
        "SARIF": "",
        "GITHUB_TOKEN": "",
        "RUNNER_TEMP": str(folder),
        "BIN": str(BIN),
    }
    done = step(AUDIT["run"], folder, **given | inputs, **{name: str(path) for name, path in files.items()})
    outputs, summary = (path.read_text("utf-8") for path in files.values())
    return done, outputs, summary


def test_the_action_annotates_summarises_and_fails_where_a_link_is_dead(tmp_path: Path) -> None:
    (tmp_path / "my lists").mkdir()
    (tmp_path / "my lists" / "tour.txt").write_bytes(TOUR.read_bytes())

    done, outputs, summary = act(
        tmp_path, LISTINGS="my lists/tour.txt\n\n", OPTIONS=f"--cassette={CASSETTE}", SARIF="audit.sarif"
    )

    assert (done.returncode, done.stderr) == (1, "")
    assert "::error file=my lists/tour.txt,line=11,col=224,title=dead link::http://www.example.org/gone" in done.stdout
    assert summary.startswith("# Link audit\n\n5 links: 1 dead, ")
    verdicts = Path(outputs.removeprefix("verdicts=").strip()).read_text("utf-8").splitlines()
    assert [json.loads(line)["outcome"] for line in verdicts].count("dead") == 1
    assert json.loads((tmp_path / "audit.sarif").read_text("utf-8"))["version"] == "2.1.0"


def test_the_action_fails_for_what_it_is_told_to_fail_for(tmp_path: Path) -> None:
    done, outputs, _ = act(tmp_path, LISTINGS=str(TOUR), OPTIONS=f"--cassette={CASSETTE}\n--quiet", FAIL_ON="none")

    assert done.returncode == 0
    assert outputs.startswith("verdicts=")


@pytest.mark.parametrize(
    "listing", ["$(touch ran)", "`touch ran`", "; touch ran", "--output=ran", "x' 'y", "a\\b"], ids=str
)
def test_the_name_of_a_listing_is_a_name(tmp_path: Path, listing: str) -> None:
    done, outputs, summary = act(tmp_path, LISTINGS=listing)

    assert done.returncode == 2
    assert listing.replace("\\", "") in done.stderr.replace("\\", "")
    assert (outputs, summary) == ("", "")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("path", "taken"), [("README.md", True), ("lists/README.md", True), ("papers.bib", True), ("NOTES.md", False)]
)
def test_the_hooks_take_readmes_and_bibliographies(path: str, *, taken: bool) -> None:
    for one in HOOKS.values():
        assert (re.search(one["files"], path) is not None) is taken


def test_the_action_fails_only_for_what_is_new_since_the_baseline(tmp_path: Path) -> None:
    (tmp_path / "tour.txt").write_bytes(TOUR.read_bytes())
    given = {"LISTINGS": "tour.txt", "OPTIONS": f"--cassette={CASSETTE}"}

    first, _, _ = act(tmp_path, **given)
    (tmp_path / "papertrace-audit.jsonl").rename(tmp_path / "before.jsonl")
    second, _, summary = act(tmp_path, **given, BASELINE="before.jsonl")

    assert (first.returncode, second.returncode) == (1, 0)
    assert "1 in the baseline" in summary


def test_the_action_writes_new_addresses_and_keeps_its_store(tmp_path: Path) -> None:
    (tmp_path / "papers.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")

    done, _, _ = act(
        tmp_path,
        LISTINGS="papers.bib",
        OPTIONS=f"--cassette={CASSETTE}",
        FIX="true",
        STORE="audit.sqlite",
        FAIL_ON="none",
    )

    assert done.returncode == 0, done.stderr
    assert "http://www.example.org/alive/new-place" in (tmp_path / "papers.bib").read_text("utf-8")
    assert (tmp_path / "audit.sqlite").is_file()


def test_the_action_keeps_its_summary_where_some_of_the_work_was_not_done(tmp_path: Path) -> None:
    (tmp_path / "tour.txt").write_bytes(TOUR.read_bytes())
    (tmp_path / "picture.bib").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\0")

    done, outputs, summary = act(tmp_path, LISTINGS="tour.txt\npicture.bib", OPTIONS=f"--cassette={CASSETTE}")

    assert done.returncode == 2
    assert summary.startswith("# Link audit\n\n5 links: 1 dead, ")
    assert outputs.startswith("verdicts=")


def test_the_action_writes_a_site_with_what_changed_since_the_last_run(tmp_path: Path) -> None:
    listing = tmp_path / "papers.bib"
    given = {"LISTINGS": "papers.bib", "STORE": "links.sqlite", "RUNNER_TEMP": str(tmp_path), "BIN": str(BIN)}
    first, second = BIBLIOGRAPHY.splitlines(keepends=True)
    for text in (first, first + second):
        listing.write_text(text, encoding="utf-8")
        _, outputs, _ = act(tmp_path, LISTINGS="papers.bib", STORE="links.sqlite", OPTIONS=f"--cassette={CASSETTE}")
        verdicts = outputs.strip().splitlines()[-1].removeprefix("verdicts=")
        output = str(tmp_path / "GITHUB_OUTPUT")

        done = step(SITE["run"], tmp_path, **given, OPTIONS="--licence=CC0", VERDICTS=verdicts, GITHUB_OUTPUT=output)

        assert done.returncode == 0, done.stderr

    index = (tmp_path / "papertrace-site" / "index.html").read_text("utf-8")
    changes = index.partition('<section id="changes">')[2].partition("</section>")[0]
    assert re.findall(r"<a [^>]*papers/[^>]*>([^<]*)", changes) == ["HarborFlow"]
    assert f"site={tmp_path}/papertrace-site\n" in (tmp_path / "GITHUB_OUTPUT").read_text("utf-8")


def test_the_workflow_of_a_site_has_ten_lines_and_inputs_that_exist() -> None:
    text = (ROOT / "docs" / "site.md").read_text("utf-8").partition("## GitHub Pages")[2]
    (block, *_) = re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    workflow = yaml.safe_load(block)

    assert block.count("\n") <= 10
    _, ours, last = workflow["jobs"]["site"]["steps"]
    assert set(ours["with"]) <= set(ACTION["inputs"])
    assert last["uses"].startswith("actions/deploy-pages@")
    assert {"pages", "id-token"} <= set(workflow["permissions"])


def test_the_action_writes_a_site_for_the_address_that_github_gives(tmp_path: Path, stand_ins: Path) -> None:
    (stand_ins / "gh").write_text(
        '#!/bin/sh\n[ "$2" = repos/acme/tides/pages ] && echo https://acme.example/tides/\n', "utf-8"
    )
    (tmp_path / "papers.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    store = str(tmp_path / "kept" / "links.sqlite")
    _, outputs, _ = act(tmp_path, LISTINGS="papers.bib", STORE=store, OPTIONS=f"--cassette={CASSETTE}")
    given = {"LISTINGS": "papers.bib", "STORE": store, "RUNNER_TEMP": str(tmp_path), "BIN": str(BIN)}
    given |= {"VERDICTS": outputs.strip().removeprefix("verdicts="), "GITHUB_OUTPUT": str(tmp_path / "GITHUB_OUTPUT")}
    given |= {"GITHUB_REPOSITORY": "acme/tides", "GH_TOKEN": "secret-of-the-job"}

    done = step(SITE["run"], tmp_path, **given, OPTIONS="", PATH=f"{stand_ins}:{os.environ['PATH']}")

    assert done.returncode == 0, done.stderr
    site = tmp_path / "papertrace-site"
    assert "<loc>https://acme.example/tides/papers/" in (site / "sitemap.xml").read_text("utf-8")
    assert [path for path in site.rglob("*") if path.is_file() and b"secret-of-the-job" in path.read_bytes()] == []


def test_the_template_publishes_a_site(tmp_path: Path) -> None:
    template = yaml.safe_load((ROOT / "docs" / "ci" / "gitlab.yml").read_text("utf-8"))
    (tmp_path / "papers.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    given = {**template["variables"], "PAPERTRACE_LISTINGS": "papers.bib", "PATH": f"{BIN}:{os.environ['PATH']}"}
    audit = {**given, "PAPERTRACE_OPTIONS": f"--cassette {CASSETTE}"}
    step("\n".join(template["papertrace"]["script"][1:]), tmp_path, **audit)

    done = step(
        "\n".join(template["pages"]["script"][1:]), tmp_path, **given, CI_PAGES_URL="https://lists.example.org/"
    )

    assert done.returncode == 0, done.stderr
    assert "https://lists.example.org/papers/" in (tmp_path / "public" / "sitemap.xml").read_text("utf-8")
    assert (tmp_path / ".papertrace" / "audit.graphml").is_file()


@pytest.mark.parametrize(("own", "asked"), [("", "POST"), ("3", "PUT")])
def test_the_template_comments_what_a_merge_request_adds(own: str, asked: str, tmp_path: Path) -> None:
    """A stand-in for curl lists the comments of the merge request and keeps the new one."""
    template = yaml.safe_load((ROOT / "docs" / "ci" / "gitlab.yml").read_text("utf-8"))
    base = commit_list_and_add_twice(tmp_path)
    (tmp_path / "audit.jsonl").rename(tmp_path / "papertrace.jsonl")
    notes = [{"id": 2, "body": "thanks"}, *([{"id": int(own), "body": f"{MARK}\nold"}] if own else [])]
    (tmp_path / "notes").write_text(json.dumps(notes), encoding="utf-8")
    (tmp_path / "bin").mkdir()
    curl = tmp_path / "bin" / "curl"
    curl.write_text(
        '#!/bin/sh\nfor last; do :; done\ncase "$*" in *body@*) echo "$*" >asked ;; *) cat notes ;; esac\n',
        encoding="utf-8",
    )
    curl.chmod(0o755)
    given = {
        **template["variables"],
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": base,
        "CI_API_V4_URL": "https://forge.example.org/api/v4",
        "CI_MERGE_REQUEST_PROJECT_ID": "5",
        "CI_MERGE_REQUEST_IID": "7",
        "PATH": f"{curl.parent}:{BIN}:{os.environ['PATH']}",
    }
    script = "\n".join(template["papertrace-review"]["script"][1:])

    logged = step(script, tmp_path, **given)
    no_token_asked = (tmp_path / "asked").exists()
    run(["git", "worktree", "remove", "--force", "papertrace-before"], tmp_path)
    done = step(script, tmp_path, **given | {"PAPERTRACE_TOKEN": "t0ken"})

    assert (logged.returncode, done.returncode, no_token_asked) == (0, 0, False), done.stderr
    assert "this paper is already in the list (README.md, line 3)" in logged.stdout
    (line,) = (tmp_path / "asked").read_text("utf-8").splitlines()
    assert f"--request {asked} --data-urlencode body@papertrace-review.md" in line
    assert line.endswith(f"/api/v4/projects/5/merge_requests/7/notes{'/3' if own else ''}")


def commit_list_and_add_twice(folder: Path) -> str:
    """Commit a list of one paper, print the paper again, write the verdict on its link, and return the commit."""
    title = "- [HarborFlow: Tidal forecasting of harbours](https://arxiv.org/abs/2401.00001)\n"
    (folder / "README.md").write_text(f"# Tides\n\n{title}", encoding="utf-8")
    (folder / ".gitattributes").write_text("README.md export-ignore\n", encoding="utf-8")
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "list"], ["remote", "add", "origin", str(folder)]):
        assert run([*git, *command], folder).returncode == 0
    with (folder / "README.md").open("a", encoding="utf-8") as file:
        file.write(title)
    found = {"url": "https://arxiv.org/abs/2401.00001", "outcome": "alive", "reason": "200", "papers": []}
    (folder / "audit.jsonl").write_text(json.dumps(found), encoding="utf-8")
    return run(["git", "rev-parse", "HEAD"], folder).stdout.strip()


PAGE = (ROOT / "docs" / "how-to" / "repositories.md").read_text("utf-8")


@pytest.fixture
def stand_ins(tmp_path: Path) -> Path:
    """Return programs in place of gh, which writes down its arguments, and of a papertrace without a network."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, script in (
        ("gh", f'echo "$*" >>"{tmp_path}/asked"'),
        ("papertrace", f'exec "{BIN}/papertrace" "$@" --cassette "{CASSETTE}" --store "{tmp_path}/audit.sqlite"'),
    ):
        (programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    return programs


def test_the_page_for_maintainers_leads_from_a_clone_to_a_pull_request(tmp_path: Path, stand_ins: Path) -> None:
    origin = tmp_path / "origin"
    origin.mkdir()
    (origin / "README.md").write_text(
        "# Lanterns\n\n- [Lantern](http://www.example.org/moved)\n- [Harbor](http://www.example.org/gone)\n", "utf-8"
    )
    names = {f"GIT_{who}_{what}": "ada@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    for command in ("git init -q -b main", "git add .", "git commit -qm list"):
        assert run(command.split(), origin, **names).returncode == 0
    first_block = re.search(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert first_block is not None

    done = run(
        ["bash", "-c", first_block[1]],
        tmp_path,
        PATH=f"{stand_ins}:{os.environ['PATH']}",
        GIT_CONFIG_COUNT="1",
        GIT_CONFIG_KEY_0=f"url.{origin}.insteadOf",
        GIT_CONFIG_VALUE_0="https://github.com/acme/awesome-lanterns",
        **names,
    )

    clone = tmp_path / "awesome-lanterns"
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "asked").read_text("utf-8").splitlines() == ["auth token", "pr create -f"]
    assert run(["git", "log", "-1", "--format=%s", "links"], clone).stdout == "Mend links that have moved\n"
    changed = run(["git", "show", "-U0", "--format=", "links"], clone).stdout.splitlines()
    assert [line for line in changed if line.startswith(("-- ", "+- "))] == [
        "-- [Lantern](http://www.example.org/moved)",
        "+- [Lantern](http://www.example.org/alive/new-place)",
    ]
    assert (clone / "known-links.jsonl").read_text("utf-8").count("\n") == 2


def test_the_monthly_workflow_of_the_page_passes_what_is_known_and_compares(tmp_path: Path) -> None:
    blocks = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (monthly,) = (yaml.safe_load(block) for block in blocks if "schedule" in block)
    steps = monthly["jobs"]["links"]["steps"]
    given = next(one["with"] for one in steps if str(one.get("uses")).startswith("acme/papertrace"))
    assert set(given) <= set(ACTION["inputs"])
    (tmp_path / "README.md").write_text(
        "- [Lantern](http://www.example.org/moved)\n- [Harbor](http://www.example.org/gone)\n", "utf-8"
    )
    inputs = {name.upper().replace("-", "_"): value for name, value in given.items()}
    inputs["OPTIONS"] += f"\n--cassette={CASSETTE}\n--max-age=0"

    first, _, _ = act(tmp_path, **{**inputs, "BASELINE": "", "FIX": "false"})
    (tmp_path / "papertrace-audit.jsonl").rename(tmp_path / given["baseline"])
    second, _, summary = act(tmp_path, **inputs)

    assert (first.returncode, second.returncode) == (1, 0), second.stderr
    assert "## Since run 1" in summary
    assert "in the baseline" in summary
    assert "alive/new-place" in (tmp_path / "README.md").read_text("utf-8")
    assert "git diff" in steps[-1]["run"]


@pytest.mark.parametrize(("own", "asked"), [("", "POST repos/acme/tides/issues/7/comments"), ("url/3", "PATCH url/3")])
def test_the_action_comments_what_a_pull_request_adds(own: str, asked: str, tmp_path: Path) -> None:
    """A stand-in for `gh` lists the action's own comment and keeps the new one; origin is the repository itself."""
    base = commit_list_and_add_twice(tmp_path)
    (tmp_path / "bin").mkdir()
    gh = tmp_path / "bin" / "gh"
    gh.write_text(
        '#!/bin/sh\n[ "$2" != --paginate ] || { echo "$OWN"; exit; }\nfor last; do :; done\n'
        'cp "${last#body=@}" "$RUNNER_TEMP/posted"\necho "$4 $5" >"$RUNNER_TEMP/asked"\n',
        encoding="utf-8",
    )
    gh.chmod(0o755)

    done = step(
        COMMENT["run"],
        tmp_path,
        BIN=str(BIN),
        LISTINGS="README.md",
        VERDICTS="audit.jsonl",
        BASE=base,
        NUMBER="7",
        GH_TOKEN="",
        OWN=own,
        GITHUB_REPOSITORY="acme/tides",
        RUNNER_TEMP=str(tmp_path),
        GITHUB_STEP_SUMMARY=str(tmp_path / "summary"),
        PATH=f"{gh.parent}:{os.environ['PATH']}",
    )

    assert done.returncode == 0, done.stderr
    assert "this paper is already in the list (README.md, line 3)" in (tmp_path / "posted").read_text("utf-8")
    assert (tmp_path / "summary").read_text("utf-8") == (tmp_path / "posted").read_text("utf-8")
    assert (tmp_path / "asked").read_text("utf-8") == f"{asked}\n"
    assert f'startswith("{MARK}")' in COMMENT["run"]
