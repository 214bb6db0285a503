"""Every option of every command, said once: name, value, default, help, group, and what it sets.

From a row follow the command line and its help, the key in a settings file and whether a file that came with a project
may set it, the completion of shells, and the field of the settings object. A command is a row too: what its help says,
its groups of options, and the function that runs it.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, get_args

from papertrace.cli import values
from papertrace.cli.terminal.help import INPUT_FORMATS, HelpAction
from papertrace.cli.terminal.output import CHOICES
from papertrace.engine.opening import ENGINES, MIN_FOR_PROCESSES, MIN_FOR_PROCESSES_OF_GRAPHS

SETTING = object()
"""The default of an option that is the default of the field that it sets."""

GRAPHS = Path("graphs")
"""The folder of graphs if none is named; a named one is another object."""


class Option(NamedTuple):
    """A row of the table of options.

    Attributes
    ----------
    name
        As it is typed, such as `-o --output`, and what stands for its value in the help, such as `-o --output FILE`, of
        an option that is not a switch; without hyphens, that of positional arguments.
    help
        What it does; `{default:g}`, `{names}` and `{settings}` stand for its default, the names that it takes, and the
        settings of its group.
    parse
        The function that reads the value, which raises ArgumentTypeError.
    default
        The value if it is not given, a function that returns it, or `SETTING`.
    sets
        The field of the settings of its group that it sets.
    names
        What it takes: one of these if it has no `parse`, otherwise as `parse` says; or a function that returns them.
    kept_as
        The attribute of the parsed arguments, if it does not follow from the name.
    repeats
        Whether it can be given several times.
    harmless
        Whether a file that came with a project may set it: it sends no credentials, reaches no more of the network,
        runs or rewrites nothing, and leaves the form of messages.
    either
        A name that options share of which only one can be given.
    scale
        How many units of the field a unit of the option is.
    nargs, action
        As argparse has them.
    """

    name: str
    help: str | Callable[[], str]
    parse: Callable[[str], object] | type | None = None
    default: object = None
    sets: str = ""
    names: Sequence[str] | Callable[[], Iterable[str]] = ()
    kept_as: str = ""
    repeats: bool = False
    harmless: bool = False
    either: str = ""
    scale: float = 1
    nargs: str | None = None
    action: str | type[argparse.Action] | None = None

    @property
    def flags(self) -> list[str]:
        """The names as they are typed; none if the option is positional."""
        return [word for word in self.name.split() if word.startswith("-")]

    @property
    def value(self) -> str | None:
        """What stands for its value in the help, or None of a switch."""
        words = self.name.split()
        return " ".join(words[len(self.flags) or 1 :]) or None

    @property
    def key(self) -> str:
        """The name of the option in a settings file."""
        return self.flags[-1].removeprefix("--") if self.flags else self.name.split()[0]

    @property
    def dest(self) -> str:
        """The attribute of the parsed arguments."""
        return self.kept_as or self.key.replace("-", "_")

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of which it takes one, if it takes nothing else."""
        return self.list_names() if self.names and self.parse is None else ()

    def list_names(self) -> tuple[str, ...]:
        """Return the names that it takes, each once."""
        return tuple(dict.fromkeys(self.names() if callable(self.names) else self.names))


class Group(NamedTuple):
    """Options under one heading of a help; `settings` is the class, as `module:name`, whose fields they set."""

    title: str
    options: tuple[Option, ...]
    note: str | None = None
    settings: str = ""

    def load_settings(self) -> object:
        """Return the default settings that the options of the group change."""
        module, _, name = self.settings.partition(":")
        return getattr(import_module(module), name)()

    def find_default(self, option: Option) -> object:
        """Return the value that holds if an option is not given, in its unit: that of its field, if it sets one."""
        if not (self.settings and option.sets):
            return option.default
        value = getattr(self.load_settings(), option.sets)
        return value / option.scale if option.scale != 1 and isinstance(value, int | float) else value


