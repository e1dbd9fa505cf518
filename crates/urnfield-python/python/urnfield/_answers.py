"""Everything the shell is asked, as objects: the same words, the same JSON, to the byte."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from html import escape
from typing import Any, Union

from . import _core
from ._core import Certified, Filter

Number = Union[int, str, float, Fraction, Decimal]

__all__ = [
    "Answer",
    "Figure",
    "Overlap",
    "birthday",
    "compare",
    "critical",
    "enrich",
    "estimate_balls",
    "estimate_committees",
    "estimate_population",
    "figure",
    "info",
    "law",
    "overlap",
    "peak",
    "plans",
    "power",
    "rate",
]


def _typed(value: object) -> str:
    """A value as it is typed in a shell."""
    if isinstance(value, (list, tuple)):
        return ",".join(_typed(one) for one in value)
    return str(value)


def _options(given: Mapping[str, object]) -> list[tuple[str, str]]:
    """Names and values; what is None or False is not typed, and a set of values is typed one by one."""
    options: list[tuple[str, str]] = []
    for name, value in given.items():
        if value is None or value is False:
            continue
        if value is True:
            options.append((name, ""))
        elif isinstance(value, _Each):
            options.extend((name, _typed(one)) for one in value.values)
        else:
            options.append((name, _typed(value)))
    return options


class _Each:
    """An option that is typed once for every value."""

    def __init__(self, values: Iterable[object]) -> None:
        self.values = list(values)


def _department(given: object) -> str:
    """Committees as the shell writes them: 3x500+2x80."""
    if isinstance(given, str):
        return given
    parts = []
    for one in given:  # type: ignore[attr-defined]
        count, size = one if isinstance(one, tuple) else (1, one)
        parts.append(f"{count}x{size}")
    return "+".join(parts)


def _read(value: Any) -> Any:
    """JSON as Python reads it best: two ends are a Certified."""
    if isinstance(value, dict):
        lo, hi = value.get("lo"), value.get("hi")
        if isinstance(lo, str) and isinstance(hi, str):
            number = Certified(value["exact"]) if "exact" in value else Certified(lo, hi)
            rest = {name: _read(one) for name, one in value.items() if name not in ("lo", "hi", "exact")}
            return {**rest, "value": number} if rest else number
        return {name: _read(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_read(one) for one in value]
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

    def __init__(self, data: str, text: str, table: str | None = None) -> None:
        self._json = data
        self._text = text
        self._table = table
        self._values: dict[str, Any] = json.loads(data)

    def __getitem__(self, name: str) -> Any:
        return _read(self._values[name])

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
        return [{name: _plain(_read(value)) for name, value in row.items()} for row in rows]

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
            return _html_table(self.rows())
        lines = (f"<tr><th>{escape(name)}</th><td>{escape(_shown(_read(value)))}</td></tr>" for name, value in self._values.items())
        return f"<table>{''.join(lines)}</table>"


def _plain(value: Any) -> Any:
    """A cell of a table."""
    if isinstance(value, Certified):
        return float(value)
    if isinstance(value, list):
        return " & ".join(str(one) for one in value)
    if isinstance(value, dict):
        return json.dumps(value, default=str)
    return value


def _shown(value: Any) -> str:
    if isinstance(value, Certified):
        return value.digits(7)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(_shown(one) for one in value)
    return "" if value is None else str(value)


def _html_table(rows: list[dict[str, Any]]) -> str:
    names = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(row.get(name)))}</td>" for name in names) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    return f"{value:.7g}" if isinstance(value, float) else ("" if value is None else str(value))


def _ask(question: str, given: Mapping[str, object], digits: int | None, table: str | None = None) -> Answer:
    data, text = _core.ask(question, _options(given), digits)
    return Answer(data, text, table)


def plans(
    *,
    items: Number | None = None,
    fpr: Number | None = None,
    bits: Number | None = None,
    hashes: int | None = None,
    max_hashes: int | None = None,
    kind: str | None = None,
    confidence: Number | None = None,
    digits: int | None = None,
) -> Answer:
    """The smallest filter of each kind beside the textbook's, as ``urnfield plan`` says it."""
    given = {"items": items, "fpr": fpr, "bits": bits, "hashes": hashes, "max_hashes": max_hashes, "kind": kind, "confidence": confidence}
    return _ask("plan", given, digits)


def rate(
    *, bits: Number, items: Number, hashes: int | None = None, kind: str | None = None, spread: bool = False, digits: int | None = None
) -> Answer:
    """The rate of a filter with its bounds and spread, as ``urnfield rate`` says it.

    >>> import urnfield as urn
    >>> urn.rate(bits=64, items=4, hashes=10).fpr
    Certified(0.000615409328697132)
    """
    return _ask("rate", {"bits": bits, "items": items, "hashes": hashes, "kind": kind, "spread": spread}, digits)


def peak(*, bits: Number, hashes: int | None = None, kind: str | None = None, digits: int | None = None) -> Answer:
    """Where a filter is most efficient, as ``urnfield peak`` says it."""
    return _ask("peak", {"bits": bits, "hashes": hashes, "kind": kind}, digits)


