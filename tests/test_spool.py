"""Sequences that lie in a temporary file from some length on."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.errors import ExportError
from papertrace.model import Entry, Span
from papertrace.spool import Spool


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    text: str
    number: int = 0


def notes(n: int) -> list[Note]:
    return [Note(text=f"walrus {i}", number=i) for i in range(n)]


@pytest.mark.parametrize("in_memory", [0, 3, 9], ids=["all in the file", "moved there", "all in memory"])
def test_it_is_the_sequence_of_its_values_wherever_they_lie(in_memory: int) -> None:
    values = notes(7)
    spool = Spool(Note, values, in_memory=in_memory)
    assert spool.is_in_memory is (in_memory == 9)
    assert (list(spool), len(spool), spool[2], spool[-1], spool[1:6:2]) == (
        values,
        7,
        values[2],
        values[-1],
        values[1:6:2],
    )


@pytest.mark.parametrize("in_memory", [0, 9], ids=["file", "memory"])
@pytest.mark.parametrize("index", [2, -3])
def test_a_place_behind_the_end_is_an_error(in_memory: int, index: int) -> None:
    with pytest.raises(IndexError):
        Spool(Note, notes(2), in_memory=in_memory)[index]


def test_values_of_more_than_one_piece_of_the_file_come_in_order() -> None:
    values = [Note(text="x" * 300_000, number=i) for i in range(9)]
    assert list(Spool(Note, values, in_memory=0)) == values


def test_reading_at_one_place_does_not_disturb_reading_through_nor_writing() -> None:
    spool = Spool(Note, notes(5), in_memory=0)
    met = []
    for value in spool:
        met.append(value.number)
        assert spool[0].number == 0
        if len(spool) < 8:
            spool.append(Note(text="later", number=len(spool)))
    assert met == list(range(8))


@pytest.mark.parametrize(
    "value",
    [Note(text="\ud800 half a pair"), Note(text="", number=1 << 80), Note(text="\x00")],
    ids=["surrogate", "large number", "control character"],
)
def test_what_message_pack_cannot_hold_is_kept_all_the_same(value: Note) -> None:
    assert list(Spool(Note, [value, Note(text="next")], in_memory=0)) == [value, Note(text="next")]


entries = st.builds(
    Entry,
    title=st.text(),
    abstract=st.text(),
    span=st.builds(Span, st.text(), st.integers(1)),
    end_line=st.integers(1),
    authors=st.lists(st.text(), max_size=2).map(tuple),
    n_comments=st.none() | st.integers(0),
)


@given(st.lists(entries, max_size=4))
def test_entries_come_back_as_they_were(listed: list[Entry]) -> None:
    assert list(Spool(Entry, listed, in_memory=0)) == listed


def test_no_room_for_temporary_files_is_told_with_their_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(ExportError, match=r"gone: No such file or directory; set TMPDIR to keep temporary files in"):
        Spool(Note, notes(2), in_memory=1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a disk that is always full")
def test_a_full_disk_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("r+b", buffering=0) as full:
        monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: full)
        with pytest.raises(ExportError, match="No space left on device; set TMPDIR"):
            Spool(Note, notes(2), in_memory=1)
