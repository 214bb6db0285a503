"""The settings and the store of an audit, as given by the options and the environment."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.commands.audit.options import REGISTRIES_VARIABLE
from papertrace.cli.commands.audit.values import parse_pattern
from papertrace.cli.network import choose_bundle, read_proxies

IGNORE_FILE = ".papertraceignore"
_MAX_IGNORE_BYTES = 1 << 20

if TYPE_CHECKING:
    from papertrace.audit.settings import AuditSettings


def read_settings(arguments: argparse.Namespace) -> "AuditSettings":
    """Return the settings of the audit; the token and more registries come from the environment.

    Raises
    ------
    PapertraceError
        If an option has an invalid value.
    """
    from papertrace.audit.registries import override_endpoints
    from papertrace.audit.settings import AuditSettings, Endpoints
    from papertrace.web.settings import parse_host_header, read_netrc

    proxies, no_proxy = read_proxies(arguments.proxy)
    given = {
        "timeout_s": arguments.timeout,
        "deadline_s": arguments.deadline,
        "max_wait_s": arguments.max_wait,
        "concurrency": arguments.concurrency,
        "per_host": arguments.per_host,
        "host_limits": tuple(arguments.host_limit),
        "ca_bundle": choose_bundle(arguments),
        "retries": arguments.retries,
        "max_redirects": arguments.max_redirects,
        "insecure_hosts": tuple(arguments.insecure),
        "resolver": arguments.resolver,
        "proxies": proxies,
        "no_proxy": no_proxy,
        # A header that is given by name replaces a login of the file, so it comes last.
        "host_headers": (
            *(read_netrc(arguments.netrc) if arguments.netrc is not None else ()),
            *(parse_host_header(text, os.environ) for text in arguments.header),
        ),
        "cookies": arguments.cookies,
        "sends_passwords": arguments.passwords,
        "remap": tuple(arguments.remap),
        "allow_redirect": tuple(arguments.allow_redirect),
        "checks_fragments": arguments.fragments,
        "requires_https": arguments.https,
        "obeys_robots": arguments.robots,
        "audits_reserved": arguments.reserved,
        "user_agent": arguments.user_agent,
        "max_age_s": None if arguments.max_age.hours is None else arguments.max_age.hours * 3600.0,
        "ages_s": {outcome: hours * 3600.0 for outcome, hours in arguments.max_age.by_outcome.items()},
        "allow_networks": tuple(arguments.allow_network),
        "only": tuple(arguments.only),
        "exclude": (*arguments.exclude, *read_ignored()),
        "accept": arguments.accept,
        "fail_on": arguments.fail_on,
        "rescue": arguments.rescue,
        "unarchived": arguments.unarchived,
        "asks_git": not arguments.no_git,
        "needs_store": arguments.store is not None,
        "cassette": arguments.cassette,
        "record": arguments.record,
        "compare": arguments.compare,
        "baseline": arguments.baseline,
        "github_token": os.environ.get("GITHUB_TOKEN", "").strip(),
    }
    named = os.environ.get(REGISTRIES_VARIABLE, "").split()
    endpoints = override_endpoints(Endpoints(), named + arguments.registry)
    return AuditSettings(endpoints=endpoints, **{name: value for name, value in given.items() if value is not None})


def read_ignored() -> tuple[str, ...]:
    """Return the patterns of links to leave out that `.papertraceignore` in the current folder lists, if there is one.

    Raises
    ------
    PapertraceError
        If the file cannot be read, or a line is not a pattern.
    """
    from papertrace.errors import PapertraceError
    from papertrace.files import read_limited

    path = Path(IGNORE_FILE)
    try:
        lines = read_limited(path, _MAX_IGNORE_BYTES).decode("utf-8-sig").splitlines()
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: {error}; make it a text file in UTF-8 with one pattern on each line"
        raise PapertraceError(message) from error
    patterns = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            patterns.append(parse_pattern(text))
        except argparse.ArgumentTypeError as error:
            message = f"{path}:{number}: {error}"
            raise PapertraceError(message) from error
    return tuple(dict.fromkeys(patterns))


def store_path(arguments: argparse.Namespace) -> Path | None:
    """Return the file that verdicts are kept in, or None to keep none."""
    from papertrace.cli.cache import store_file
    from papertrace.pipeline.links.auditing import WITHOUT_STORE

    return store_file(arguments.store, "audit.sqlite", replays=arguments.cassette is not None, without=WITHOUT_STORE)
