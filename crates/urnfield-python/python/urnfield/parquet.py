"""Parquet's Bloom filters: what those in files hold, and what to ask a writer for."""

from __future__ import annotations

from os import PathLike, fspath

from . import _core
from ._answer import Answer, Answers
from ._questions import Number, _ask

__all__ = ["Audit", "audit", "plan"]


class Audit(Answers):
    """An answer for every filter of a file."""

    _columns = ("row_group", "column", "type", "values", "blocks", "fill", "fpr_given_bits", "distinct_estimate", "distinct_interval_lo", "distinct_interval_hi", "ask_writer_for")


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
