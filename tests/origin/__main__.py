"""Serve the loopback origin, or record the cassettes from it.

`python tests/origin` serves until interrupted and prints links to try, for a demonstration of the command line;
`python tests/origin --record` records the cassettes of the tests again.
"""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.origin.cases import (  # noqa: E402
    DATES,
    RECORDED_FROM,
    REGISTRY_SECTIONS,
    SECTIONS,
    FixedDate,
    links_of,
    settings_for,
    settings_with_git,
    settings_with_registries,
)
from tests.origin.handlers import HANDLERS  # noqa: E402
from tests.origin.server import ADDRESSES, Origin  # noqa: E402

from papertrace.audit import AuditSettings, Cassette, RecordMode, generate_verdicts  # noqa: E402 - the path comes first

CASSETTES = ROOT / "cassettes" / "audit"


def record(names: list[str]) -> None:
    """Record one cassette for each section of the cases, or for the named ones."""
    sections: list[tuple[str, str, Callable[[Path], AuditSettings]]]
    sections = [("run", section, settings_for) for section in SECTIONS]
    sections += [
        ("registries", section, partial(settings_with_registries, section=section)) for section in REGISTRY_SECTIONS
    ]
    sections.append(("run", "git", settings_with_git))
    for folder, section, settings in sections:
        if names and section not in names:
            continue
        with Origin() as origin:
            bundle = origin.write_ca_bundle(Path(f".{section}.pem"))
            try:
                path = CASSETTES / folder / f"{section}.yaml"
                with Cassette(path, RecordMode.ALL, recorded_from=RECORDED_FROM) as cassette:
                    verdicts = generate_verdicts(
                        links_of(section),
                        # One request at a time for each host, so that nothing depends on how fast the machine is.
                        settings=replace(settings(bundle), stagger_s=60.0),
                        cassette=cassette,
                        resolve=origin.resolve,
                        clock=FixedDate(),
                        dates=DATES,
                    )
                    n_verdicts = sum(1 for _ in verdicts)
                sys.stderr.write(f"{cassette.path.relative_to(ROOT)}: {n_verdicts} verdicts\n")
            finally:
                bundle.unlink()


def serve() -> None:
    """Serve until interrupted."""
    with Origin() as origin:
        for number, path in enumerate(HANDLERS):
            address = ADDRESSES[number % len(ADDRESSES)]
            suffix = {"countdown": "/11", "status": "/418", "relative-up": "/one/two"}.get(path, "")
            sys.stdout.write(f"http://{address}:{origin.http_port}/{path}{suffix}\n")
        sys.stdout.flush()
        sys.stderr.write("papertrace audit URLS.txt --allow-network 127.0.0.0/8 --timeout 2; stop with Ctrl-C\n")
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python tests/origin", description=__doc__)
    parser.add_argument(
        "--record", nargs="*", metavar="SECTION", help="record the cassettes of the tests again, all or the named ones"
    )
    sections = parser.parse_args().record
    if sections is not None:
        record(sections)
    else:
        serve()


if __name__ == "__main__":
    main()
