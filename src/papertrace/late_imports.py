"""What is made when it is first used, so that importing a module is cheap: public names of packages, and patterns.

A package lists its public names twice (PEP 562): in imports that only type checkers see, each by its own name again
(PEP 484), and in the table given to `import_on_use`.
"""

from importlib import import_module
from sys import modules as loaded

# As in `typing`, which is not imported here, since that takes as long as the rest of `papertrace --version`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping


def import_on_use(package: str, names: "Mapping[str, str]") -> "tuple[Callable[[str], object], list[str]]":
    """Return `__getattr__` and `__all__` for a package that imports its public names when they are first used.

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

    return get_public_name, sorted(homes)


class _LatePattern:
    """A regular expression that is not compiled until its first attribute is wanted, then stands for the compiled one.

    Half of the time that modules take to load is that of their patterns, of which a run needs two in five.
    """

    def __init__(self, source: str, flags: int) -> None:
        self._given = source, flags

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # as of copies, which are made without `__init__`
            raise AttributeError(name)
        import re

        compiled = re.compile(*self._given)
        for public in ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn", "pattern"):
            setattr(self, public, getattr(compiled, public))
        return getattr(compiled, name)

    def __reduce__(self) -> "tuple[Callable[[str, int], re.Pattern[str]], tuple[str, int]]":
        return compile_on_use, self._given


def compile_on_use(source: str, flags: int = 0) -> "re.Pattern[str]":
    r"""Return a regular expression that is compiled when it is first used, for patterns that few runs need.

    Its methods are those of a compiled one, but functions of `re` do not take it.

    >>> compile_on_use(r"\d+").findall("1 walrus, 22 tusks")
    ['1', '22']
    """
    pattern: re.Pattern[str] = _LatePattern(source, flags)  # type: ignore[assignment]
    return pattern
