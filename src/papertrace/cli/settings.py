"""The settings of a run: what the options, the environment and the files of the current folder say, as objects."""

import argparse
import os
from pathlib import Path

from papertrace.cli.options import ENGINE, GRAPH, SERVICES, Group, read_given
from papertrace.cli.values import parse_pattern
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertrace.audit.settings import AuditSettings
    from papertrace.engine.opening import EngineSettings
    from papertrace.enrich.settings import EnrichSettings
    from papertrace.graph.settings import GraphSettings

MAILTO_VARIABLE = "PAPERTRACE_MAILTO"
REGISTRIES_VARIABLE = "PAPERTRACE_REGISTRIES"
IGNORE_FILE = ".papertraceignore"
_MAX_IGNORE_BYTES = 1 << 20
_NONE = "none"
_COMMON = frozenset({"openalex", "semantic-scholar", "crossref", "opencitations", "datacite", "dblp"})
"""Services that `papertrace audit` does not know by the same name, with another address."""


def store_file(arguments: argparse.Namespace, name: str, without: str) -> Path | None:
    """Return the file that `--store` names, else the file `name` in the cache folder, or None to keep nothing.

    A replay uses no store unless one is named, so that it always gives the same result. Without a usable cache folder
    there is no store either, and a warning with the reason is logged, which ends with `without`.
    """
    option: Path | None = arguments.store
    if option is not None:
        return None if str(option) == _NONE else option
    if arguments.cassette is not None:
        return None
    import logging

    from platformdirs import user_cache_path

    log = logging.getLogger(__name__)
    try:
        cache = user_cache_path("papertrace", appauthor=False)
    except RuntimeError:
        cache = Path()
    if not cache.is_absolute():
        log.warning("the home folder of this user is unknown, %s", without)
        return None
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        log.warning("%s: cannot be created (%s), %s", cache, error.strerror, without)
        return None
    return cache / name


def check_cassette(arguments: argparse.Namespace) -> None:
    """Raise PapertraceError for a mode of recording without a cassette."""
    from papertrace.errors import PapertraceError

    if arguments.record and arguments.cassette is None:
        message = f"--record {arguments.record}: there is no cassette to record or replay; name one with --cassette"
        raise PapertraceError(message)


def choose_bundle(arguments: argparse.Namespace) -> Path | None:
    """Return the file of certificate authorities that `--ca-bundle` or the environment names, if any.

    Raises PapertraceError if the file of the option does not exist.
    """
    from papertrace.errors import PapertraceError

    if arguments.ca_bundle is not None and not arguments.ca_bundle.is_file():
        message = f"--ca-bundle {arguments.ca_bundle}: no such file; name a file of PEM certificates"
        raise PapertraceError(message)
    path: Path | None = arguments.ca_bundle or bundle_of_environment()
    return path


def bundle_of_environment() -> Path | None:
    """Return the file of certificate authorities that the environment names for other programs, if it exists."""
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        path = Path(os.environ.get(name, ""))
        if path.is_file():
            return path
    return None


def read_proxies(option: str | None) -> tuple[dict[str, str], str]:
    """Return the proxies by scheme and the hosts without one, from the option or the environment."""
    if option is not None:
        url = option if "://" in option or option == _NONE else f"http://{option}"
        return ({}, "") if option == _NONE else ({"http": url, "https": url}, "")
    if not any(name.lower().endswith("_proxy") for name in os.environ):
        return {}, ""
    # It is slow to import, with all of HTTP and mail.
    from urllib.request import getproxies_environment

    found = getproxies_environment()
    usual = found.get("all", "")
    urls = {scheme: found.get(scheme, usual) for scheme in ("http", "https")}
    proxies = {scheme: url if "://" in url else f"http://{url}" for scheme, url in urls.items() if url}
    return proxies, found.get("no", "")


def read_engine_settings(arguments: argparse.Namespace) -> "EngineSettings":
    """Return where a large input is handled.

    Raises SettingsError if the options contradict one another.
    """
    from papertrace.engine.opening import EngineSettings

    return EngineSettings(**read_given(arguments, ENGINE))  # type: ignore[arg-type] # read by the parsers of options


