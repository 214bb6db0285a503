import gzip
import shutil
from pathlib import Path

import pytest

from papertrace.errors import EngineError
from papertrace.pipeline.room import BYTES_PER_INPUT_BYTE, estimate_room


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


def test_results_that_are_there_need_no_more_room(listing: Path, tmp_path: Path) -> None:
    results = tmp_path / "work" / ".results-x"
    results.mkdir(parents=True)
    (results / "key").write_bytes(b"x" * 7_000)

    room = estimate_room([listing], tmp_path / "work")

    assert room is not None
    assert room.n_there == 7_000
    assert ", of which 7.0 kB are there; " in str(room)


def test_a_file_system_with_less_room_is_refused(
    listing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=10_000 * BYTES_PER_INPUT_BYTE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)

    with pytest.raises(EngineError, match=r"work: the results need up to .* are free; make room, or choose another"):
        estimate_room([listing], tmp_path / "work")
