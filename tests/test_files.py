import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from papertrace.errors import ExportError
from papertrace.files import atomic_text, replacing


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _write_half(target: Path) -> None:
    with atomic_text(target) as stream:
        stream.write("half")
        message = "halfway"
        raise ValueError(message)


def test_finished_text_takes_the_name_of_the_target_and_leaves_nothing_else(tmp_path: Path) -> None:
    with atomic_text(tmp_path / "a.txt") as stream:
        stream.write("é\n")
    assert (tmp_path / "a.txt").read_bytes() == b"\xc3\xa9\n"
    assert _names(tmp_path) == ["a.txt"]


def test_failure_inside_the_block_keeps_the_earlier_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("before")
    with pytest.raises(ValueError, match="halfway"):
        _write_half(target)
    assert target.read_text() == "before"
    assert _names(tmp_path) == ["a.txt"]


def test_interrupt_leaves_no_temporary_file(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), atomic_text(tmp_path / "a.txt"):
        raise KeyboardInterrupt
    assert _names(tmp_path) == []


def test_interrupt_that_comes_while_the_temporary_file_is_created_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = os.open

    def create_and_interrupt(path: Path, flags: int, mode: int) -> int:
        os.close(create(path, flags, mode))
        raise KeyboardInterrupt

    monkeypatch.setattr("papertrace.files.os.open", create_and_interrupt)
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "a.txt"):
        pytest.fail("the block is entered")
    assert _names(tmp_path) == []


def test_lone_surrogate_leaves_no_half_file(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError), atomic_text(tmp_path / "a.txt") as stream:
        stream.write("\ud800")
    assert _names(tmp_path) == []


def test_missing_folder_is_one_line_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught, atomic_text(tmp_path / "absent" / "a.txt"):
        pass
    assert "does not exist" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unwritable_folder_is_an_export_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    folder = Path("/sys") if os.geteuid() == 0 else tmp_path  # the only folder that root cannot write to
    with pytest.raises(ExportError, match=r"(?i)not permitted|denied|read-only"), atomic_text(folder / "a.txt"):
        pass


def test_folder_in_place_of_the_target_is_an_export_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(ExportError, match=r"a\.txt: cannot be written"), atomic_text(tmp_path / "a.txt"):
        pass
    assert _names(tmp_path) == ["a.txt"]


def test_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    with replacing(tmp_path / "ours") as temporary:
        assert temporary.parent == tmp_path
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """Yield a named pipe with a reader."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    yield path
    os.close(reader)


def test_a_pipe_is_written_as_the_text_comes_and_stays_a_pipe(pipe: Path) -> None:
    with atomic_text(pipe) as stream:
        stream.write("one line\n")
    assert pipe.is_fifo()
    assert _names(pipe.parent) == ["pipe"]


def test_what_has_to_be_read_back_takes_the_place_of_no_pipe(pipe: Path) -> None:
    with pytest.raises(ExportError, match="is a device or a pipe"), replacing(pipe):
        pass
    assert pipe.is_fifo()
