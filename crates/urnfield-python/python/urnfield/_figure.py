"""Pictures and their data."""

from __future__ import annotations

import io
import json
from typing import Any

from . import _core

__all__ = ["Figure", "figure"]


class Figure:
    """A picture and its data."""

    def __init__(self, svg: str, csv: str, data: str) -> None:
        self._svg = svg
        self._csv = csv
        self._json = data

    def to_svg(self) -> str:
        """The picture."""
        return self._svg

    def to_csv(self) -> str:
        """Its data, with 30 certain digits."""
        return self._csv

    def to_dict(self) -> dict[str, Any]:
        """The shell's JSON of the picture: title, axes, series."""
        values: dict[str, Any] = json.loads(self._json)
        return values

    def save(self, path: str) -> None:
        """Writes the picture (``.svg``) or the data (``.csv``)."""
        text = self._csv if str(path).endswith(".csv") else self._svg
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)

    def to_pandas(self) -> Any:
        """The data as a pandas frame of floats."""
        import pandas

        return pandas.read_csv(io.StringIO(self._csv))

    def to_polars(self) -> Any:
        """The data as a Polars frame of floats."""
        import polars

        return polars.read_csv(io.StringIO(self._csv), infer_schema_length=None)

    def _repr_html_(self) -> str:
        return self._svg

    def __repr__(self) -> str:
        head, *rows = self._csv.splitlines()
        return f"<figure of {len(rows)} points: {head}>"


def figure(name: str, **options: object) -> Figure:
    """The paper's figures and ours, drawn from certified numbers: ``urnfield figure``.

    >>> import urnfield as urn
    >>> urn.figure("pmf", urns=365, balls=23).to_svg()[:4]
    '<svg'
    """
    return Figure(*_core.figure(name, list(options.items())))
