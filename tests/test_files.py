import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from papertrace.errors import ExportError
from papertrace.files import atomic_text, read_limited, replacing


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


def test_an_open_file_is_written_after_what_it_has_and_not_replaced(tmp_path: Path) -> None:
    # As `{ echo before; papertrace ... -o /dev/stdout; echo after; } > log`.
    log = tmp_path / "log"
    descriptor = os.open(log, os.O_CREAT | os.O_WRONLY)
    try:
        os.write(descriptor, b"before\n")
        for path in (Path(f"/dev/fd/{descriptor}"), Path(f"/proc/self/fd/{descriptor}")):
            with atomic_text(path) as stream:
                stream.write("text\n")
        (tmp_path / "link").symlink_to(f"/dev/fd/{descriptor}")
        with atomic_text(tmp_path / "link") as stream:
            stream.write("by link\n")
        with pytest.raises(ExportError, match="is a device or a pipe"), replacing(Path(f"/dev/fd/{descriptor}")):
            pass
        os.write(descriptor, b"after\n")
    finally:
        os.close(descriptor)
    assert log.read_text() == "before\ntext\ntext\nby link\nafter\n"
    assert _names(tmp_path) == ["link", "log"]


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "latest").symlink_to("reports/today")
    (tmp_path / "newest").symlink_to("latest")
    with atomic_text(tmp_path / "newest") as stream:
        stream.write("new")
    assert (tmp_path / "reports/today").read_text() == "new"
    assert (tmp_path / "newest").is_symlink()
    assert (tmp_path / "latest").is_symlink()


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(ExportError, match="symbolic links"), atomic_text(tmp_path / "a"):
        pass


def test_a_device_behind_a_link_stays_a_device(tmp_path: Path) -> None:
    (tmp_path / "nowhere").symlink_to("/dev/null")
    with atomic_text(tmp_path / "nowhere") as stream:
        stream.write("x")
    with pytest.raises(ExportError, match="is a device or a pipe"), replacing(tmp_path / "nowhere"):
        pass
    assert Path("/dev/null").is_char_device()
    assert (tmp_path / "nowhere").is_symlink()


def test_temporary_files_of_killed_runs_are_removed_and_those_of_living_ones_are_not(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from papertrace.files import replacing\n"
        "with replacing(Path(sys.argv[1])):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(tmp_path / "killed")], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert len(_names(tmp_path)) == 1
    (tmp_path / ".papertrace-notes.tmp").touch()
    with replacing(tmp_path / "slow") as living:
        with atomic_text(tmp_path / "quick"):
            pass
        assert _names(tmp_path) == sorted([".papertrace-notes.tmp", living.name, "quick"])
    assert _names(tmp_path) == [".papertrace-notes.tmp", "quick", "slow"]


def test_an_endless_file_is_read_up_to_the_limit() -> None:
    with pytest.raises(OSError, match="over 1 MiB"):
        read_limited(Path("/dev/zero"), 1 << 20)
