"""Short representations of values for interactive use."""

from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


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
