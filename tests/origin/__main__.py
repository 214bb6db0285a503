"""Serve the loopback origin, or record the cassettes from it.

`python tests/origin` serves until interrupted and prints links to try, for a demonstration of the command line;
`python tests/origin --record` makes the cassettes of the tests anew.
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.origin.cases import RECORDED_FROM, SECTIONS, FixedDate, links_of, settings_for  # noqa: E402
from tests.origin.habits import HABITS  # noqa: E402
from tests.origin.server import ADDRESSES, Origin  # noqa: E402

from papertrace.audit import Cassette, Record, audit  # noqa: E402 - the path comes first

CASSETTES = ROOT / "cassettes" / "audit" / "run"


def record() -> None:
    """Record one cassette for each section of the cases."""
    for section in SECTIONS:
        with Origin() as origin:
            bundle = origin.write_ca_bundle(Path(f".{section}.pem"))
            try:
                with Cassette(CASSETTES / f"{section}.yaml", Record.ALL, recorded_from=RECORDED_FROM) as cassette:
                    asked = audit(
                        links_of(section),
                        settings=settings_for(bundle),
                        cassette=cassette,
                        resolve=origin.resolve,
                        clock=FixedDate(),
                    )
                    n_verdicts = sum(1 for _ in asked)
                sys.stderr.write(f"{cassette.path.relative_to(ROOT)}: {n_verdicts} verdicts\n")
            finally:
                bundle.unlink()


def serve() -> None:
    """Serve until interrupted."""
    with Origin() as origin:
        for number, path in enumerate(HABITS):
            address = ADDRESSES[number % len(ADDRESSES)]
            suffix = "/11" if path == "countdown" else ""
            sys.stdout.write(f"http://{address}:{origin.http_port}/{path}{suffix}\n")
        sys.stdout.flush()
        sys.stderr.write("papertrace audit URLS.txt --allow-network 127.0.0.0/8 --timeout 2; stop with Ctrl-C\n")
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python tests/origin", description=__doc__)
    parser.add_argument("--record", action="store_true", help="make the cassettes of the tests anew")
    if parser.parse_args().record:
        record()
    else:
        serve()


if __name__ == "__main__":
    main()
