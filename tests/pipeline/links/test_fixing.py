"""Listings fixed on disk: bytes, permissions, symbolic links, and files that have changed."""

import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from tests.case_tables import cases

from papertrace.errors import ListingError
from papertrace.model import AuditResult, Finding, Outcome, Verdict
from papertrace.model.verdict import FixPlan
from papertrace.pipeline.collecting import collect_links
from papertrace.pipeline.fixing import digest_files, plan_fixes, write_fixes
from papertrace.reports.fixes import describe_unfixed_link, generate_patch

OLD = "http://example.org/old"
NEW = "https://example.org/new/place"

LISTINGS = {
    "list.md": f"# Papers\r\n\r\n- [A Thing]({OLD}) — gr\u00fcn, see {OLD} and {OLD}er\r\n- [Other](https://example.org/b)",
    "refs.bib": f"@article{{a,\n  title = {{A Study of Things}},\n  url = {{{OLD}}},\n  year = {{2020}}\n}}\n\n",
    "papers.json": '[{"paper": {"id": "2401.00001", "title": "A Thing", "summary": "Code:\\n'
    + OLD.replace("/", "\\/")
    + ' \\u00e9.", "publishedAt": "2024-01-01T00:00:00Z"}}]',
    "urls.txt": f"\ufeff# mine\n{OLD}\n\n{OLD}er\n",
}


@pytest.fixture(params=LISTINGS)
def listing(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a listing that prints the moved link."""
    monkeypatch.chdir(tmp_path)
    path = Path(request.param)
    path.write_bytes(LISTINGS[request.param].encode())
    return path


@pytest.fixture
def urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a list of URLs that prints the moved link."""
    monkeypatch.chdir(tmp_path)
    path = Path("urls.txt")
    path.write_bytes(LISTINGS["urls.txt"].encode())
    return path


def moved(*paths: Path, outcome: Outcome = Outcome.MOVED, new_url: str | None = NEW) -> AuditResult:
    """Return the result of an audit in which the link has moved and every other one is alive."""
    findings = []
    for link, occurrence in collect_links(paths).links:
        has_moved = link.url == OLD
        verdict = Verdict(
            link=link,
            outcome=outcome if has_moved else Outcome.ALIVE,
            reason="moved permanently",
            new_url=new_url if has_moved else None,
        )
        findings.append(Finding(verdict=verdict, occurrences=(occurrence,)))
    return AuditResult(findings=tuple(findings))


def fixed(path: Path) -> bytes:
    """Return the expected bytes of a listing, computed without the code under test."""
    text = LISTINGS[path.name]
    for end in (")", " ", "}", "\n"):
        text = text.replace(OLD + end, NEW + end)
    return text.replace(OLD.replace("/", "\\/") + " ", NEW.replace("/", "\\/") + " ").encode()


def test_a_listing_without_a_moved_link_is_left_alone(listing: Path) -> None:
    digests = digest_files([listing])

    assert plan_fixes(moved(listing, outcome=Outcome.ALIVE), digests) == FixPlan()
    assert plan_fixes(moved(listing, new_url=None), digests) == FixPlan()


def test_the_address_changes_and_every_other_byte_stays(listing: Path) -> None:
    before = listing.read_bytes()
    plan = plan_fixes(moved(listing), digest_files([listing]))
    (file,) = write_fixes(plan)

    assert listing.read_bytes() == fixed(listing) != before
    assert (file.path, file.before, file.after, plan.unfixed) == (listing, before, fixed(listing), ())
    assert [path.name for path in Path().iterdir()] == [listing.name]


def test_planning_writes_nothing(listing: Path) -> None:
    before = listing.read_bytes()
    plan_fixes(moved(listing), digest_files([listing]))

    assert listing.read_bytes() == before


def test_fixing_again_finds_nothing_to_fix(listing: Path) -> None:
    list(write_fixes(plan_fixes(moved(listing), digest_files([listing]))))

    assert plan_fixes(moved(listing), digest_files([listing])).files == ()


def test_a_file_that_changed_since_it_was_read_is_left(urls: Path) -> None:
    digests = digest_files([urls])
    result = moved(urls)
    urls.write_text(f"{OLD}\n# and a line more\n", encoding="utf-8")
    plan = plan_fixes(result, digests)

    assert plan.files == ()
    assert [describe_unfixed_link(link) for link in plan.unfixed] == [
        "urls.txt:2:1: left as it is: it has changed since it was read; run the audit again"
    ]


def test_a_file_that_changes_between_plan_and_writing_is_left(urls: Path) -> None:
    plan = plan_fixes(moved(urls), digest_files([urls]))
    urls.write_text("mine\n", encoding="utf-8")

    with pytest.raises(ListingError, match=r"urls\.txt: has changed since it was read"):
        list(write_fixes(plan))
    assert urls.read_text("utf-8") == "mine\n"
    assert [path.name for path in Path().iterdir()] == ["urls.txt"]


def test_a_file_that_was_not_read_is_left(urls: Path) -> None:
    (link,) = plan_fixes(moved(urls), {}).unfixed

    assert "this audit did not read it from a file" in link.reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"\x1f\x8b\x08\x00", "it is compressed; unpack it first", id="gzip"),
        pytest.param(b"http://example.org/old \xff", "it is not UTF-8; convert it first", id="another encoding"),
    ],
)
def test_a_file_that_is_not_plain_text_is_left(urls: Path, data: bytes, reason: str) -> None:
    result = moved(urls)
    urls.write_bytes(data)
    (link,) = plan_fixes(result, digest_files([urls])).unfixed

    assert reason in link.reason
    assert urls.read_bytes() == data


