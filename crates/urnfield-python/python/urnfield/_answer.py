"""What the shell would say, as an object."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ._core import Certified

__all__ = ["Answer", "Answers"]


def _read(value: Any, name: str = "") -> Any:
    """JSON as Python reads it best: a number between two ends is a Certified, an interval has two of them."""
    if isinstance(value, dict):
        lo, hi = value.get("lo"), value.get("hi")
        if isinstance(lo, str) and isinstance(hi, str) and not name.endswith("interval"):
            number = Certified(value["exact"]) if "exact" in value else Certified(lo, hi)
            rest = {name: _read(one, name) for name, one in value.items() if name not in ("lo", "hi", "exact")}
            return {**rest, "value": number} if rest else number
        return {of: _read(one, f"{name} {of}" if name.endswith("interval") else of) for of, one in value.items()}
    if isinstance(value, list):
        return [_read(one) for one in value]
    if isinstance(value, str) and (name == "odds_ratio" or name.endswith(("interval lo", "interval hi"))):
        return math.inf if value == "infinity" else Certified(value)
    return value


class Answer(Mapping[str, Any]):
    """What the shell would say: a mapping with its JSON's names, whose certified numbers are `Certified`.

    ``print(answer)`` shows the shell's text, ``answer.to_dict()`` is its JSON.

    >>> import urnfield as urn
    >>> answer = urn.birthday(urns=365, balls=23)
    >>> answer["collision"]
    Certified(0.507297234323985)
    >>> print(answer)
    urns       365
    balls      23
    collision  0.5072972
    """

    #: What of a row Jupyter shows; everything where nothing is named. `rows` has it all.
    _columns: tuple[str, ...] = ()

    def __init__(self, data: str, text: str, table: str | None = None) -> None:
        self._json = data
        self._text = text
        self._table = table
        self._values: dict[str, Any] = json.loads(data)

    def __getitem__(self, name: str) -> Any:
        return _read(self._values[name], name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"an answer has {', '.join(self)}, got {name}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def __str__(self) -> str:
        return self._text.rstrip("\n")

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._text, self._table)

    def to_dict(self) -> dict[str, Any]:
        """The shell's JSON."""
        values: dict[str, Any] = json.loads(self._json)
        return values

    def to_json(self) -> str:
        """The shell's JSON as text, to the byte."""
        return self._json

    def rows(self) -> list[dict[str, Any]]:
        """Rows for a table: those of the answer's own table, else one; certified numbers are floats."""
        values = self._values.get(self._table) if self._table else None
        rows = values if isinstance(values, list) else [self._values]
        return [_plain_row(row) for row in rows]

    def to_pandas(self) -> Any:
        """The rows as a pandas frame."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a Polars frame."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None)

    def _repr_html_(self) -> str:
        if self._table and isinstance(self._values.get(self._table), list):
            return _html_table(self.rows(), self._columns)
        lines = (f"<tr><th>{escape(name)}</th>{_html_cell(_shown(_read(value, name)))}</tr>" for name, value in self._values.items())
        return f"<table>{''.join(lines)}</table>"


class Answers(list[Answer]):
    """An answer for every row of a column."""

    #: What of a row Jupyter shows; everything where nothing is named. `rows` has it all.
    _columns: tuple[str, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        """The rows of all answers."""
        return [row for answer in self for row in answer.rows()]

    def to_dict(self) -> list[dict[str, Any]]:
        """The shell's JSON of each."""
        return [answer.to_dict() for answer in self]

    def to_pandas(self) -> Any:
        """The rows as a pandas frame."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a Polars frame."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None)

    def __repr__(self) -> str:
        return "\n\n".join(str(answer) for answer in self)

    def _repr_html_(self) -> str:
        return _html_table(self.rows(), self._columns)


def _plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Cells of a table. What has parts has a cell for each: an interval two, ``…_lo`` and ``…_hi``."""
    return {of: _plain(cell) for name, value in row.items() for of, cell in _cells(name, _read(value, name))}


def _cells(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        return  # rows of their own
    if not isinstance(value, dict):
        yield name, value
        return
    for part, one in value.items():
        yield from _cells(name if part == "value" else f"{name}_{part}", one)


def _plain(value: Any) -> Any:
    """A cell of a table."""
    if isinstance(value, Certified):
        return float(value)
    if isinstance(value, list):
        return " & ".join(str(one) for one in value)
    return value


def _shown(value: Any) -> str:
    if isinstance(value, Certified):
        return value.digits(7)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(_shown(one) for one in value)
    return "" if value is None else str(value)


def _html_table(rows: list[dict[str, Any]], only: tuple[str, ...] = ()) -> str:
    names = [name for name in only or (rows[0] if rows else ()) if any(name in row for row in rows)]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(_html_cell(_cell(row.get(name))) for name in names) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _html_cell(text: str) -> str:
    """A number stays on its line; what is long is cut, and shown whole under the pointer."""
    if len(text) > 80:
        return f'<td title="{escape(text)}">{escape(text[:77])}…</td>'
    return f'<td style="white-space: nowrap">{escape(text)}</td>'


def _cell(value: Any) -> str:
    return f"{value:.7g}" if isinstance(value, float) else ("" if value is None else str(value))