class Command(NamedTuple):
    """A command: what its help says, the groups of its options, and the function that runs it.

    An example is what it does, or "" if it continues the one before, and its command line. `few` names the options that
    `--help` describes, where `--help-all` describes all of them.
    """

    description: str
    arguments: str
    examples: tuple[tuple[str, str], ...]
    groups: tuple[Group, ...]
    run: Callable[[argparse.Namespace], int]
    notes: str = ""
    few: tuple[str, ...] = ()
    sets: tuple[tuple[str, object], ...] = ()

    def fill(self, parser: argparse.ArgumentParser) -> None:
        """Add the help and the options of the command to its parser."""
        shown = "\n".join(f"  # {what}\n  {line}" if what else f"  {line}" for what, line in self.examples)
        parser.usage = f"{parser.prog} [OPTIONS] {self.arguments}".rstrip()
        parser.description = self.description
        parser.epilog = "\n\n".join(filter(None, (f"examples:\n{shown}", self.notes)))
        for group in self.groups:
            _add_group(parser, group, self.few)
        parser.set_defaults(run=self.run, **dict(self.sets))

    def options(self) -> dict[str, Option]:
        """Return the options that a settings file knows, by the names that they have there."""
        every = {one.key: one for group in self.groups for one in group.options}
        is_key = {key: bool(one.flags) or one.nargs in ("*", "+") for key, one in every.items()}
        return {key: one for key, one in every.items() if is_key[key] and key not in {"help", "help-all", "config"}}


def read_given(arguments: argparse.Namespace, *groups: Group) -> dict[str, object]:
    """Return the fields of settings that the options of groups set, without those that leave the default.

    A value that is not in the unit of its field, nor a number to be scaled, is left to the caller.
    """
    given: dict[str, object] = {}
    for option in (one for group in groups for one in group.options if one.sets):
        value = getattr(arguments, option.dest)
        if option.scale != 1:
            value = value * option.scale if isinstance(value, int | float) else None
        if value is not None:
            given[option.sets] = tuple(value) if isinstance(value, list) else value
    return given


def find_given(arguments: argparse.Namespace, group: Group, names: Iterable[str] = ()) -> str | None:
    """Return the first option of a group that was given, as it is typed; of those named, if any are."""
    for option in group.options:
        if option.dest in (names or {option.dest}) and getattr(arguments, option.dest) not in (None, False):
            return f"--{option.key}"
    return None


def _add_group(parser: argparse.ArgumentParser, group: Group, few: tuple[str, ...]) -> None:
    section = parser.add_argument_group(group.title, group.note) if group.title else parser
    exclusive: dict[str, argparse._MutuallyExclusiveGroup] = {}
    settings = group.load_settings() if any(map(_needs_settings, group.options)) else None
    for option in group.options:
        if option.key == "help-all" and not few:
            continue
        place: argparse._ActionsContainer = section
        if option.either:
            if option.either not in exclusive:
                exclusive[option.either] = section.add_mutually_exclusive_group()
            place = exclusive[option.either]
        _add_option(place, option, settings, few)


def _needs_settings(option: Option) -> bool:
    """Return whether the help or the default of an option is made from the settings, which take time to import."""
    is_shown = isinstance(option.help, str) and "{default" in option.help and bool(option.sets)
    return option.default is SETTING or is_shown or "{settings" in str(option.help)


def _add_option(place: argparse._ActionsContainer, option: Option, settings: object, few: tuple[str, ...]) -> None:
    text = option.help() if callable(option.help) else option.help
    of_field = getattr(settings, option.sets) if settings and option.sets else option.default
    if "{" in text:
        shown = of_field / option.scale if option.scale != 1 and isinstance(of_field, int | float) else of_field
        if isinstance(shown, tuple | frozenset):
            shown = ", ".join(sorted(shown))
        names = ", ".join(option.list_names()) if "{names}" in text else ""
        text = text.format(default=shown, names=names, settings=settings)
    given: dict[str, object] = {"help": text}
    if option.action is HelpAction and option.key == "help":
        given["few"] = few
    if option.value is not None:
        given |= {"metavar": option.value, "type": option.parse}
        if option.choices:
            given["choices"] = option.choices
    if action := option.action or ("append" if option.repeats else "store_true" if option.value is None else None):
        given["action"] = action
    default = of_field if option.default is SETTING else option.default
    if default is not None:
        given["default"] = default() if callable(default) else list(default) if isinstance(default, list) else default
    if option.nargs:
        given["nargs"] = option.nargs
    if option.flags and option.action is not HelpAction:
        given["dest"] = option.dest
    place.add_argument(*(option.flags or [option.dest]), **given)  # type: ignore[arg-type] # checked by argparse