def birthday(*, urns: Number, balls: Number | None = None, probability: Number | None = None, digits: int | None = None) -> Answer:
    """How likely a collision is, or how many balls make it so likely.

    >>> import urnfield as urn
    >>> urn.birthday(urns=365, probability="50%").balls
    23
    """
    return _ask("birthday", {"urns": urns, "balls": balls, "probability": probability}, digits)


def critical(*, population: Number, sizes: Iterable[int], level: Number, digits: int | None = None) -> Answer:
    """From how many common members on an overlap of random lists is rarer than `level`.

    >>> import urnfield as urn
    >>> urn.critical(population=20_000, sizes=[300, 500], level="1%").critical
    15
    """
    return _ask("critical", {"population": population, "sizes": list(sizes), "level": level}, digits)


def power(*, population: Number, sizes: Iterable[int], level: Number, odds_ratio: Number, digits: int | None = None) -> Answer:
    """How surely a test at `level` finds two lists whose true odds ratio is this one: ``urnfield power``.

    >>> import urnfield as urn
    >>> urn.power(population=20_000, sizes=[300, 500], level="1%", odds_ratio=2)["critical"]
    15
    """
    return _ask("power", {"population": population, "sizes": list(sizes), "level": level, "odds_ratio": odds_ratio}, digits)


def estimate_balls(*, urns: Number, occupied: Number, confidence: Number | None = None, digits: int | None = None) -> Answer:
    """How many balls occupied so many urns."""
    return _ask("estimate balls", {"urns": urns, "occupied": occupied, "confidence": confidence}, digits)


def estimate_committees(
    *, urns: Number, size: int, occupied: Number, confidence: Number | None = None, digits: int | None = None
) -> Answer:
    """How many committees of one size occupied so many urns."""
    return _ask("estimate committees", {"urns": urns, "size": size, "occupied": occupied, "confidence": confidence}, digits)


def estimate_population(
    *,
    distinct: Number | None = None,
    sizes: Iterable[int] | None = None,
    department: object = None,
    balls: Number | None = None,
    marked: Number | None = None,
    caught: Number | None = None,
    recaptured: Number | None = None,
    confidence: Number | None = None,
    digits: int | None = None,
) -> Answer:
    """How many there are altogether, if samples have so many distinct members together; two samples may be
    stated by how many were marked, caught later, and recaptured.

    >>> import urnfield as urn
    >>> urn.estimate_population(sizes=[100, 100], distinct=190).mle
    [999, 1000]
    """
    given = {
        "sizes": list(sizes) if sizes is not None else None,
        "department": _department(department) if department is not None else None,
        "balls": balls,
        "distinct": distinct,
        "marked": marked,
        "caught": caught,
        "recaptured": recaptured,
        "confidence": confidence,
    }
    return _ask("estimate population", given, digits)


def law(
    *, urns: Number, balls: Number | None = None, union: object = None, intersection: Iterable[object] | None = None, digits: int | None = None, **asked: object
) -> Answer:
    """An occupancy law, as ``urnfield law`` says it: of balls, of a union, or of an intersection of departments.

    What is asked goes by the shell's names: ``at_least=15``, ``quantile="0.95"``, ``table=True``.

    >>> import urnfield as urn
    >>> urn.law(urns=365, balls=23, at_least=23)["at_least"]
    {'i': 23, 'value': Certified(0.492702765676015)}
    """
    given: dict[str, object] = {"urns": urns}
    if balls is not None:
        name, given["balls"] = "law balls", balls
    elif union is not None:
        name, given["department"] = "law union", _Each([_department(union)])
    else:
        name, given["department"] = "law intersection", _Each(_department(one) for one in intersection or [])
    return _ask(name, {**given, **asked}, digits, "table")


class Overlap(Answer):
    """What lists share, with a picture."""

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


class Figure:
    """A picture and its data."""

    def __init__(self, svg: str, csv: str) -> None:
        self._svg = svg
        self._csv = csv

    def to_svg(self) -> str:
        """The picture."""
        return self._svg

    def to_csv(self) -> str:
        """Its data, with 30 certain digits."""
        return self._csv

    def save(self, path: str) -> None:
        """Writes the picture (``.svg``) or the data (``.csv``)."""
        text = self._csv if str(path).endswith(".csv") else self._svg
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)

    def to_pandas(self) -> Any:
        """The data as a pandas frame of floats."""
        import io

        import pandas

        return pandas.read_csv(io.StringIO(self._csv))

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
    if "department" in options and not isinstance(options["department"], str):
        options["department"] = _Each(_department(one) for one in options["department"])  # type: ignore[attr-defined]
    return Figure(*_core.figure(name, _options(options)))


def info(filter: Filter, *, name: str = "a filter", digits: int | None = None) -> Answer:
    """What a filter says of itself, and what follows from it: ``urnfield info``."""
    return Answer(filter._info(name, (True, digits)), filter._info(name, (False, digits)))


def compare(
    *filters: Filter, names: Iterable[str] | None = None, confidence: Number | None = None, digits: int | None = None
) -> Answer:
    """How many items filters hold, and have in common: ``urnfield compare``."""
    first, *others = filters
    called = list(names) if names is not None else [f"filter {i + 1}" for i in range(len(filters))]
    data, text = (first._compare(others, called, confidence, (form, digits)) for form in (True, False))
    return Answer(data, text)
