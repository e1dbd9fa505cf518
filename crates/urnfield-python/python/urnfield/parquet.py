"""Parquet's Bloom filters: what those in files hold, and what to ask a writer for."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any

from . import _core
from ._answer import Answer, _html_table
from ._questions import Number, _ask

__all__ = ["Audit", "audit", "plan"]


#: What Jupyter shows of each filter; `Audit.rows` has it all.
_COLUMNS = ("row_group", "column", "type", "values", "blocks", "fill", "fpr_given_bits", "distinct_estimate", "distinct_interval_lo", "distinct_interval_hi", "ask_writer_for")


class Audit(list[Answer]):
    """An answer for every filter of a file."""

    def rows(self) -> list[dict[str, Any]]:
        """A row for every filter."""
        return [row for answer in self for row in answer.rows()]

    def to_dict(self) -> list[dict[str, Any]]:
        """The shell's JSON of each."""
        return [answer.to_dict() for answer in self]

    def to_pandas(self) -> Any:
        """A pandas frame with a row for every filter."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> Any:
        """A Polars frame with a row for every filter."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None)

    def __repr__(self) -> str:
        return "\n\n".join(str(answer) for answer in self)

    def _repr_html_(self) -> str:
        return _html_table(self.rows(), _COLUMNS)


def audit(path: str | PathLike[str], *, confidence: Number | None = None, digits: int | None = None) -> Audit:
    """What the Bloom filters of a Parquet file hold, and the rate each really has: ``urnfield parquet audit``."""
    return Audit(Answer(data, text) for data, text in _core.audit(fspath(path), confidence, digits))


def plan(
    *,
    items: Number | None = None,
    fpr: Number | None = None,
    bits: Number | None = None,
    confidence: Number | None = None,
    no_per_filter: bool = False,
    digits: int | None = None,
) -> Answer:
    """What to ask a Parquet writer for so that it keeps this rate: ``urnfield parquet plan``.

    >>> import urnfield as urn
    >>> urn.parquet.plan(items=1_148_517, fpr="0.1%")["plans"][0]["writer"]["keeps_promise"]
    False
    """
    return _ask("parquet plan", locals(), "plans")
