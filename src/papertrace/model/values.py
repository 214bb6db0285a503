"""What values share: a faster constructor for those made for every entry, and short representations."""

from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any, TypeVar

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