def read_graph_settings(arguments: argparse.Namespace) -> "GraphSettings":
    """Return the settings that the options of a graph give.

    Raises SettingsError if an option has no effect with the others, or a value is out of range.
    """
    from papertrace.errors import SettingsError
    from papertrace.graph.settings import GraphSettings

    if arguments.nearest is not None and arguments.pruning != "nearest":
        message = (
            f"--nearest {arguments.nearest} has no effect with --pruning {arguments.pruning}; "
            "add --pruning nearest, or leave --nearest out"
        )
        raise SettingsError(message)
    if arguments.alpha is not None and arguments.pruning in ("nearest", "none"):
        message = (
            f"--alpha {arguments.alpha:g} has no effect with --pruning {arguments.pruning}; "
            "choose --pruning disparity, or leave --alpha out"
        )
        raise SettingsError(message)
    _check_shades(arguments)
    return GraphSettings(**read_given(arguments, GRAPH))  # type: ignore[arg-type] # as above


def _check_shades(arguments: argparse.Namespace) -> None:
    """Raise SettingsError if no format has colours and sizes to choose, or papers never have what they are to say."""
    from papertrace.errors import SettingsError, check_choice
    from papertrace.export import WRITERS
    from papertrace.export.page.marks import NAMES

    names = None if arguments.to is None else {name.strip() for name in arguments.to.split(",")}
    writers = [writer for writer in WRITERS if (writer.by_default if names is None else writer.name in names)]
    for option, value in (("--color-by", arguments.color_by), ("--size-by", arguments.size_by)):
        if value is None:
            continue
        if writers and not any(writer.has_shades for writer in writers):
            formats = " or ".join(writer.name for writer in WRITERS if writer.has_shades)
            message = (
                f"{option} {value} has no effect with --to {arguments.to}; add {formats} to --to, or leave {option} out"
            )
            raise SettingsError(message)
        check_choice(option, value, NAMES)


def read_enrich_settings(arguments: argparse.Namespace) -> "EnrichSettings":
    """Return the settings that the options and the environment give.

    Raises SettingsError if an option or a key has an invalid value.
    """
    from papertrace.enrich.settings import ENDPOINTS, EnrichSettings, override_endpoints
    from papertrace.pipeline.enriching import read_keys

    check_cassette(arguments)
    proxies, no_proxy = read_proxies(None)
    # The variable names registries of `papertrace audit` too, which are not services.
    named = [one for one in os.environ.get(REGISTRIES_VARIABLE, "").split() if one.partition("=")[0] in _COMMON]
    return EnrichSettings(
        **read_given(arguments, SERVICES),  # type: ignore[arg-type] # as above
        endpoints=override_endpoints([*named, *arguments.registry], ENDPOINTS),
        ca_bundle=choose_bundle(arguments),
        proxies=proxies,
        no_proxy=no_proxy,
        keys=read_keys(os.environ),
        mailto=os.environ.get(MAILTO_VARIABLE, "").strip(),
    )


def read_audit_settings(arguments: argparse.Namespace, groups: "Sequence[Group]") -> "AuditSettings":
    """Return the settings of the audit; the token and more registries come from the environment.

    `groups` are those of the options of the command. Raises PapertraceError if an option has an invalid value.
    """
    from papertrace.audit.settings import AuditSettings, Endpoints
    from papertrace.web.settings import parse_host_header, read_netrc

    proxies, no_proxy = read_proxies(arguments.proxy)
    ages = arguments.max_age
    hours = {} if ages.hours is None else {"max_age_s": ages.hours * 3600.0}
    endpoints = Endpoints()
    if named := os.environ.get(REGISTRIES_VARIABLE, "").split() + arguments.registry:
        from papertrace.audit.registries import override_endpoints

        endpoints = override_endpoints(endpoints, named)
    given = read_given(arguments, *groups) | {"exclude": (*arguments.exclude, *read_ignored())}
    return AuditSettings(
        **given,  # type: ignore[arg-type] # as above
        **hours,
        ages_s={outcome: hours * 3600.0 for outcome, hours in ages.by_outcome.items()},
        ca_bundle=choose_bundle(arguments),
        proxies=proxies,
        no_proxy=no_proxy,
        # A header that is given by name replaces a login of the file, so it comes last.
        host_headers=(
            *(read_netrc(arguments.netrc) if arguments.netrc is not None else ()),
            *(parse_host_header(text, os.environ) for text in arguments.header),
        ),
        endpoints=endpoints,
        cassette=arguments.cassette,
        record=arguments.record or "once",
        asks_git=not arguments.no_git,
        needs_store=arguments.store is not None,
        github_token=os.environ.get("GITHUB_TOKEN", "").strip(),
    )


def read_ignored() -> tuple[str, ...]:
    """Return the patterns of links to leave out that `.papertraceignore` in the current folder lists, if there is one.

    Raises PapertraceError if the file cannot be read, or a line is not a pattern.
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