def _list_readers() -> list[str]:
    from papertrace.listings import READERS

    return [reader.name for reader in READERS]


def list_writers() -> list[str]:
    """Return the names of the forms of graphs."""
    from papertrace.export import WRITERS

    return [writer.name for writer in WRITERS]


def _describe_writers() -> str:
    from papertrace.export import WRITERS

    usual = dict.fromkeys(writer.name for writer in WRITERS if writer.by_default)
    others = dict.fromkeys(writer.name for writer in WRITERS if not writer.by_default)
    return f"Write these formats, separated by commas (default: {', '.join(usual)}; also: {', '.join(others)})"


def _describe_picture() -> str:
    from papertrace.export import PICTURES

    return f"Also write the map as a picture to FILE, which ends in {' or '.join(f'.{name}' for name in PICTURES)}"


def _list_services() -> tuple[str, ...]:
    from papertrace.enrich.services import ALL_SERVICES

    return ALL_SERVICES


def _names_of(kind: str) -> Callable[[], Iterable[str]]:
    """Return a function that lists the names of a kind in the settings of graphs."""

    def list_names() -> Iterable[str]:
        from papertrace.graph import settings

        return get_args(getattr(settings, kind))

    return list_names


def make_verdicts(effect: str) -> Option:
    """Return the option for the audits whose verdicts are used; `effect` says in the help what for."""
    text = (
        f"{effect}; FILE is a store of papertrace audit --store, or its report with --format jsonl; given several "
        "times, earlier ones first"
    )
    return Option("--verdicts FILE", text, Path, repeats=True, harmless=True)


FORMAT = (
    Option(
        "--from FORMAT",
        f"Read every listing as FORMAT instead of detecting its format; one of: {INPUT_FORMATS}",
        values.parse_format,
        names=_list_readers,
        kept_as="format_name",
        harmless=True,
    ),
    Option(
        "--strict",
        "Exit with status 2 if a listing was probably read wrongly: few papers for its links, or half of its lines in "
        "none",
        harmless=True,
    ),
)


def _make_input(nargs: str, more: str = "") -> Group:
    listings = Option(
        "listings LISTING",
        f"File or folder to read, or - for standard input{more}",
        default=[],
        nargs=nargs,
        harmless=True,
    )
    follow = Option("--follow-links", "Read symbolic links that lead out of a folder, and fix their files")
    return Group("input", (listings, follow, *FORMAT))


INPUT = _make_input("+")
INPUT_OR_SAMPLE = _make_input("*", " (default: the bundled sample)")

OUTPUT_FILE = Option("-o --output FILE", "Write to FILE instead of standard output", Path)
OUTPUT = Group("output", (OUTPUT_FILE,))

TERMS = Group(
    "terms",
    (
        Option(
            "--synonyms FILE",
            "Treat the terms on a line as one concept; separate them by tabs or ' = ', the preferred one first",
            Path,
            harmless=True,
        ),
        Option("--vocabulary FILE", "Always treat these terms as concepts; one per line", Path, harmless=True),
        Option(
            "--ignore FILE",
            "Never treat these terms as concepts; one per line",
            Path,
            kept_as="ignored",
            harmless=True,
        ),
    ),
    "UTF-8 text files; blank lines and lines that begin with # are ignored.",
)

