"""Audits over IPv6, on machines that have it."""

from dataclasses import replace
from ipaddress import ip_network

import pytest
from tests.origin.cases import link
from tests.origin.server import Origin

from papertrace.audit import AuditSettings, generate_verdicts
from papertrace.model import Outcome, Verdict


@pytest.fixture
def six(origin: Origin) -> Origin:
    if not origin.has_ipv6:
        pytest.skip("this machine has no ::1: the audit is not tried over IPv6")
    return origin


def look(url: str, origin: Origin, settings: AuditSettings) -> Verdict:
    (verdict,) = generate_verdicts([link(url)], settings=settings, resolve=origin.resolve)
    return verdict


@pytest.fixture
def open_to_loopback(settings: AuditSettings) -> AuditSettings:
    return replace(settings, allow_networks=(*settings.allow_networks, ip_network("::1/128")))


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_name_with_only_an_ipv6_address_is_requested(
    six: Origin, open_to_loopback: AuditSettings, scheme: str
) -> None:
    assert look(f"{scheme}://six.example.org/alive", six, open_to_loopback).outcome is Outcome.ALIVE
    assert {request.host for request in six.log} == {"six.example.org"}


def test_an_ipv6_address_is_requested_and_its_redirects_are_followed(
    six: Origin, open_to_loopback: AuditSettings
) -> None:
    here = f"http://[::1]:{six.http_port}"

    verdict = look(f"{here}/moved", six, open_to_loopback)

    assert (verdict.outcome, verdict.new_url) == (Outcome.MOVED, f"{here}/alive/new-place")


@pytest.mark.parametrize("host", ["six.example.org", "[::1]", "[0:0:0:0:0:0:0:1]", "[::0001]"])
def test_loopback_is_refused_over_ipv6_as_well(six: Origin, settings: AuditSettings, host: str) -> None:
    port = "" if host == "six.example.org" else f":{six.http_port}"

    verdict = look(f"http://{host}{port}/alive", six, settings)

    assert (verdict.outcome, verdict.reason) == (Outcome.SKIPPED, "not requested: its address is loopback")
    assert six.log == []


def test_an_allowed_mapped_address_is_requested_over_ipv4(origin: Origin, settings: AuditSettings) -> None:
    verdict = look(f"http://[::ffff:127.0.0.2]:{origin.http_port}/alive", origin, settings)

    assert verdict.outcome is Outcome.ALIVE
