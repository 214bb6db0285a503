"""Public names of packages that are imported when they are first used (PEP 562), so that importing a package is cheap.

A package lists its names twice: in an import that only type checkers see, and in the table given to `import_on_use`.
"""

from importlib import import_module
from sys import modules as loaded

# As in `typing`, which is not imported here, since that takes as long as the rest of `papertrace --version`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def import_on_use(package: str, names: "Mapping[str, str]") -> "Callable[[str], object]":
    """Return a `__getattr__` for a package that imports its public names when they are first used.

    Parameters
    ----------
    package
        The name of the package.
    names
        The public names that each module defines, separated by spaces.
    """
    homes = {name: module for module, public in names.items() for name in public.split()}

    def get_public_name(name: str) -> object:
        if name not in homes:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        value = getattr(import_module(homes[name]), name)
        setattr(loaded[package], name, value)
        return value

    return get_public_name
