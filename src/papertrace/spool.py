"""Sequences that need not fit into memory: beyond a certain length they are kept in a temporary file."""

import pickle
import weakref
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Any, BinaryIO, ClassVar, Generic, TypeVar, overload

from papertrace.errors import ExportError

T = TypeVar("T")
MAX_IN_MEMORY = 2_000
"""The number of values that are kept in memory; with one more, all move to the file."""
_CHUNK_BYTES = 1 << 20
_PICKLED = b"\xc1"  # the one byte that no MessagePack value begins with


class Codec(Generic[T]):
    r"""A form of values as bytes: MessagePack, or a pickle of a value that MessagePack cannot express.

    Values are dataclasses, named tuples and their fields, of types that msgspec can read back.

    >>> codec = Codec(str)
    >>> codec.decode(codec.encode("walrus")), codec.decode(codec.encode("a lone surrogate: \ud800"))
    ('walrus', 'a lone surrogate: \ud800')
    """

    __slots__ = ("_decode", "_encode")

    def __init__(self, kind: Any) -> None:  # noqa: ANN401 - a type or an annotation such as `list[str]`
        import msgspec  # imported late, because `import papertrace` imports this module too

        self._encode = msgspec.msgpack.Encoder(order="deterministic").encode  # sets sorted
        self._decode = msgspec.msgpack.Decoder(kind).decode

    def encode(self, value: T) -> bytes:
        """Return a value as bytes."""
        try:
            return self._encode(value)
        except (UnicodeEncodeError, OverflowError):  # A lone surrogate, or a number beyond 64 bits.
            return _PICKLED + pickle.dumps(value)

    def decode(self, packed: bytes | memoryview) -> T:
        """Return the value that was encoded."""
        if packed[:1] == _PICKLED:
            value: T = pickle.loads(packed[1:])  # noqa: S301 - written by `encode`
            return value
        decoded: T = self._decode(packed)
        return decoded


def pack(value: object) -> bytes:
    """Return columns of arrays and lists as bytes, which are the same in every process if they have no sets.

    >>> unpack(pack((["walrus", "tusk"], 2)))
    (['walrus', 'tusk'], 2)
    """
    file = BytesIO()
    pickler = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True  # Otherwise it matters whether two equal strings are one object.
    pickler.dump(value)
    return file.getvalue()


def unpack(packed: bytes | memoryview) -> Any:  # noqa: ANN401 - whatever was packed
    """Return what `pack` has packed, here or in a worker."""
    return pickle.loads(packed)  # noqa: S301


class Columns:
    """A form of columns as bytes, those of `pack`."""

    @staticmethod
    def encode(value: object) -> bytes:
        """Return columns as bytes."""
        return pack(value)

    @staticmethod
    def decode(packed: bytes | memoryview) -> Any:  # noqa: ANN401 - whatever was packed
        """Return the columns that were encoded."""
        return unpack(packed)


class Packed(Generic[T]):
    """Values that are packed, one by one, only if they leave this process, and unpacked one by one where they are used.

    So a chunk of them may be large. A subclass says with what `codec`.
    """

    __slots__ = ("_packed", "_values")
    codec: ClassVar[Codec[Any]]

    def __init__(self, values: Iterable[T], packed: list[bytes] | None = None) -> None:
        self._values: list[T] = list(values)
        self._packed = packed

    def __iter__(self) -> Iterator[T]:
        """Yield the values."""
        return iter(self._values) if self._packed is None else map(self.codec.decode, self._packed)

    def __reduce__(self) -> tuple[object, ...]:
        """Return the packed values."""
        packed = list(map(self.codec.encode, self._values)) if self._packed is None else self._packed
        return type(self), ((), packed)


