"""Lists of names: what they share, and which sets one of them is rich in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _core
from ._answer import Answer
from ._questions import Number

__all__ = ["Overlap", "enrich", "overlap"]


class Overlap(Answer):
    """What lists share, with a picture."""

    _columns = ("sets", "observed", "exclusive", "expected", "fold", "odds_ratio", "p", "holm", "bh")

    def __init__(self, data: str, text: str, picture: str, remarks: Iterable[str] = ()) -> None:
        super().__init__(data, text, "rows")
        self._picture = picture
        self.remarks = list(remarks)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._json, self._text, self._picture, self.remarks)

    def to_svg(self) -> str:
        """The picture: which lists, how many names, how surprising."""
        return self._picture

    def _repr_html_(self) -> str:
        return self._picture + super()._repr_html_()


def _wished(**given: object) -> dict[str, object]:
    """What is wished of lists, with everything that is not; numbers go as text."""
    wished: dict[str, object] = dict.fromkeys(("degree", "sort", "alternative", "confidence", "style", "digits"))
    flags = ("restrict", "given", "ignore_case", "trim", "unquote", "drop_version", "exclusive", "log_scale")
    wished.update(dict.fromkeys(flags, False), **given)
    for name in ("degree", "confidence"):
        wished[name] = None if wished[name] is None else str(wished[name])
    return wished


def enrich(
    names: Iterable[object],
    sets: Mapping[str, Iterable[object]],
    *,
    population: Number | None = None,
    universe: Iterable[object] | None = None,
    title: str = "list",
    restrict: bool = False,
    alternative: str | None = None,
    confidence: Number | None = None,
    ignore_case: bool = False,
    trim: bool = False,
    unquote: bool = False,
    drop_version: bool = False,
    top: int = 25,
    digits: int | None = None,
) -> Answer:
    """One list against many named sets, with p-values adjusted for all of them: ``urnfield enrich``.

    >>> import urnfield as urn
    >>> sets = {"repair": ["TP53", "BRCA1", "ATM"], "growth": ["EGF", "FGF2"]}
    >>> found = urn.enrich(["TP53", "ATM", "MYC"], sets, population=20_000)
    >>> found.rows()[0]["set"]
    'repair'
    """
    if not isinstance(sets, Mapping):
        raise TypeError('sets are named: enrich(names, {"repair": [...], "growth": [...]}, population=...)')
    lines = []
    for name, members in sets.items():
        words = [str(name), "", *(str(member) for member in members)]
        if any("\t" in word or "\n" in word for word in words):
            raise ValueError(f"a name has no tab and no line end in it, got one in the set {name!r}")
        lines.append("\t".join(words).encode() + b"\n")
    wished = _wished(
        restrict=restrict,
        alternative=alternative,
        confidence=confidence,
        ignore_case=ignore_case,
        trim=trim,
        unquote=unquote,
        drop_version=drop_version,
        digits=digits,
    )
    return Answer(*_core.enrich(title, names, lines, population, universe, top, wished), "rows")


def overlap(
    lists: Mapping[str, Iterable[object]] | None = None,
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
    ignore_case: bool = False,
    trim: bool = False,
    unquote: bool = False,
    drop_version: bool = False,
    style: str | None = None,
    exclusive: bool = False,
    log_scale: bool = False,
    digits: int | None = None,
) -> Overlap:
    """What named lists share, and how surprising that is: ``urnfield overlap``, with its options.

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
        ignore_case=ignore_case,
        trim=trim,
        unquote=unquote,
        drop_version=drop_version,
        style=style,
        exclusive=exclusive,
        log_scale=log_scale,
        digits=digits,
    )
    if lists is None:
        if population is None or observed is None:
            raise TypeError("lists of which only the sizes are known need population=, sizes= and observed=")
        return Overlap(*_core.overlap_of_sizes(population, list(sizes or []), observed, wished))
    if not isinstance(lists, Mapping):
        raise TypeError('lists are named: overlap({"heart": [...], "lung": [...]}, population=...)')
    titles = [str(name) for name in lists]
    return Overlap(*_core.overlap(titles, list(lists.values()), population, universe, wished))
