"""Whether there is a network at all: until that is known, nothing is said of a link that no answer came for."""

from collections.abc import Sequence

from papertrace.audit.exchange import NO_CONTACT, Answer
from papertrace.errors import NetworkDownError
from papertrace.model import Fault, Outcome, Verdict

HOSTS_THAT_TELL_OF_NO_NETWORK = 5


class Contact:
    """Listen to every answer, and hold back what says nothing of a link before anything has answered.

    `is_known` says whether there is a network; a replay knows it beforehand, as it was recorded.
    """

    def __init__(self, control_names: Sequence[str], *, is_known: bool = False) -> None:
        """Take the names that always resolve, for the words of an error."""
        self.is_known = is_known
        self._control_names = control_names
        self._silent_hosts: set[str] = set()
        self._held: list[Verdict] = []

    def hear(self, host: str, answer: Answer) -> list[Verdict]:
        """Take an answer; return what was held back, where this is the first one that tells of a network.

        Raises
        ------
        NetworkDownError
            Where several hosts were looked for in vain, and nothing has answered yet.
        """
        if answer.fault is Fault.NO_NETWORK:
            self._silent_hosts.add(host)
            if not self.is_known and len(self._silent_hosts) >= HOSTS_THAT_TELL_OF_NO_NETWORK:
                raise NetworkDownError(self._says())
        elif not self.is_known and answer.fault not in NO_CONTACT:
            self.is_known = True
            held, self._held = self._held, []
            return held
        return []

    def holds_back(self, verdicts: Sequence[Verdict]) -> bool:
        """Say whether verdicts are not to be told yet; they are kept until `hear` gives them."""
        if self.is_known or not any(verdict.outcome is Outcome.UNKNOWN for verdict in verdicts):
            return False
        self._held += verdicts
        return True

    def close(self) -> None:
        """Say that no answer will come any more.

        Raises
        ------
        NetworkDownError
            Where something was held back to the end.
        """
        if self._held:
            raise NetworkDownError(self._says())

    def _says(self) -> str:
        return (
            f"no network: not even {' or '.join(self._control_names)} resolves; "
            "links are left unjudged (try again when the network is up)"
        )
