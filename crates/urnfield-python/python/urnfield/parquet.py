"""Parquet's Bloom filters: what those in files hold, and what to ask a writer for."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from os import PathLike, fspath
from typing import Any

from . import _core
from ._answer import Answer, Answers
from ._errors import UrnfieldWarning
from ._questions import Number, _ask

__all__ = ["Audit", "audit", "plan"]


class Audit(Answers):
    """An answer for every filter of the files.

    ``summary`` has a row for each column, and ``notes`` says what was left out.
    """

    _columns = ("created_by", "row_group", "column", "type", "values", "blocks", "fill", "fpr_given_bits", "distinct_estimate", "distinct_interval_lo", "distinct_interval_hi", "cap_capped", "ask_writer_for")

    #: A row for each column that has filters: ``summary.rows()``, ``summary.to_pandas()``.
    summary: Answer
    #: Files without filters, files that cannot be read, and what else is in folders.
    notes: list[str]

    def __init__(self, answers: Iterable[Answer], summary: Answer, notes: list[str]) -> None:
        super().__init__(answers)
        self.summary, self.notes = summary, notes

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (list(self), self.summary, self.notes)


def audit(
    path: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    confidence: Number | None = None,
    digits: int | None = None,
) -> Audit:
    """What the Bloom filters of Parquet files hold, and the rate each really has: ``urnfield parquet audit``.

    ``path`` is a file, a folder, or several of them. One file that cannot be read is an error; among others it
    is an `UrnfieldWarning`.
    """
    paths = [fspath(path)] if isinstance(path, (str, PathLike)) else [fspath(one) for one in path]
    answers, summary, notes = _core.audit(paths, confidence, digits)
    for note in notes:
        warnings.warn(note, UrnfieldWarning, stacklevel=2)
    data, text = summary
    return Audit((Answer(data, text) for data, text in answers), Answer(data, text, "summary"), notes)


def plan(
    *,
    items: Number | None = None,
    fpr: Number | None = None,
    bits: Number | None = None,
    confidence: Number | None = None,
    no_per_filter: bool = False,
    digits: int | None = None,
) -> Answer:
    """The options of each Parquet writer that keep this rate: ``urnfield parquet plan``.

    ``items`` is the number of distinct values in a column chunk. ``["plans"][0]["writers"]`` has for each writer
    the filter that it makes when it is asked for this rate, the options that keep it, and what results.

    >>> import urnfield as urn
    >>> urn.parquet.plan(items=1_148_517, fpr="0.1%")["plans"][0]["writer"]["keeps_promise"]
    False
    """
    return _ask("parquet plan", locals(), "plans")