GRAPH_OUTPUT = Group(
    "output",
    (
        Option(
            "-o --output DIR",
            "Write the files to DIR, which is created if necessary (default: {default})",
            Path,
            GRAPHS,
            harmless=True,
        ),
        Option("--to FORMATS", _describe_writers, names=list_writers, parse=str, harmless=True),
        Option("--picture FILE", _describe_picture, Path, harmless=True),
        Option(
            "--title TEXT",
            "Title of page and picture (default: the first heading in Markdown or HTML, else names of listings)",
            harmless=True,
        ),
        *(
            Option(
                f"--{name}-by NAME",
                f"{word} of the marks on the page: {examples} or an attribute of the graph; the page can change it",
                harmless=True,
            )
            for name, word, examples in (
                ("color", "Colour", "community, year, citations, code, audit, type, venue"),
                ("size", "Size", "links, year, citations"),
            )
        ),
        make_verdicts("Show the verdicts of audits in the graph, and what died and recovered in the last"),
        Option(
            "--since FILE",
            "Show which papers are new since an earlier graph; FILE is its page, GraphML, CSV of nodes or JSON",
            Path,
            harmless=True,
        ),
    ),
)

GRAPH = Group(
    "graph",
    (
        Option(
            "--weight NAME",
            "Weight of a link by similar texts (evidence) or by shared concepts: {names} (default: {default})",
            default=SETTING,
            sets="weight",
            names=_names_of("Weight"),
            harmless=True,
        ),
        Option(
            "--reference-weight NAME",
            "Weight of a link by shared references or citing papers: {names} (default: {default})",
            default=SETTING,
            sets="reference_weight",
            names=_names_of("ReferenceWeight"),
            harmless=True,
        ),
        Option(
            "--group-by LAYERS",
            "Layers that decide communities and positions, separated by commas; with 'all' of them, similar texts do, "
            "too: {names} (default: {default})",
            values.parse_layers,
            SETTING,
            "group_by",
            _names_of("LayerName"),
            harmless=True,
        ),
        Option(
            "--pruning NAME",
            "Links by texts or concepts to keep: the heaviest of all and of each paper (strongest), the significant "
            "ones (disparity), the heaviest ones of each paper (nearest), or all (none) (default: {default})",
            default=SETTING,
            sets="pruning",
            names=_names_of("Pruning"),
            harmless=True,
        ),
        Option(
            "--alpha LEVEL",
            "Significance level of --pruning disparity, and of links by shared references with --pruning strongest, "
            "above 0 and at most 1; a lower one keeps fewer links "
            "(default: chosen from the number of links that it keeps)",
            values.parse_level,
            sets="alpha",
            harmless=True,
        ),
        Option(
            "--nearest N",
            "Number of links that --pruning nearest keeps for each paper (default: {default})",
            values.parse_whole_number,
            sets="n_nearest",
            harmless=True,
        ),
        Option(
            "--communities NAME",
            "Algorithm that finds communities of papers: {names} (default: {default})",
            default=SETTING,
            sets="communities",
            names=_names_of("CommunityAlgorithm"),
            harmless=True,
        ),
        Option(
            "--nodes NAMES",
            "Nodes of the graph, separated by commas: {names} (default: {default}); the page and the picture only show "
            "papers",
            values.parse_nodes,
            SETTING,
            "nodes",
            _names_of("NodeName"),
            harmless=True,
        ),
        Option(
            "--abstracts",
            "Also write the abstracts of papers to GraphML, GEXF, CSV and JSON",
            sets="with_abstracts",
            harmless=True,
        ),
    ),
    settings="papertrace.graph.settings:GraphSettings",
)

ENGINE = Group(
    "large inputs",
    (
        Option(
            "--engine NAME",
            f"Handle papers in this process (inline), in worker processes (processes) or on Spark (spark) (default: "
            f"inline below {MIN_FOR_PROCESSES:,} papers, for a graph below {MIN_FOR_PROCESSES_OF_GRAPHS:,}; otherwise "
            "processes)",
            sets="name",
            names=ENGINES,
        ),
        Option(
            "--workers N",
            "Number of worker processes, or of threads of Spark on this machine (default: the cores that papertrace "
            "may use)",
            values.parse_whole_number,
            sets="workers",
            harmless=True,
        ),
        Option(
            "--master URL",
            "Cluster of --engine spark, such as spark://HOST:7077 or yarn (default: Spark on this machine)",
            sets="master",
        ),
        Option(
            "--work-dir DIR",
            "Keep results in DIR, which is created if necessary: a run that was killed goes on, and one with other "
            f"options only repeats what they change (from {MIN_FOR_PROCESSES:,} papers on, or with a named engine)",
            Path,
            sets="work_dir",
        ),
    ),
    "The result does not depend on any of these.",
    "papertrace.engine.opening:EngineSettings",
)

