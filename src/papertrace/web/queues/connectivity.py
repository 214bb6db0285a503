"""Whether there is a network at all: until that is known, nothing is said of a link that nothing answered for."""

from collections.abc import Sequence

from papertrace.errors import NetworkDownError
from papertrace.model import Fault
from papertrace.web.exchange import NO_CONTACT, Answer

HOSTS_THAT_TELL_OF_NO_NETWORK = 5


class Connectivity:
    """What the answers so far tell of the network.

    `is_known` says that there is one; a replay knows that beforehand, because it was recorded.
    """

    def __init__(self, control_names: Sequence[str], *, is_known: bool = False) -> None:
        """Take the names that always resolve, for the text of an error."""
        self.is_known = is_known
        self._control_names = control_names
        self._silent_hosts: set[str] = set()

    def hear(self, host: str, answer: Answer) -> bool:
        """Take an answer; return whether it is the first one that tells of a network.

        Raises
        ------
        NetworkDownError
            When several hosts were looked up in vain, and nothing has answered yet.
        """
        if answer.fault is Fault.NO_NETWORK:
            self._silent_hosts.add(host)
            if not self.is_known and len(self._silent_hosts) >= HOSTS_THAT_TELL_OF_NO_NETWORK:
                raise self.error()
        elif not self.is_known and answer.fault not in NO_CONTACT:
            self.is_known = True
            return True
        return False

    def error(self) -> NetworkDownError:
        """Return the error that says that there is no network."""
        return NetworkDownError(
            f"no network: not even {' or '.join(self._control_names)} resolves; "
            "links are left unjudged (try again when the network is up)"
        )
