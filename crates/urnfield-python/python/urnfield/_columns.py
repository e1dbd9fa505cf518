"""Columns by name: of a mapping, or of a frame of any library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import DomainError

__all__ = ["Source", "is_column", "named"]

#: A list, an array or a series; or a table and the name of its column.
Source = tuple[Any, str | None]


def is_column(value: Any) -> bool:
    """Whether it is several values, and not one."""
    return not isinstance(value, str) and hasattr(value, "__iter__") and getattr(value, "ndim", 1) > 0


def named(given: Any, what: str, usage: str) -> dict[str, Source]:
    """Columns by their titles. `what` they are and their `usage` are for the sentence that refuses anything else."""
    columns = _columns(given)
    if columns is None:
        raise TypeError(f"{what} are named: {usage}, or a frame whose columns are the {what}, got {type(given).__name__}")
    found: dict[str, Source] = {}
    for name, source in columns:
        title = str(name)
        if title in found:
            raise DomainError(f"{what} have different names, got {title!r} twice; rename one")
        found[title] = source
    return found


def _columns(given: Any) -> Iterable[tuple[Any, Source]] | None:
    if isinstance(given, Mapping):
        return [(name, (column, None)) for name, column in given.items()]
    if hasattr(given, "read_all"):  # A reader gives its rows once, and there are several columns.
        return _columns(given.read_all())
    if hasattr(given, "iloc") and hasattr(given, "columns"):
        return [(name, (given.iloc[:, i], None)) for i, name in enumerate(given.columns)]
    if hasattr(given, "get_columns"):
        return [(column.name, (column, None)) for column in given.get_columns()]
    if hasattr(given, "column_names") and hasattr(given, "column"):
        return [(name, (given.column(i), None)) for i, name in enumerate(given.column_names)]
    if hasattr(given, "collect_schema"):
        raise TypeError("a lazy frame has no rows yet; collect it first")
    fields = getattr(getattr(given, "dtype", None), "names", None)
    if fields:
        return [(name, (given[name], None)) for name in fields]
    if hasattr(given, "__arrow_c_stream__"):
        names = _names(given)
        return None if names is None else [(name, (given, name)) for name in names]
    return None


def _names(given: Any) -> list[str] | None:
    """What the columns of a query are called."""
    columns = getattr(given, "columns", None)
    if columns is None and callable(getattr(given, "schema", None)):
        columns = getattr(given.schema(), "names", None)
    return None if columns is None or callable(columns) else [str(name) for name in columns]
