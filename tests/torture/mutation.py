"""Inputs that are damaged at random, as by a transfer, an editor, a program with a bug, or an attacker."""

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

MAX_BYTES = 3_000
TOKENS = (
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xf0\x9f\x92\xa9", b"\xed\xa0\x80", b"\x1f\x8b\x08\x00", b"\x1a"),
    b"\x85",
    *(b"\r", b"\r\n", b"\n\n\n", b"\x0c", "\u2028".encode(), "\u202e".encode(), "\u0130".encode(), "\ufeff".encode()),
    *(b"{" * 40, b"}" * 40, b"[" * 200, b"(" * 200, b"<" * 40, b'"', b"'", b"`" * 7, b"$$", b"\\", b"|", b"#", b"@"),
    *(b"-->", b"<!--", b"<![CDATA[", b"]]>", b"&#0;", b"&#x110000;", b"&amp;amp;", b"<!DOCTYPE x [<!ENTITY a 'b'>]>"),
    *(b"http://", b"https://[::1", b"http://a@b:c/", b"https://xn--/", b"https://" + b"a." * 90, b"doi:10.", b"%00%zz"),
    *(b"null", b"true", b"-1", b"1e999", b"9" * 5000, b"NaN", b"{}", b"[]", b'""', b"\\ud800", b"0x", b"2024-99-99"),
    *(b"!!python/object/apply:os.system [x]", b"&a [*a]", b"<<: *b", b"? ", b"%YAML 9.9\n---", b"'''", b'"""'),
)


WRONG_VALUES: tuple[object, ...] = (
    *(None, True, False, 0, -1, 7, 10**30, 1.5, 1e308, float("nan"), "", "x", "\ud800", "\0", "<script>", "9" * 5000),
    *([], {}, [None], [[]], {"": None}, [{}], [1, "x"], {"text": []}),
)
"""Values to put where JSON has another one."""
OTHER_VALUES = 0.4
"""The share of inputs of JSON of which values are replaced, instead of bytes."""


def mutate(rng: Random, seed: bytes, others: Sequence[bytes], *, is_binary: bool = False) -> bytes:
    """Return a part of an input with up to six random changes; `others` are inputs that it may be mixed with.

    Of a binary format, whose files end with what is needed to read them, the whole input is changed. Some inputs of
    JSON stay whole, but have values of other types: damaged bytes are refused before such values matter.
    """
    if not is_binary and rng.random() < OTHER_VALUES and (changed := _with_other_values(rng, seed)) is not None:
        return changed
    data = bytearray(seed if is_binary else _part(rng, seed))
    for _ in range(rng.randint(1, 6)):
        rng.choice(_CHANGES)(rng, data, others)
    return bytes(data if is_binary else data[: 4 * MAX_BYTES])


def _with_other_values(rng: Random, data: bytes) -> bytes | None:
    """Return JSON or JSON lines in which up to three values are replaced, moved or removed; None for other inputs."""
    if not data.lstrip().startswith((b"{", b"[")):
        return None
    try:
        values = [json.loads(data)]
    except ValueError:
        try:
            values = [json.loads(line) for line in data.splitlines() if line.strip()]
        except ValueError:
            return None
    for _ in range(rng.randint(1, 3)):
        places = [place for value in values for place in _places(value)]
        if places:
            parent, key = rng.choice(places)
            other, name = rng.choice(places)
            way = rng.randrange(4)
            if way == 0:
                del parent[key]
            else:
                parent[key] = deepcopy(other[name] if way == 1 else rng.choice(WRONG_VALUES))
    return "\n".join(map(json.dumps, values)).encode()


def _places(value: Any) -> list[tuple[Any, Any]]:  # noqa: ANN401 - any JSON
    """Return where values are inside a value: the object or list, and the key or index."""
    if not isinstance(value, dict | list):
        return []
    inner = list(value.items() if isinstance(value, dict) else enumerate(value))
    return [(value, key) for key, _ in inner] + [place for _, one in inner for place in _places(one)]


def _part(rng: Random, data: bytes) -> bytes:
    """Return the beginning of an input, or lines from the middle of it."""
    if len(data) <= MAX_BYTES or rng.random() < 0.7:
        return data[:MAX_BYTES]
    start = data.find(b"\n", rng.randrange(len(data) - MAX_BYTES)) + 1
    return data[start : start + MAX_BYTES]


def _flip(rng: Random, data: bytearray, _others: Sequence[bytes]) -> None:
    for _ in range(rng.randint(1, 8)):
        if data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _overwrite(rng: Random, data: bytearray, _: Sequence[bytes]) -> None:
    start = rng.randint(0, len(data))
    data[start : start + rng.randint(1, 12)] = rng.randbytes(rng.randint(1, 12))


def _delete(rng: Random, data: bytearray, _: Sequence[bytes]) -> None:
    start = rng.randint(0, len(data))
    del data[start : start + rng.choice((1, 1, 2, 10, 200))]


def _insert(rng: Random, data: bytearray, _: Sequence[bytes]) -> None:
    start = rng.randint(0, len(data))
    data[start:start] = rng.choice(TOKENS)


def _repeat(rng: Random, data: bytearray, _: Sequence[bytes]) -> None:
    start = rng.randint(0, len(data))
    data[start:start] = data[start : start + rng.randint(1, 80)] * rng.randint(1, 20)


def _truncate(rng: Random, data: bytearray, _: Sequence[bytes]) -> None:
    del data[rng.randint(0, len(data)) :]


def _mix(rng: Random, data: bytearray, others: Sequence[bytes]) -> None:
    other = rng.choice(others)
    start = rng.randint(0, len(other))
    at = rng.randint(0, len(data))
    data[at:at] = other[start : start + rng.randint(1, 400)]


def _swap_lines(rng: Random, data: bytearray, _: Sequence[bytes]) -> None:
    lines = bytes(data).split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    data[:] = b"\n".join(lines)


_CHANGES: tuple[Callable[[Random, bytearray, Sequence[bytes]], None], ...] = (
    _flip,
    _overwrite,
    _delete,
    _insert,
    _insert,
    _repeat,
    _truncate,
    _mix,
    _swap_lines,
)
