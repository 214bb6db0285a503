"""Kill an audit at random moments and restart it: no verdict is lost, and no link is checked twice.

    python benchmarks/bench_audit_kills.py [--moments 20] [--links 300]

Every audit is a process that sends SIGKILL to itself while its workers send requests to a loopback server, at a moment
chosen by a seed. `lost` is the number of verdicts that were reported but are not in the store, `asked twice` the number
of links that the next run requests although the store has a recent verdict.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.origin.killed import killed, undisturbed, urls_at  # noqa: E402 - the path comes first
from tests.origin.server import Origin  # noqa: E402


def main() -> int:
    """Print a line for each moment; return 1 if a verdict was lost, a link checked twice, or the report differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--links", type=int, default=300)
    arguments = parser.parse_args()
    n_bad = 0
    with tempfile.TemporaryDirectory() as name, Origin() as origin:
        urls = urls_at(origin.http_port, arguments.links)
        report = undisturbed(Path(name) / "undisturbed", urls)
        print(f"{'moment':>8}{'found':>8}{'lost':>8}{'asked twice':>14}{'report':>10}")
        for moment in range(1, arguments.moments + 1):
            origin.reset()
            ended = killed(Path(name) / str(moment), urls, origin, seed=moment)
            is_same = ended.report == report
            n_bad += ended.n_lost > 0 or ended.n_requested_twice > 0 or not is_same
            words = "same" if is_same else "differs"
            figures = f"{moment:>8}{ended.n_reported:>8}{ended.n_lost:>8}{ended.n_requested_twice:>14}"
            print(f"{figures}{words:>10}", flush=True)
    print(f"{arguments.moments} moments, {n_bad} with a failure (expected: 0)")
    return int(n_bad > 0)


if __name__ == "__main__":
    sys.exit(main())
