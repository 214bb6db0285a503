"""Whether the network is up."""

import pytest

from papertrace.errors import NetworkDownError
from papertrace.model import Fault
from papertrace.web.exchange import Answer
from papertrace.web.queues import MIN_UNRESOLVED_HOSTS, Connectivity

SILENCE = Answer(fault=Fault.NO_NETWORK)


def test_only_the_first_answer_shows_that_the_network_is_up() -> None:
    connectivity = Connectivity(["example.org"])

    assert not connectivity.observe("a", SILENCE)
    assert connectivity.observe("b", Answer(status=500))
    assert not connectivity.observe("b", Answer(status=200))
    assert connectivity.is_up


@pytest.mark.parametrize("fault", [Fault.TIMEOUT, Fault.WITHHELD, Fault.REFUSED_ADDRESS])
def test_what_is_possible_without_a_network_does_not_show_one(fault: Fault) -> None:
    connectivity = Connectivity(["example.org"])

    assert not connectivity.observe("a", Answer(fault=fault))
    assert not connectivity.is_up


@pytest.mark.parametrize("fault", [Fault.DNS, Fault.RESET, Fault.TLS, Fault.CONNECT])
def test_what_requires_a_network_shows_that_it_is_up(fault: Fault) -> None:
    assert Connectivity(["example.org"]).observe("a", Answer(fault=fault))


def test_several_unresolved_hosts_end_the_audit() -> None:
    connectivity = Connectivity(["example.org", "iana.org"])
    for number in range(MIN_UNRESOLVED_HOSTS - 1):
        connectivity.observe(f"host-{number}", SILENCE)
        connectivity.observe(f"host-{number}", SILENCE)

    with pytest.raises(NetworkDownError, match=r"none of example\.org, iana\.org resolves"):
        connectivity.observe("one-more", SILENCE)


def test_once_the_network_was_up_unresolved_hosts_end_nothing() -> None:
    connectivity = Connectivity(["example.org"], is_up=True)

    assert [connectivity.observe(f"host-{number}", SILENCE) for number in range(20)] == [False] * 20