class Spool(Sequence[T], Generic[T]):
    """An append-only sequence: objects in memory while it is short, MessagePack in a temporary file once it is long.

    Values are dataclasses, named tuples and their fields, of types that msgspec can read back. The file is anonymous
    and is deleted with the sequence. Indexing reads a single value; iterating reads the file in chunks, and also yields
    values that are appended meanwhile.

    >>> spool = Spool(int, in_memory=2)
    >>> spool.extend(range(5))
    >>> list(spool), len(spool), spool[3], spool[-1], spool[1:3]
    ([0, 1, 2, 3, 4], 5, 3, 4, [1, 2])
    """

    __slots__ = ("__weakref__", "_codec", "_ends", "_file", "_in_memory", "_values")

    def __init__(
        self,
        kind: type[T],
        values: Iterable[T] = (),
        *,
        in_memory: int = MAX_IN_MEMORY,
        codec: Codec[T] | Columns | None = None,
    ) -> None:
        self._values: list[T] = []
        self._in_memory = in_memory
        self._file: BinaryIO | None = None
        self._ends = array("Q")
        self._codec: Codec[T] | Columns = codec or Codec(kind)
        self.extend(values)

    @property
    def is_in_memory(self) -> bool:
        """Whether all values are kept as objects in memory."""
        return self._file is None

    def append(self, value: T) -> None:
        """Add a value at the end.

        Raises ExportError if the temporary file cannot be created or the disk is full.
        """
        if self._file is None:
            self._values.append(value)
            if len(self._values) > self._in_memory:
                self._move_to_file()
        else:
            self._write(self._file, value)

    def extend(self, values: Iterable[T]) -> None:
        """Add values at the end, in order."""
        for value in values:
            self.append(value)

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._values) if self._file is None else len(self._ends)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        """Return a value, or a list of them for a slice, read from the file where they are kept in one."""
        if self._file is None:
            return self._values[index]
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            message = f"index {index} is out of range for {len(self)} values"
            raise IndexError(message)
        start = self._ends[number - 1] if number else 0
        return self._codec.decode(self._read(self._file, start, self._ends[number]))

    def __iter__(self) -> Iterator[T]:
        """Yield the values in order, read from the file where they are kept in one."""
        if self._file is None:
            yield from self._values
            return
        yield from map(self._codec.decode, self._read_all(self._file))

    def _read_all(self, file: BinaryIO) -> Iterator[memoryview]:
        number, start = 0, 0
        while number < len(self._ends):
            first = number
            while number < len(self._ends) and (number == first or self._ends[number] - start <= _CHUNK_BYTES):
                number += 1
            chunk = memoryview(self._read(file, start, self._ends[number - 1]))
            for index in range(first, number):
                end = self._ends[index]
                yield chunk[: end - start]
                chunk, start = chunk[end - start :], end

    def _move_to_file(self) -> None:
        file = open_temporary_file()
        weakref.finalize(self, close_temporary_file, file)
        for value in self._values:
            self._write(file, value)
        self._values = []
        self._file = file

    def _write(self, file: BinaryIO, value: T) -> None:
        packed = self._codec.encode(value)
        end = self._ends[-1] if self._ends else 0
        with name_temporary_folder():
            if file.tell() != end:
                file.seek(end)
            file.write(packed)
        self._ends.append(end + len(packed))

    @staticmethod
    def _read(file: BinaryIO, start: int, end: int) -> bytes:
        with name_temporary_folder():  # Buffered writes may reach the disk only now.
            file.seek(start)
            return file.read(end - start)


def open_temporary_file() -> BinaryIO:
    """Return a new anonymous file, which is deleted when it is closed.

    Raises ExportError if it cannot be created.
    """
    import tempfile

    with name_temporary_folder():
        file: BinaryIO = tempfile.TemporaryFile(prefix="papertrace-")  # noqa: SIM115 - closed by its owner
    return file


def close_temporary_file(file: BinaryIO) -> None:
    """Close a temporary file, and so delete it."""
    with suppress(OSError):  # Buffered values that the disk has no room for are no longer needed.
        file.close()


@contextmanager
def name_temporary_folder() -> Iterator[None]:
    """Name the folder of temporary files in an error, since the user did not choose it."""
    try:
        yield
    except OSError as error:
        import tempfile

        message = f"{tempfile.gettempdir()}: {error.strerror}; set TMPDIR to keep temporary files in another folder"
        raise ExportError(message) from error
