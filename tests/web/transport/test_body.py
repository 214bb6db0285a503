"""Decoding the first kilobytes of a page."""

import gzip
import zlib

import pytest

from papertrace.web.connections import page_text


def text_of(raw: bytes, *, content_type: str = "text/html", content_encoding: str = "", n_bytes: int = 1000) -> str:
    return page_text(raw, content_type=content_type, content_encoding=content_encoding, n_bytes=n_bytes)


def test_an_empty_body_is_an_empty_text() -> None:
    assert text_of(b"") == ""


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        pytest.param("gzip", gzip.compress(b"words"), id="gzip"),
        pytest.param("GZIP", gzip.compress(b"words")[:-6], id="gzip cut short"),
        pytest.param("deflate", zlib.compress(b"words"), id="zlib"),
        pytest.param("deflate", zlib.compress(b"words")[2:-4], id="bare deflate"),
        pytest.param("identity", b"words", id="as it is"),
    ],
)
def test_a_page_is_decompressed(encoding: str, packed: bytes) -> None:
    assert text_of(packed, content_encoding=encoding) == "words"


def test_a_decompression_bomb_is_decompressed_only_up_to_the_limit() -> None:
    assert len(text_of(gzip.compress(b"\0" * 50_000_000), content_encoding="gzip")) == 1000


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "x"])
def test_what_cannot_be_decompressed_gives_an_empty_text(encoding: str) -> None:
    assert text_of(b"\x1f\x8b\x00", content_encoding=encoding) == ""


def test_bytes_falsely_declared_as_compressed_give_an_empty_text() -> None:
    assert text_of(b"plain", content_encoding="gzip") == ""


@pytest.mark.parametrize(
    ("content_type", "raw"),
    [
        pytest.param("text/html; charset=gbk", "页面不存在".encode("gbk"), id="in the header"),
        pytest.param("text/html; charset=gb_2312-80", "页面不存在".encode("gb2312"), id="by another label"),
        pytest.param("text/html", b'<meta charset="gbk">' + "页面不存在".encode("gbk"), id="in the page"),
        pytest.param("text/html", "页面不存在".encode(), id="not stated"),
        pytest.param("text/html; charset=zlib", "页面不存在".encode(), id="no encoding of text"),
    ],
)
def test_the_declared_encoding_is_used(content_type: str, raw: bytes) -> None:
    assert text_of(raw, content_type=content_type).endswith("页面不存在")
