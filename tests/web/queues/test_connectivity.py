"""Whether there is a network."""

import pytest

from papertrace.errors import NetworkDownError
from papertrace.model import Fault
from papertrace.web.exchange import Answer
from papertrace.web.queues.connectivity import HOSTS_THAT_TELL_OF_NO_NETWORK, Connectivity

SILENCE = Answer(fault=Fault.NO_NETWORK)


def test_the_first_answer_tells_of_a_network_and_no_further_one() -> None:
    connectivity = Connectivity(["example.org"])

    assert not connectivity.hear("a", SILENCE)
    assert connectivity.hear("b", Answer(status=500))
    assert not connectivity.hear("b", Answer(status=200))
    assert connectivity.is_known


@pytest.mark.parametrize("fault", [Fault.TIMEOUT, Fault.WITHHELD, Fault.REFUSED_ADDRESS])
def test_what_may_be_without_a_network_tells_of_none(fault: Fault) -> None:
    connectivity = Connectivity(["example.org"])

    assert not connectivity.hear("a", Answer(fault=fault))
    assert not connectivity.is_known


@pytest.mark.parametrize("fault", [Fault.DNS, Fault.RESET, Fault.TLS, Fault.CONNECT])
def test_what_a_network_alone_can_bring_about_tells_of_one(fault: Fault) -> None:
    assert Connectivity(["example.org"]).hear("a", Answer(fault=fault))


def test_several_hosts_in_vain_end_the_audit() -> None:
    connectivity = Connectivity(["example.org", "iana.org"])
    for number in range(HOSTS_THAT_TELL_OF_NO_NETWORK - 1):
        connectivity.hear(f"host-{number}", SILENCE)
        connectivity.hear(f"host-{number}", SILENCE)

    with pytest.raises(NetworkDownError, match=r"not even example\.org or iana\.org resolves"):
        connectivity.hear("one-more", SILENCE)


def test_once_there_was_a_network_hosts_in_vain_end_nothing() -> None:
    connectivity = Connectivity(["example.org"], is_known=True)

    assert [connectivity.hear(f"host-{number}", SILENCE) for number in range(20)] == [False] * 20
