"""Whether there is a network."""

import pytest

from papertrace.errors import NetworkDownError
from papertrace.model import Fault
from papertrace.web.exchange import Answer
from papertrace.web.queues.connectivity import MIN_UNRESOLVED_HOSTS, Connectivity

SILENCE = Answer(fault=Fault.NO_NETWORK)


def test_the_first_answer_tells_of_a_network_and_no_further_one() -> None:
    connectivity = Connectivity(["example.org"])

    assert not connectivity.observe("a", SILENCE)
    assert connectivity.observe("b", Answer(status=500))
    assert not connectivity.observe("b", Answer(status=200))
    assert connectivity.is_up


@pytest.mark.parametrize("fault", [Fault.TIMEOUT, Fault.WITHHELD, Fault.REFUSED_ADDRESS])
def test_what_may_be_without_a_network_tells_of_none(fault: Fault) -> None:
    connectivity = Connectivity(["example.org"])

    assert not connectivity.observe("a", Answer(fault=fault))
    assert not connectivity.is_up


@pytest.mark.parametrize("fault", [Fault.DNS, Fault.RESET, Fault.TLS, Fault.CONNECT])
def test_what_a_network_alone_can_bring_about_tells_of_one(fault: Fault) -> None:
    assert Connectivity(["example.org"]).observe("a", Answer(fault=fault))


def test_several_hosts_in_vain_end_the_audit() -> None:
    connectivity = Connectivity(["example.org", "iana.org"])
    for number in range(MIN_UNRESOLVED_HOSTS - 1):
        connectivity.observe(f"host-{number}", SILENCE)
        connectivity.observe(f"host-{number}", SILENCE)

    with pytest.raises(NetworkDownError, match=r"not even example\.org or iana\.org resolves"):
        connectivity.observe("one-more", SILENCE)


def test_once_there_was_a_network_hosts_in_vain_end_nothing() -> None:
    connectivity = Connectivity(["example.org"], is_up=True)

    assert [connectivity.observe(f"host-{number}", SILENCE) for number in range(20)] == [False] * 20
