"""The table of services, `services.toml`: how each is asked, how fast, and where its answers have the works."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# `importlib.resources` is slow to import, and the help of commands names the services.
_FILE = Path(__file__).with_name("services.toml")

SERVICES: Mapping[str, Mapping[str, Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
"""The rows by name, in the order in which services are named and asked."""

ALL_SERVICES = tuple(SERVICES)
"""The names of the services."""
