"""What values share: a faster constructor for those made for every entry, and short representations."""

from collections.abc import Iterable
from dataclasses import MISSING, Field, fields
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar

from papertrace.model.addresses import web_address
from papertrace.model.text import fit_for_xml, format_count

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value")


def quick_init(cls: type[Value]) -> type[Value]:
    """Return a frozen, slotted dataclass whose `__init__` sets each slot by its descriptor, in half the time.

    The one that `dataclasses` writes calls `object.__setattr__`, which looks up the name of each field.

    >>> from dataclasses import dataclass
    >>> quick_init(dataclass(frozen=True, slots=True)(type("Tide", (), {"__annotations__": {"height_m": float}})))(1.5)
    Tide(height_m=1.5)
    """
    names: dict[str, Any] = {"MISSING": MISSING}
    positional: list[str] = []
    by_keyword: list[str] = ["*"]
    lines: list[str] = []
    for one in fields(cls):  # type: ignore[arg-type] # a dataclass
        default, value = one.default, one.name
        if one.default_factory is not MISSING:
            names[f"make_{one.name}"] = one.default_factory
            default, value = MISSING, f"make_{one.name}() if {one.name} is MISSING else {one.name}"
        names[f"set_{one.name}"] = getattr(cls, one.name).__set__
        names[f"default_{one.name}"] = default
        is_required = one.default is MISSING and one.default_factory is MISSING
        parameter = one.name if is_required else f"{one.name}=default_{one.name}"
        (by_keyword if one.kw_only else positional).append(parameter)
        lines.append(f"    set_{one.name}(self, {value})\n")
    parameters = ", ".join(["self", *positional, *(by_keyword if len(by_keyword) > 1 else [])])
    exec(f"def __init__({parameters}):\n{''.join(lines)}", names)  # noqa: S102 - as `dataclasses` does
    made = names["__init__"]
    made.__annotations__, made.__qualname__ = cls.__init__.__annotations__, cls.__init__.__qualname__
    setattr(cls, "__init__", made)  # noqa: B010 - a method, which no type checker lets be assigned
    return cls


def repr_changes(value: "DataclassInstance") -> str:
    """Return the representation of a dataclass without the fields that have their default values.

    >>> from papertrace import GraphSettings
    >>> GraphSettings(), GraphSettings(weight="cosine", n_nearest=4)
    (GraphSettings(), GraphSettings(weight='cosine'))
    """
    shown = ((field, getattr(value, field.name)) for field in fields(value) if field.repr)
    changes = (f"{field.name}={current!r}" for field, current in shown if current != _default_of(field))
    return f"{type(value).__name__}({', '.join(changes)})"


def _default_of(field: "Field[Any]") -> object:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default


MAX_ROWS = 100
"""The number of rows of a table in a notebook."""

_MAX_TITLE = 300  # characters


# A notebook that is not trusted, or shown by a web service, keeps such HTML, but strips frames and scripts.
def render_table(names: Iterable[str], rows: Iterable[Iterable[str]], n_rows: int, noun: str) -> str:
    """Return a table of some rows, with a word on how many of `n_rows` they are where it is cut."""
    head = "".join(f"<th>{name}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    rest = f"<p>{MAX_ROWS} of {format_count(n_rows, noun)}</p>" if n_rows > MAX_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def render_link(url: str, text: str) -> str:
    """Return a link that opens a page of its own, or the text alone if the URL is not one to follow."""
    if web_address(url) is None:
        return render_text(text)
    return f'<a href="{escape(url)}" rel="noopener noreferrer" target="_blank">{render_text(text)}</a>'


def render_title(text: str) -> str:
    """Return a title on one line, cut after 300 characters."""
    from papertrace.model.mathematics import show_mathematics

    line = " ".join(show_mathematics(text).split())
    return render_text(line if len(line) <= _MAX_TITLE else line[:_MAX_TITLE] + "…")


def render_prose(text: str) -> str:
    """Return a text with its formulas in plain characters."""
    from papertrace.model.mathematics import show_mathematics

    return render_text(show_mathematics(text))


def render_text(text: str) -> str:
    """Return a text that cannot change the direction of what surrounds it."""
    return f"<bdi>{escape(fit_for_xml(text))}</bdi>" if text else ""
