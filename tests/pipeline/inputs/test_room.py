import errno
import gzip
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from papertrace.engine.persistent.folder import locate_results
from papertrace.errors import EngineError
from papertrace.pipeline.inputs.room import BYTES_PER_INPUT_BYTE, estimate_room
from papertrace.spool import MAX_IN_MEMORY


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "papers.txt"
    path.write_bytes(b"x" * 10_000)
    return path


def test_the_room_is_a_multiple_of_the_listings(listing: Path, tmp_path: Path) -> None:
    room = estimate_room([listing, str(listing), "-"], tmp_path / "new" / "work")

    assert room is not None
    assert (room.n_needed, room.n_there) == (20_000 * BYTES_PER_INPUT_BYTE, 0)
    assert not (tmp_path / "new").exists()


def test_files_of_folders_and_packed_ones_count(listing: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(listing, folder / "a.txt")
    (folder / "b.gz").write_bytes(gzip.compress(bytes(range(256)) * 40))

    room = estimate_room([folder], tmp_path / "work")

    assert room is not None
    assert room.n_needed > 10_000 * BYTES_PER_INPUT_BYTE


def test_nothing_is_said_of_a_pipe(tmp_path: Path) -> None:
    assert estimate_room(["-"], tmp_path) is None


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes of POSIX")
def test_a_named_pipe_is_not_opened(listing: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")  # Opening it would wait for a writer.
    (tmp_path / "few.jsonl").write_bytes(b"{}")

    assert estimate_room([tmp_path / "pipe.jsonl"], tmp_path / "work") is None
    assert estimate_room([tmp_path / "pipe.jsonl", tmp_path / "few.jsonl"], tmp_path / "work") is not None
    assert estimate_room([tmp_path / "pipe.jsonl", listing], tmp_path / "work") is not None


def test_results_that_are_there_need_no_more_room(listing: Path, tmp_path: Path) -> None:
    results = locate_results(tmp_path / "work")
    results.mkdir(parents=True)
    (results / "key").write_bytes(b"x" * 7_000)
    for other in (tmp_path / "work" / ".results-other", tmp_path / "work" / "maps"):
        other.mkdir()
        (other / "file").write_bytes(b"x" * 500)

    room = estimate_room([listing], tmp_path / "work")

    assert room is not None
    assert room.n_there == 7_000
    assert ", of which 7.0 kB are there; " in str(room)


def test_the_work_folder_and_hidden_files_are_no_listings(listing: Path, tmp_path: Path) -> None:
    for name in ("work/.results-x/key", "work/map.html", ".git/index", "more/.hidden.txt", "more/papers.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x" * 500)

    room = estimate_room([tmp_path], tmp_path / "more" / ".." / "work")

    assert room is not None
    assert listing.parent == tmp_path
    assert room.n_needed == 10_500 * BYTES_PER_INPUT_BYTE


def test_listings_within_the_work_folder_count(listing: Path, tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    shutil.move(listing, tmp_path / "papers")

    for folder in (tmp_path, tmp_path / "papers"):
        room = estimate_room([folder], tmp_path)

        assert room is not None
        assert room.n_needed == 10_000 * BYTES_PER_INPUT_BYTE


@pytest.mark.parametrize(("n_lines", "is_said"), [(MAX_IN_MEMORY, False), (MAX_IN_MEMORY + 1, True)])
def test_nothing_is_said_of_papers_that_are_handled_in_memory(tmp_path: Path, n_lines: int, is_said: bool) -> None:  # noqa: FBT001
    folder = tmp_path / "listings"
    folder.mkdir()
    (folder / "a.JSONL").write_bytes(b"\n".join([b"{}"] * (n_lines - 1)))
    (folder / "b.csv").write_bytes(b"title")

    assert (estimate_room([folder], tmp_path / "work") is not None) == is_said
    assert estimate_room([folder, "-"], tmp_path / "work") is not None


def test_the_papers_of_a_packed_file_are_not_known(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(gzip.compress(b"{}\n"))

    assert estimate_room([tmp_path / "a.jsonl"], tmp_path / "work") is not None


def test_a_file_system_with_less_room_is_refused(
    listing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=10_000 * BYTES_PER_INPUT_BYTE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)

    with pytest.raises(EngineError, match=r"work: the results need up to .* are free; make room, or choose another"):
        estimate_room([listing], tmp_path / "work")


def test_a_listing_that_cannot_be_opened_counts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    intact = Path.open

    def refuse(path: Path, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as the function that it replaces
        if path.name == "a.jsonl":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return intact(path, *arguments, **options)

    (tmp_path / "a.jsonl").write_bytes(b"{}\n")
    monkeypatch.setattr(Path, "open", refuse)

    room = estimate_room([tmp_path / "a.jsonl"], tmp_path / "work")

    assert room is not None
    assert room.n_needed == 0
