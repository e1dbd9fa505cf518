"""Capture histories: rows of noughts and ones as people have them, as the text that the library reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import DomainError

__all__ = ["written"]

_RULE = "a history is noughts and ones, one an occasion"


def written(given: Any) -> str:
    """Rows, an animal each, or a frame with an occasion in each column, as text; text stays as it is."""
    if isinstance(given, str):
        return given
    if isinstance(given, (bytes, bytearray)) or not _has_rows(given):
        raise TypeError(f"histories are rows of noughts and ones, a frame, an array or the text of a table, got {type(given).__name__}")
    rows = list(_rows(given))
    heads = rows[:1] if rows and _is_head(rows[0]) else []
    lines = [",".join(_quoted(cell) for cell in head) for head in heads]
    return "\n".join(lines + [_line(row, number) for number, row in enumerate(rows[len(heads) :], 1)])


def _has_rows(given: Any) -> bool:
    if hasattr(given, "collect_schema") and not hasattr(given, "get_columns"):
        raise TypeError("a lazy frame has no rows yet; collect it first")
    return any(hasattr(given, name) for name in ("__iter__", "column_names", "fetchall"))


def _rows(given: Any) -> Iterable[Any]:
    if isinstance(given, Mapping):
        return _across(given.values())
    if hasattr(given, "iloc") and hasattr(given, "columns"):
        return _across(given.iloc[:, i] for i in range(len(given.columns)))
    if hasattr(given, "get_columns"):
        return _across(given.get_columns())
    if hasattr(given, "column_names") and hasattr(given, "column"):
        return _across(given.column(i) for i in range(len(given.column_names)))
    if hasattr(given, "fetchall"):
        rows: list[Any] = given.fetchall()
        return rows
    return _values(given)


def _across(columns: Iterable[Any]) -> Iterable[Any]:
    """The rows of columns."""
    values = [_values(column) for column in columns]
    lengths = {len(column) for column in values}
    if len(lengths) > 1:
        raise DomainError(f"every occasion has as many animals, got columns of {min(lengths)} and {max(lengths)} rows")
    return zip(*values, strict=True)


def _values(column: Any) -> list[Any]:
    """The rows of one column, as Python's own objects."""
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            values: list[Any] = getattr(column, name)()
            return values
    return list(column)


def _is_head(row: Any) -> bool:
    """Whether a first row names the occasions."""
    return isinstance(row, (list, tuple)) and len(row) > 1 and all(isinstance(cell, str) and cell not in ("0", "1") for cell in row)


def _quoted(text: str) -> str:
    """A field of a table that may have anything in it."""
    return '"' + text.replace('"', "'").replace("\n", " ").replace("\r", " ") + '"'


def _line(row: Any, number: int) -> str:
    if isinstance(row, str):
        return row
    if not hasattr(row, "__iter__"):
        raise DomainError(f"{_RULE}, got {row!r} in row {number}")
    cells = _values(row)
    if len(cells) == 1 and isinstance(cells[0], str):
        return cells[0]
    return ",".join(_cell(cell, number, place) for place, cell in enumerate(cells, 1))


def _cell(cell: Any, row: int, place: int) -> str:
    """0 or 1; text in the first place is the animal's name."""
    if isinstance(cell, str):
        if cell in ("0", "1"):
            return cell
        if place == 1:
            return _quoted(cell)
    else:
        try:
            if cell == 0 or cell == 1:
                return str(int(cell))
        except (TypeError, ValueError):  # pandas' NA has no answer, and an array has several.
            pass
    missing = cell is None or type(cell).__name__ in ("NAType", "NaTType", "MaskedConstant") or cell != cell
    advice = "; an animal's name is text" if place == 1 and not missing else ""
    raise DomainError(f"{_RULE}, got {'a missing value' if missing else repr(cell)} in row {row}, column {place}{advice}")
