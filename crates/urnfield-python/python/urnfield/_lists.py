"""Lists of names: what they share, and which sets one of them is rich in."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, TypeVar

from . import _core
from ._answer import Answer
from ._columns import named
from ._errors import DomainError, UrnfieldWarning
from ._questions import Number

__all__ = ["Enrichment", "Overlap", "enrich", "overlap"]

#: What was said about names: doubts, and remarks.
Said = tuple[list[str], list[str]]

_STYLE = "border-left: 4px solid #d97706; padding-left: 0.6em; margin: 0.4em 0; text-align: left"


class _OfNames(Answer):
    """An answer about names. Its notes say what may be wrong with them."""

    def __init__(self, data: str, text: str, said: Said) -> None:
        super().__init__(data, text, "rows")
        self.notes, self.remarks = (list(sentences) for sentences in said)

    def __getitem__(self, name: str) -> Any:
        return [*self.notes, *self.remarks] if name == "notes" else super().__getitem__(name)

    def __repr__(self) -> str:
        text = str(self)
        return "\n\n".join([text, "\n".join(f"note: {note}" for note in self.notes)]) if self.notes else text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._text, (self.notes, self.remarks))

    def to_pandas(self) -> Any:
        """The rows as a pandas frame, with notes and remarks in its ``attrs``."""
        frame = super().to_pandas()
        frame.attrs.update(notes=list(self.notes), remarks=list(self.remarks))
        return frame

    def _repr_html_(self) -> str:
        notes = (f'<div style="{_STYLE}">{escape(note)}</div>' for note in self.notes)
        return "".join(notes) + self._body()

    def _body(self) -> str:
        return super()._repr_html_()


class Enrichment(_OfNames):
    """Which sets a list is rich in. `notes` are doubts about the names, `remarks` what else was noticed."""


class Overlap(_OfNames):
    """What lists share, with a picture. `notes` are doubts about the names, `remarks` what else was noticed."""

    _columns = ("sets", "observed", "exclusive", "expected", "fold", "odds_ratio", "p", "holm", "bh")

    def __init__(self, data: str, text: str, picture: str, said: Said) -> None:
        super().__init__(data, text, said)
        self._picture = picture

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._text, self._picture, (self.notes, self.remarks))

    def to_svg(self) -> str:
        """The picture: which lists, how many names, how surprising."""
        return self._picture

    def _body(self) -> str:
        return self._picture + super()._body()


def _wished(**given: object) -> dict[str, object]:
    """What is wished of lists, with everything that is not; numbers go as text."""
    wished: dict[str, object] = dict.fromkeys(("degree", "sort", "alternative", "confidence", "style", "digits"))
    flags = ("restrict", "given", "header", "universe_header", "ignore_case", "trim", "unquote", "drop_version", "drop_missing", "exclusive", "log_scale")
    wished.update(dict.fromkeys(flags, False), **given)
    for name in ("degree", "confidence"):
        wished[name] = None if wished[name] is None else str(wished[name])
    return wished


_Told = TypeVar("_Told", bound=_OfNames)


def _told(answer: _Told) -> _Told:
    """Warns the caller of `overlap` or `enrich` of what may be wrong with the names."""
    for note in answer.notes:
        warnings.warn(note, UrnfieldWarning, stacklevel=3)
    return answer


def enrich(
    names: Iterable[object],
    sets: Mapping[Any, Iterable[object]] | Any,
    *,
    population: Number | None = None,
    universe: Iterable[object] | None = None,
    title: str = "list",
    restrict: bool = False,
    alternative: str | None = None,
    confidence: Number | None = None,
    header: bool = False,
    universe_header: bool = False,
    ignore_case: bool = False,
    trim: bool = False,
    unquote: bool = False,
    drop_version: bool = False,
    drop_missing: bool = False,
    top: int = 25,
    digits: int | None = None,
) -> Enrichment:
    """One list against many named sets, with p-values adjusted for all of them: ``urnfield enrich``.

    Names are a list, a set, an array or a column; sets are a mapping, or a frame whose columns they are. A missing
    value (None, NaN, NA, null) is no name, and a float that is a whole number is that integer. What may be wrong
    with names is issued as `UrnfieldWarning`, and is in ``notes``.

    >>> import urnfield as urn
    >>> sets = {"repair": ["TP53", "BRCA1", "ATM"], "growth": ["EGF", "FGF2"]}
    >>> found = urn.enrich(["TP53", "ATM", "MYC"], sets, population=20_000)
    >>> found.rows()[0]["set"]
    'repair'
    """
    columns = named(sets, "sets", 'enrich(names, {"repair": [...], "growth": [...]}, population=...)')
    for name in columns:
        if "\t" in name or "\n" in name:
            raise ValueError(f"the name of a set has no tab and no line end in it, got {name!r}")
    wished = _wished(
        restrict=restrict,
        alternative=alternative,
        confidence=confidence,
        header=header,
        universe_header=universe_header,
        ignore_case=ignore_case,
        trim=trim,
        unquote=unquote,
        drop_version=drop_version,
        drop_missing=drop_missing,
        digits=digits,
    )
    among = None if universe is None else (universe, None)
    return _told(Enrichment(*_core.enrich(title, (names, None), list(columns.items()), population, among, top, wished)))


def overlap(
    lists: Mapping[Any, Iterable[object]] | Any = None,
    *,
    population: Number | None = None,
    universe: Iterable[object] | None = None,
    restrict: bool = False,
    sizes: Iterable[int] | None = None,
    observed: Number | None = None,
    degree: str | int | None = None,
    sort: str | None = None,
    alternative: str | None = None,
    confidence: Number | None = None,
    given: bool = False,
    header: bool = False,
    universe_header: bool = False,
    ignore_case: bool = False,
    trim: bool = False,
    unquote: bool = False,
    drop_version: bool = False,
    drop_missing: bool = False,
    style: str | None = None,
    exclusive: bool = False,
    log_scale: bool = False,
    digits: int | None = None,
) -> Overlap:
    """What named lists share, and how surprising that is: ``urnfield overlap``, with its options.

    Lists are a mapping, or a frame whose columns they are; each is a list, a set, an array or a column. A missing
    value (None, NaN, NA, null) is no name, and a float that is a whole number is that integer. What may be wrong
    with names is issued as `UrnfieldWarning`, and is in ``notes``.

    The lists are drawn from a `population` of so many names, or from a `universe` of known ones; of lists of
    which only the `sizes` are known, `observed` is what all share. `style`, `exclusive` and `log_scale` are for the picture.

    >>> import urnfield as urn
    >>> found = urn.overlap({"heart": ["a", "b", "c"], "lung": ["b", "c", "d"]}, population=20)
    >>> found.rows()[0]["observed"]
    2
    >>> urn.overlap(population=20_000, sizes=[300, 500], observed=15).rows()[0]["degree"]
    2
    """
    wished = _wished(
        restrict=restrict,
        degree=degree,
        sort=sort,
        alternative=alternative,
        confidence=confidence,
        given=given,
        header=header,
        universe_header=universe_header,
        ignore_case=ignore_case,
        trim=trim,
        unquote=unquote,
        drop_version=drop_version,
        drop_missing=drop_missing,
        style=style,
        exclusive=exclusive,
        log_scale=log_scale,
        digits=digits,
    )
    if lists is None:
        if population is None or sizes is None or observed is None:
            raise TypeError("lists of which only the sizes are known need population=, sizes= and observed=")
        return Overlap(*_core.overlap_of_sizes(population, sizes, observed, wished))
    columns = named(lists, "lists", 'overlap({"heart": [...], "lung": [...]}, population=...)')
    if len(columns) < 2:
        raise DomainError(f"an overlap needs two lists or more, got {len(columns)}; add lists, or give sizes= with observed=")
    among = None if universe is None else (universe, None)
    return _told(Overlap(*_core.overlap(list(columns), list(columns.values()), population, among, wished)))
