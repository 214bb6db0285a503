"""The commands of the program."""

from importlib import import_module

from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from papertrace.cli.options import Command

COMMANDS = {
    "build": "Map the papers of listings as a page, a picture and a graph",
    "extract": "Extract papers, their links and their concepts as JSON Lines",
    "enrich": "Add what services know about papers: reference lists, identifiers, venues",
    "suggest": "Suggest works that a list lacks: those that its papers cite, or that cite them",
    "site": "Write a list as a site: map, table, health of links, what changed, feed",
    "review": "Say what a change adds to a list, as a comment for its pull request",
    "graph": "Build the graph of extracted papers",
    "describe": "Write tables and pictures of a bibliometric study: years, authors, venues, references",
    "network": "Build a network of authors, institutions, countries, venues, keywords or concepts",
    "explain": "Show why two papers are linked or not",
    "audit": "Check links and report which are dead, moved or archived",
    "sample": "Write the bundled sample listing",
    "formats": "List the formats that are read and written",
    "config": "Show the settings that hold and where they come from",
    "completion": "Write a script that completes commands and options in a shell",
}
"""The commands and what each does; its row is in the table `COMMANDS` of a module in this package."""

CONFIGURABLE = tuple(name for name in COMMANDS if name not in {"config", "completion"})
"""The commands that have a table in a settings file."""

_MODULES = {
    "graphs": ("build", "graph", "network", "site"),
    "papers": ("extract", "enrich", "suggest", "describe", "explain", "review"),
    "audit": ("audit",),
    "about": ("formats", "config", "completion", "sample"),
}


def load_command(name: str) -> "Command":
    """Import the module of a command and return its row."""
    module = next(module for module, names in _MODULES.items() if name in names)
    row: Command = import_module(f"papertrace.cli.commands.{module}").COMMANDS[name]
    return row
