"""The committed cassettes: small, of known origin, with made-up names and without secrets."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from tests.folders import CASSETTES
from tests.origin.cases import RECORDED_FROM
from tests.origin.registries import TOKEN

from papertrace.web.address import FILTERED
from papertrace.web.guard import literal_address, refusal

MAX_BYTES = 50_000
SECRETS = {
    "an authorisation header": r"(?i)authorization|\bbearer\b|\bx-api-key\b",
    "a token of GitHub": r"\bgh[pousr]_[A-Za-z0-9]{20}|github_pat_",
    "a token of GitLab": r"\bglpat-[A-Za-z0-9_-]{16}",
    "a token of Hugging Face": r"\bhf_[A-Za-z0-9]{20}",
    "a key of a cloud": r"\bA(?:KIA|SIA)[A-Z0-9]{16}|\bAIza[A-Za-z0-9_-]{30}",
    "a private key": r"PRIVATE KEY-----",
    "a signed token": r"\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}\.",
    "a password in an address": r"//[^\s/?#'\"]+@",
    "a secret parameter": rf"(?i)[?&](?:access_)?(?:token|api_?key|secret|signature|password)=(?!{FILTERED})",
}
EXAMPLES = (
    "Authorization: token x",
    "- Bearer abc",
    "ghp_" + "a" * 36,
    "glpat-" + "c" * 20,
    "hf_" + "b" * 34,
    "AKIA" + "D" * 16,
    "-----BEGIN PRIVATE KEY-----",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijk",
    "https://name:word@example.org/",
    "https://example.org/?access_token=abc",
)
EVERY = pytest.mark.parametrize("path", sorted(CASSETTES.rglob("*.yaml")), ids=lambda path: path.stem)


def read(path: Path) -> dict[str, Any]:
    recording: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return recording


@EVERY
def test_a_recording_contains_no_secret(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    interactions = read(path)["interactions"]

    assert [name for name, pattern in SECRETS.items() if re.search(pattern, text)] == []
    assert TOKEN not in text
    assert all(one["request"]["headers"] == {} for one in interactions)
    cookies = [value for one in interactions for value in one["response"]["headers"].get("Set-Cookie", [])]
    assert set(cookies) <= {FILTERED}


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_secret_would_be_found(text: str) -> None:
    assert any(re.search(pattern, text) for pattern in SECRETS.values())


@EVERY
def test_a_recording_is_small_and_states_its_origin(path: Path) -> None:
    assert path.stat().st_size <= MAX_BYTES
    assert read(path)["provenance"]["recorded_from"] == RECORDED_FROM
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", read(path)["provenance"]["recorded_at"])


@EVERY
def test_a_recording_claims_nothing_about_a_real_host(path: Path) -> None:
    hosts = {urlsplit(one["request"]["uri"]).hostname or "" for one in read(path)["interactions"]}
    names = {host for host in hosts if literal_address(host) is None}
    addresses = [address for host in hosts if (address := literal_address(host)) is not None]

    assert {name for name in names if not name.endswith((".example.org", ".example.net"))} <= {"example.org"}
    assert all(refusal(address) is not None for address in addresses)


def test_every_folder_of_recordings_is_described() -> None:
    described = (CASSETTES / "README.md").read_text("utf-8")

    assert all(f"`{path.parent.relative_to(CASSETTES).as_posix()}/`" in described for path in CASSETTES.rglob("*.yaml"))
