"""Which fault an exception of the libraries is."""

import socket

import pytest

from papertrace.model import Fault
from papertrace.web.fetch import fault_of

ERRORS = sorted(name for name in dir(socket) if name.startswith("EAI_") and name not in {"EAI_NONAME", "EAI_NODATA"})


@pytest.mark.parametrize("name", ["EAI_NONAME", "EAI_NODATA"])
def test_a_name_without_addresses_does_not_exist(name: str) -> None:
    if hasattr(socket, name):
        assert fault_of(socket.gaierror(getattr(socket, name), "x")).fault is Fault.DNS


@pytest.mark.parametrize("name", ERRORS)
def test_a_resolver_that_fails_does_not_say_that_a_name_is_gone(name: str) -> None:
    assert fault_of(socket.gaierror(getattr(socket, name), "x")).fault is Fault.DNS_TEMPORARY


def test_an_error_of_a_resolver_that_nobody_knows_says_nothing() -> None:
    assert fault_of(socket.gaierror(-12345, "x")).fault is Fault.DNS_TEMPORARY
