"""The settings and the store of an audit, as given by the options and the environment."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.cli.audit.options import REGISTRIES_VARIABLE

if TYPE_CHECKING:
    from papertrace.audit.settings import AuditSettings


def read_settings(arguments: argparse.Namespace) -> "AuditSettings":
    """Return the settings of the audit; the token and more registries come from the environment.

    Raises
    ------
    PapertraceError
        If an option has an invalid value.
    """
    from papertrace.audit.endpoints import Endpoints, override_endpoints
    from papertrace.audit.settings import AuditSettings
    from papertrace.errors import PapertraceError

    if arguments.ca_bundle is not None and not arguments.ca_bundle.is_file():
        message = f"--ca-bundle {arguments.ca_bundle}: no such file; name a file of PEM certificates"
        raise PapertraceError(message)
    given = {
        "timeout_s": arguments.timeout,
        "deadline_s": arguments.deadline,
        "max_wait_s": arguments.max_wait,
        "concurrency": arguments.concurrency,
        "per_host": arguments.per_host,
        "ca_bundle": arguments.ca_bundle,
        "user_agent": arguments.user_agent,
        "max_age_s": None if arguments.max_age.hours is None else arguments.max_age.hours * 3600.0,
        "ages_s": {outcome: hours * 3600.0 for outcome, hours in arguments.max_age.by_outcome.items()},
        "allow_networks": tuple(arguments.allow_network),
        "only": tuple(arguments.only),
        "exclude": tuple(arguments.exclude),
        "accept": arguments.accept,
        "fail_on": arguments.fail_on,
        "rescue": arguments.rescue,
        "unarchived": arguments.unarchived,
        "asks_git": not arguments.no_git,
        "github_token": os.environ.get("GITHUB_TOKEN", "").strip(),
    }
    named = os.environ.get(REGISTRIES_VARIABLE, "").split()
    endpoints = override_endpoints(Endpoints(), named + arguments.registry)
    return AuditSettings(endpoints=endpoints, **{name: value for name, value in given.items() if value is not None})


def store_path(arguments: argparse.Namespace) -> Path | None:
    """Return the file that verdicts are kept in, or None to keep none."""
    from papertrace.cli.cache import store_file
    from papertrace.pipeline.auditing import WITHOUT_STORE

    return store_file(arguments.store, "audit.sqlite", replays=arguments.cassette is not None, without=WITHOUT_STORE)