ALLOW_NETWORK = Option(
    "--allow-network CIDR",
    "Allow requests to a private network such as 10.0.0.0/8; repeatable",
    values.parse_network,
    [],
    "allow_networks",
    repeats=True,
)


def make_cassette(modes: str) -> tuple[Option, Option]:
    """Return the options that record and replay answers; `modes` is the help on the modes of a recording."""
    return (
        Option("--cassette FILE", "Record the answers of all requests in FILE, or replay them from it", Path),
        Option("--record MODE", modes, names=("once", "new", "all", "none")),
    )


KEYS_NOTE = """\
Keys come from the environment alone, and each is sent to its own service, or to the mirror
that --registry names for it: OPENALEX_API_KEY,
SEMANTIC_SCHOLAR_API_KEY, OPENCITATIONS_ACCESS_TOKEN, HF_TOKEN. PAPERTRACE_MAILTO is an address that
services may write to; some answer more readily then."""

SERVICES = Group(
    "services",
    (
        Option("--dry-run", "Print what would be asked of each service, and ask nothing"),
        Option(
            "--services NAMES",
            "Ask only these services, separated by commas (default: {names})",
            values.parse_services,
            _list_services,
            "services",
            _list_services,
            harmless=True,
        ),
        Option(
            "--registry NAME=URL",
            "Ask the service NAME at URL, such as a mirror: crossref=https://crossref.example.edu; repeatable",
            default=[],
            repeats=True,
        ),
        Option(
            "--store FILE",
            "Keep the facts of services in FILE, or none (default: a file in the cache folder; none with --cassette)",
            Path,
            harmless=True,
        ),
        Option(
            "--max-age DAYS",
            "Use stored facts that are at most DAYS old (default: 30)",
            values.parse_days,
            sets="max_age_s",
            scale=24 * 3600.0,
            harmless=True,
        ),
        *make_cassette("How to use the cassette: once (the default), new, all or none, as for papertrace audit"),
        ALLOW_NETWORK,
        Option("--ca-bundle FILE", "Trust the certificate authorities in FILE (PEM) instead of the public ones", Path),
        Option("--report FILE", "Write all conflicts and rejected candidates to FILE, in Markdown", Path),
    ),
    settings="papertrace.enrich.settings:EnrichSettings",
)


def make_general(*, reports: bool = True) -> Group:
    """Return help, and the options that write less or more to stderr.

    `reports` is true for commands that report progress and problems, which programs may want as JSON.
    """
    as_json = Option(
        "--json", "Write progress and messages to stderr as lines of JSON, for programs", kept_as="writes_json"
    )
    return Group(
        "general",
        (
            Option("-h --help", "Show this help and exit", action=HelpAction),
            Option("--help-all", "Describe every option and exit", action=HelpAction),
            Option(
                "--config FILE",
                "Read settings from FILE, or none (default: PAPERTRACE_CONFIG, else papertrace.toml or "
                "[tool.papertrace] in pyproject.toml, here or in a folder above)",
            ),
            Option("-q --quiet", "Write only errors to stderr", either="messages", harmless=True),
            Option(
                "-v --verbose",
                "Report each listing and link on stderr; given twice, also each request and wait",
                action="count",
                default=0,
                either="messages",
                harmless=True,
            ),
            *((as_json,) if reports else ()),
            Option(
                "--color WHEN",
                "Use colours: {names} (default: auto, on terminals, unless NO_COLOR is set)",
                default=CHOICES[0],
                names=CHOICES,
            ),
        ),
    )


GENERAL = make_general()
GENERAL_WITHOUT_REPORTS = make_general(reports=False)
