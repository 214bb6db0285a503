"""A list as a site: whole, the same bytes, safe with hostile texts, and without a dead link of its own."""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring

import papertrace
from papertrace.errors import ExportError, SettingsError
from papertrace.export.site import pages
from papertrace.model import Outcome, Paper
from papertrace.pipeline.site import WrittenSite, write_site

SCRIPT = "</script><script>document.title='ran'</script><img src=x onerror=1>"
TOPICS = ("tidal forecasting of harbours", "ink recovery of manuscripts", "acoustic monitoring of birds")
AUTHORS = ("Ada Lindqvist", "Bram <b>de</b> Wit", "陈 雨", "../../Greta Nowak")


def entry(number: int, title: str = "") -> str:
    topic = TOPICS[number % len(TOPICS)]
    title = title or f"Method {number} for {topic}"
    author, year = AUTHORS[number % len(AUTHORS)], 2010 + number % 9
    return (
        f"@article{{k{number}, title = {{{title}}}, author = {{{author}}}, year = {{{year}}},\n"
        f" journal = {{J. of Ice & Ink}},\n"
        f" abstract = {{We study {topic} with method {number}. Our code will be released.}},\n"
        f" url = {{https://github.com/acme/method{number}}}, note = {{{number}}}}}\n"
    )


ENTRIES = [
    *(entry(number) for number in range(20)),
    entry(20, "Über die Gezeiten"),
    entry(21, "深度学习的潮汐预测"),
    entry(22, f"Tides {SCRIPT.replace('{', '')}"),
    entry(23, "../../../etc/passwd con aux"),
]


def read(folder: Path, entries: Sequence[str] = ENTRIES) -> list[Paper]:
    path = folder / "lists" / "papers.bib"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(entries), encoding="utf-8")
    return list(papertrace.extract_papers([path]))


def report(folder: Path, papers: Sequence[Paper]) -> Path:
    """Write the report of an audit in which one link is dead, and its reason hostile."""
    urls = sorted({link.url for paper in papers for link in paper.links})
    outcomes = ["dead", *["alive"] * len(urls)]
    lines = (
        {"url": url, "outcome": outcome, "reason": SCRIPT, "checked_at": "2026-05-01T00:00:00Z", "papers": []}
        for url, outcome in zip(urls, outcomes, strict=False)
    )
    path = folder / "audit.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, WrittenSite, list[Paper]]:
    folder = tmp_path_factory.mktemp("site")
    papers = read(folder)
    written = write_site(
        papers,
        folder / "site",
        verdicts=[report(folder, papers)],
        title=f"A list {SCRIPT}",
        base_url="https://lists.example.org/ice/",
        licence="CC0-1.0",
    )
    return folder / "site", written, papers


def contents(site: Path) -> dict[str, bytes]:
    return {str(path.relative_to(site)): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}


def test_the_site_has_a_page_for_each_paper_and_each_group_of_papers(
    built: tuple[Path, WrittenSite, list[Paper]],
) -> None:
    site, written, papers = built

    names = contents(site)
    assert len([name for name in names if name.startswith("papers/")]) == len(papers) == 24
    assert len([name for name in names if name.startswith("authors/")]) == len(AUTHORS)
    assert len([name for name in names if name.startswith("venues/")]) == 1
    assert len([name for name in names if name.startswith("communities/")]) > 1
    assert {"index.html", "map.html", "table.html", "links.html", "sitemap.xml", "badge.json"} <= set(names)
    assert (written.n_files, written.n_changed) == (len(names), len(names))
    assert json.loads(names["badge.json"])["message"] == "23 of 24 alive"


def test_its_own_links_are_alive(built: tuple[Path, WrittenSite, list[Paper]]) -> None:
    site, *_ = built

    (site.parent / ".git").mkdir()  # what is outside of a repository is not looked up
    verdicts = [verdict for verdict, _ in papertrace.collect_links([site]).verdicts]

    assert [one.link.url for one in verdicts if one.outcome not in {Outcome.ALIVE, Outcome.SKIPPED}] == []
    assert sum(one.outcome is Outcome.ALIVE for one in verdicts) > 500
    skipped = {one.reason for one in verdicts if one.outcome is Outcome.SKIPPED}
    assert skipped <= {"relative, and the format defines no base"}  # of map.svg


def test_hostile_texts_are_shown_and_are_no_markup(built: tuple[Path, WrittenSite, list[Paper]]) -> None:
    site, *_ = built

    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        assert "<img src=x" not in text
        assert "<b>de</b>" not in text
        assert text.count("<script") == text.count("</script>")
    assert "Tides &lt;/script&gt;" in (site / "table.html").read_text("utf-8")
    assert all(re.fullmatch(r"[a-z0-9.-]+", path.name) for path in site.rglob("*.html"))


