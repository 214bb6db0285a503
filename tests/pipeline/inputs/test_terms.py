"""The files of users' own terms, and the errors of unusable ones."""

from pathlib import Path

import pytest

from papertrace.errors import TermsError
from papertrace.model.papers.facts import Terms
from papertrace.pipeline.reading import read_terms


def test_no_files_name_no_terms() -> None:
    assert read_terms() == Terms()


def test_files_are_read_completely(tmp_path: Path) -> None:
    for name, text in (("s", "# herds\nherd = pod\n"), ("v", "\ufeffice floe\r\n\r\n"), ("i", "walrus")):
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")

    terms = read_terms(synonyms=tmp_path / "s", vocabulary=tmp_path / "v", ignored=tmp_path / "i")

    assert [form.text for form in terms.synonyms[0]] == ["herd", "pod"]
    assert [form.text for form in terms.vocabulary] == ["ice floe"]
    assert [form.text for form in terms.ignored] == ["walrus"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, ": No such file or directory; name a text file with one term per line"),
        (b"# nothing\n", ": contains no term; write one per line"),
        (b"herd\n\xff\n", ":2:1: not UTF-8; save the file as UTF-8"),
    ],
    ids=["missing", "empty", "not UTF-8"],
)
def test_a_file_that_cannot_be_used_is_named(content: bytes | None, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TermsError) as caught:
        read_terms(vocabulary=path)
    assert str(caught.value) == f"{path}{complaint}"


def test_a_term_cannot_be_in_vocabulary_and_ignored(tmp_path: Path) -> None:
    (tmp_path / "v").write_text("ice floe", encoding="utf-8")
    (tmp_path / "i").write_text("Ice floes", encoding="utf-8")
    with pytest.raises(TermsError, match=r"'Ice floes' is also in .*/v; a term cannot be in both"):
        read_terms(vocabulary=tmp_path / "v", ignored=tmp_path / "i")
