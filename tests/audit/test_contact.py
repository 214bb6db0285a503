"""Whether there is a network."""

import pytest
from tests.origin.cases import link

from papertrace.audit.contact import HOSTS_THAT_TELL_OF_NO_NETWORK, Contact
from papertrace.audit.exchange import Answer
from papertrace.errors import NetworkDownError
from papertrace.model import Fault, Outcome, Verdict

SILENCE = Answer(fault=Fault.NO_NETWORK)
UNKNOWN = Verdict(link=link("https://example.org/"), outcome=Outcome.UNKNOWN, reason="no network")


def test_what_says_nothing_is_held_back_until_something_answers() -> None:
    contact = Contact(["example.org"])

    assert contact.holds_back([UNKNOWN])
    assert contact.hear("a", SILENCE) == []
    assert contact.hear("b", Answer(status=500)) == [UNKNOWN]
    assert contact.hear("b", Answer(status=200)) == []
    assert not contact.holds_back([UNKNOWN])
    contact.close()


@pytest.mark.parametrize("fault", [Fault.TIMEOUT, Fault.WITHHELD, Fault.REFUSED_ADDRESS])
def test_what_may_be_without_a_network_tells_of_none(fault: Fault) -> None:
    contact = Contact(["example.org"])

    contact.hear("a", Answer(fault=fault))

    assert contact.holds_back([UNKNOWN])


@pytest.mark.parametrize("fault", [Fault.DNS, Fault.RESET, Fault.TLS, Fault.CONNECT])
def test_what_a_network_alone_can_bring_about_tells_of_one(fault: Fault) -> None:
    contact = Contact(["example.org"])

    contact.hear("a", Answer(fault=fault))

    assert not contact.holds_back([UNKNOWN])


def test_several_hosts_in_vain_end_the_audit() -> None:
    contact = Contact(["example.org", "iana.org"])
    for number in range(HOSTS_THAT_TELL_OF_NO_NETWORK - 1):
        contact.hear(f"host-{number}", SILENCE)
        contact.hear(f"host-{number}", SILENCE)

    with pytest.raises(NetworkDownError, match=r"not even example\.org or iana\.org resolves"):
        contact.hear("one-more", SILENCE)


def test_once_there_was_a_network_hosts_in_vain_end_nothing() -> None:
    contact = Contact(["example.org"], is_known=True)

    assert [contact.hear(f"host-{number}", SILENCE) for number in range(20)] == [[]] * 20


def test_what_is_held_back_to_the_end_is_no_verdict() -> None:
    contact = Contact(["example.org"])
    contact.holds_back([UNKNOWN])

    with pytest.raises(NetworkDownError, match="links are left unjudged"):
        contact.close()