def test_data_for_programs_are_well_formed(built: tuple[Path, WrittenSite, list[Paper]]) -> None:
    site, _, papers = built

    package = json.loads((site / "datapackage.json").read_text("utf-8"))
    addresses = [one.text or "" for one in fromstring((site / "sitemap.xml").read_text("utf-8")).iter() if one.text]
    described = re.findall(
        r'<script type="application/ld\+json">(.*?)</script>', (site / "index.html").read_text("utf-8")
    )

    assert [one["path"] for one in package["resources"] if not (site / one["path"]).is_file()] == []
    assert package["licenses"] == [{"name": "CC0-1.0"}]
    header = (site / "papers.nodes.csv").read_text("utf-8").partition("\n")[0].split(",")
    assert [one["name"] for one in package["resources"][0]["schema"]["fields"]] == header
    paths = [one.removeprefix("https://lists.example.org/ice/") for one in addresses if one.startswith("https")]
    assert [path for path in paths if path and not (site / path).is_file()] == []
    assert len(paths) > len(papers)
    assert [json.loads(one)["@type"] for one in described] == ["Dataset"]
    assert len(list(papertrace.extract_papers([site / "papers.bib"]))) == len(papers)
    assert len(list(papertrace.read_papers(site / "papers.jsonl"))) == len(papers)


def test_no_folder_of_the_machine_is_published(built: tuple[Path, WrittenSite, list[Paper]]) -> None:
    site, *_ = built

    found = [name for name, content in contents(site).items() if os.fsencode(site.parent) in content]

    assert found == []


def test_the_same_input_gives_the_same_bytes_and_keeps_its_files(tmp_path: Path) -> None:
    papers = read(tmp_path)
    write_site(papers, tmp_path / "site")
    before = contents(tmp_path / "site")
    times = {name: (tmp_path / "site" / name).stat().st_mtime_ns for name in before}

    again = write_site(papers, tmp_path / "site")
    other = write_site(papers, tmp_path / "other")

    assert (again.n_changed, again.n_removed, other.n_changed) == (0, 0, len(before))
    assert contents(tmp_path / "other") == before
    assert {name: (tmp_path / "site" / name).stat().st_mtime_ns for name in before} == times


def test_a_paper_that_is_gone_has_no_page_and_files_of_others_stay(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(read(tmp_path), site)
    (site / "CNAME").write_text("lists.example.org", encoding="utf-8")
    (site / "papers" / "mine.html").write_text("<p>Mine</p>", encoding="utf-8")
    n_before = len(list((site / "papers").iterdir()))

    written = write_site(read(tmp_path, ENTRIES[1:]), site, since=site / "papers.graphml")

    assert written.n_removed >= 1
    assert len(list((site / "papers").iterdir())) == n_before - 1
    assert (site / "CNAME").is_file()


def test_new_papers_are_those_that_an_earlier_graph_lacks(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(read(tmp_path, ENTRIES[:-1]), site)

    write_site(read(tmp_path), site, since=site / "papers.graphml")

    changes = (site / "index.html").read_text("utf-8").partition('<section id="changes">')[2].partition("</section>")[0]
    assert changes.count("<li>") == 1
    assert "etc/passwd" in changes
    assert (site / "feed.xml").read_text("utf-8").count("<entry>") == 1


def test_an_error_leaves_the_site_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    write_site(read(tmp_path, ENTRIES[:5]), site)
    before = contents(site)

    def fail(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pages, "summary", fail)
    with pytest.raises(ExportError, match="No space left on device"):
        write_site(read(tmp_path), site)

    assert contents(site) == before


def test_a_site_can_do_without_what_draws_a_bitmap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        message = "map.png: not written: no font was found for its text"
        raise ExportError(message)

    monkeypatch.setattr("papertrace.export.picture.png.render", fail)

    write_site(read(tmp_path, ENTRIES[:5]), tmp_path / "site", base_url="https://lists.example.org/")

    assert not (tmp_path / "site" / "map.png").exists()
    assert 'content="https://lists.example.org/map.svg"' in (tmp_path / "site" / "index.html").read_text("utf-8")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "papers").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(ExportError, match="symbolic link"):
        write_site(read(tmp_path, ENTRIES[:5]), tmp_path / "site")

    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_first_page_of_others_is_not_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>mine</h1>", "utf-8")

    with pytest.raises(SettingsError, match=r"index\.html: is no page of papertrace, and would be replaced"):
        write_site(read(tmp_path), folder)
    assert [(path.name, path.read_text("utf-8")) for path in folder.iterdir()] == [("index.html", "<h1>mine</h1>")]


def test_a_base_url_is_an_address(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is no address"):
        write_site(read(tmp_path, ENTRIES[:5]), tmp_path / "site", base_url="javascript:alert(1)")


def test_a_site_of_one_paper_is_whole(tmp_path: Path) -> None:
    write_site(read(tmp_path, ENTRIES[:1]), tmp_path / "site")

    verdicts = papertrace.collect_links([tmp_path / "site"]).verdicts
    assert [one.link.url for one, _ in verdicts if one.outcome is Outcome.DEAD] == []


def test_the_map_and_the_report_lead_back_to_the_first_page(built: tuple[Path, WrittenSite, list[Paper]]) -> None:
    site, *_ = built

    text = (site / "map.html").read_text("utf-8")
    assert text.count('<a href="index.html">') == 1
    assert text.index("<body>") < text.index('<a href="index.html">') < text.index("<main>")
    bars = [
        re.findall(r'<nav aria-label="Site">.*?</nav>', (site / f"{name}.html").read_text("utf-8"), re.DOTALL)
            for name in ("index", "links")]  # fmt: skip
    plain = [[bar.replace(' aria-current="page"', "") for bar in found] for found in bars]
    assert plain[0] == plain[1]
    assert bars[1][0].count("<a ") >= 6
    assert '<a href="links.html" aria-current="page">' in bars[1][0]