def test_a_file_that_is_gone_is_left(urls: Path) -> None:
    result, digests = moved(urls), digest_files([urls])
    urls.unlink()

    assert "it can no longer be read" in plan_fixes(result, digests).unfixed[0].reason


def test_a_file_keeps_its_permissions(urls: Path) -> None:
    urls.chmod(0o640)
    list(write_fixes(plan_fixes(moved(urls), digest_files([urls]))))

    assert stat.S_IMODE(urls.stat().st_mode) == 0o640


def test_a_file_with_two_names_keeps_both(urls: Path) -> None:
    other = Path("other-name.txt")
    other.hardlink_to(urls)
    list(write_fixes(plan_fixes(moved(urls), digest_files([urls]))))

    assert other.samefile(urls)
    assert "http://www.example.org/moved" not in other.read_text(encoding="utf-8")


def test_a_read_only_file_is_not_written(urls: Path) -> None:
    before = urls.read_bytes()
    urls.chmod(0o440)

    with pytest.raises(ListingError, match="is read-only; make it writable"):
        list(write_fixes(plan_fixes(moved(urls), digest_files([urls]))))
    assert urls.read_bytes() == before


def test_a_symbolic_link_stays_one(urls: Path) -> None:
    real = Path("real.txt")
    urls.rename(real)
    urls.symlink_to(real)
    list(write_fixes(plan_fixes(moved(urls), digest_files([urls]))))

    assert urls.is_symlink()
    assert real.read_bytes() == fixed(Path("urls.txt"))


def test_standard_input_and_missing_files_are_not_remembered(urls: Path) -> None:
    assert list(digest_files(["-", "missing.txt", urls])) == ["urls.txt"]


def test_no_change_is_an_empty_patch() -> None:
    assert list(generate_patch(FixPlan())) == []


def test_a_patch_shows_the_lines_that_change(urls: Path) -> None:
    plan = plan_fixes(moved(urls), digest_files([urls]))

    assert "".join(generate_patch(plan)) == (
        f"--- a/urls.txt\n+++ b/urls.txt\n@@ -1,4 +1,4 @@\n \ufeff# mine\n-{OLD}\n+{NEW}\n \n {OLD}er\n"
    )


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_patch_changes_a_listing_as_fixing_does(listing: Path) -> None:
    plan = plan_fixes(moved(listing), digest_files([listing]))
    Path("fix.patch").write_bytes("".join(generate_patch(plan)).encode())
    subprocess.run(["git", "apply", "--whitespace=nowarn", "fix.patch"], check=True)  # noqa: S607 - whichever git

    assert listing.read_bytes() == fixed(listing)


def test_a_file_without_a_last_line_end_says_so_in_the_patch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("urls.txt")
    path.write_bytes(OLD.encode())
    patch = "".join(generate_patch(plan_fixes(moved(path), digest_files([path]))))

    assert patch.endswith(f"-{OLD}\n\\ No newline at end of file\n+{NEW}\n\\ No newline at end of file\n")


def test_a_name_that_could_break_a_patch_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path('a "b"\n+++ b.txt')
    path.write_bytes(OLD.encode())
    patch = "".join(generate_patch(plan_fixes(moved(path), digest_files([path]))))

    assert patch.splitlines()[:2] == [r'--- "a/a \"b\"\n+++ b.txt"', r'+++ "b/a \"b\"\n+++ b.txt"']


@cases("url, new_url, reason")
def test_an_address_that_its_author_meant_is_not_replaced(url: str, new_url: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    path.write_text(f"{url}\n", encoding="utf-8")
    digests = digest_files([path])
    [(link, occurrence)] = collect_links([path]).links
    verdict = Verdict(link=link, outcome=Outcome.MOVED, reason="moved permanently", new_url=new_url)

    plan = plan_fixes(AuditResult(findings=(Finding(verdict=verdict, occurrences=(occurrence,)),)), digests)

    assert [one.reason.startswith(reason) for one in plan.unfixed] == ([True] if reason else [])
    assert len(plan.files) == (0 if reason else 1)
