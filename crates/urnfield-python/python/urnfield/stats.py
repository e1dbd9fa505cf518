"""Occupancy laws with the names and meanings of ``scipy.stats``, each value the nearest double.

>>> from urnfield import stats
>>> d = stats.overlap(urns=20_000, sizes=[300, 500])
>>> d.sf(14)
0.008844268502328891
>>> d.law.at_least(15)
Certified(0.00884426850232889)

``sf(k)`` is P(X > k), as scipy has it. Numbers and arrays go in, floats and float64 arrays come out; only arrays need
NumPy. ``logsf`` is finite where ``sf`` is 0.0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from ._core import Occupancy
from ._core import counts as whole
from ._columns import is_column
from ._distributions import Distributions, broadcast, counts, seed_of, sizes_of

__all__ = ["Distribution", "Distributions", "balls", "intersection", "overlap", "union"]


class Distribution:
    """A frozen distribution of an occupancy number, as scipy's are."""

    def __init__(self, law: Occupancy) -> None:
        self.law = law
        """The certified side: a `urnfield.Occupancy`."""

    def __repr__(self) -> str:
        low, high = self.support()
        return f"<distribution of an occupancy number from {low} to {high}>"

    def pmf(self, k: Any) -> Any:
        """P(X = k)."""
        return self._each(k, "pmf", False)

    def logpmf(self, k: Any) -> Any:
        """ln P(X = k)."""
        return self._each(k, "pmf", True)

    def cdf(self, k: Any) -> Any:
        """P(X <= k)."""
        return self._each(k, "cdf", False)

    def logcdf(self, k: Any) -> Any:
        """ln P(X <= k)."""
        return self._each(k, "cdf", True)

    def sf(self, k: Any) -> Any:
        """P(X > k)."""
        return self._each(k, "sf", False)

    def logsf(self, k: Any) -> Any:
        """ln P(X > k)."""
        return self._each(k, "sf", True)

    def ppf(self, q: Any) -> Any:
        """The least k with P(X <= k) >= q."""
        return _over(q, self._ppf)

    def isf(self, q: Any) -> Any:
        """The least k with P(X > k) <= q."""
        return _over(q, lambda q: self._ppf(1 - _fraction(q)))

    def median(self) -> float:
        """The least k with P(X <= k) >= 1/2."""
        return self._ppf("1/2")

    def interval(self, confidence: Any) -> tuple[float, float]:
        """Two quantiles with equal tails outside."""
        tail = (1 - _fraction(confidence)) / 2
        return self._ppf(tail), self._ppf(1 - tail)

    def support(self) -> tuple[int, int]:
        """The least and the greatest value that X can have."""
        return self.law.support()

    def mean(self) -> float:
        """E X."""
        return float(self.law.mean())

    def var(self) -> float:
        """The variance."""
        return float(self.law.variance())

    def std(self) -> float:
        """The standard deviation."""
        variance = self.law.precision(160).variance()
        return float(variance ** Fraction(1, 2)) if variance else 0.0

    def moment(self, order: int) -> float:
        """E X^order."""
        return float(self.law.raw_moment(order))

    def stats(self, moments: str = "mv") -> Any:
        """Mean ('m'), variance ('v'), skewness ('s') and excess kurtosis ('k'), as scipy orders them."""
        ask: dict[str, Callable[[], float]] = {
            "m": self.mean,
            "v": self.var,
            "s": lambda: float(self.law.skewness()),
            "k": lambda: float(self.law.excess_kurtosis()),
        }
        wanted = [moment for moment in "mvsk" if moment in moments]
        if not wanted or set(moments) - set("mvsk"):
            raise ValueError(f"moments are letters of 'mvsk', got {moments!r}")
        found = tuple(ask[moment]() for moment in wanted)
        return found[0] if len(found) == 1 else found

    def rvs(self, size: Any = None, random_state: Any = None) -> Any:
        """Draws of X, by xoshiro256++ from one 64-bit seed.

        `random_state` is the seed itself, a NumPy ``Generator`` or ``RandomState`` that gives one, or None for
        the system's randomness. The draws of a seed are those of ``urnfield sample``.
        """
        seed = seed_of(random_state)
        if size is None:
            return self.law.sample(1, seed)[0]
        shape = (size,) if isinstance(size, int) else tuple(size)
        import numpy

        return numpy.array(self.law.sample(math.prod(shape), seed), dtype="int64").reshape(shape)

    def _ppf(self, q: Any) -> float:
        q = _fraction(q)
        low, high = self.support()
        if not 0 <= q <= 1:
            raise ValueError(f"a quantile needs 0 <= q <= 1, got {q}")
        if q == 0:
            return float(low - 1)
        return float(high if q == 1 else self.law.quantile(q))

    def _at(self, k: Any, what: str, log: bool) -> float:
        low, high = self.support()
        if not (isinstance(k, int) or math.isfinite(k)):
            if k != k:
                raise ValueError("a value is a number, got nan")
            k = -1 if k < 0 else high + 1
        whole = math.floor(k)
        nothing, all_of_it = (-math.inf, 0.0) if log else (0.0, 1.0)
        if what == "pmf":
            inside = whole == k and low <= whole <= high
            return self.law._nearest(what, whole, log) if inside else nothing
        if whole < low:
            return nothing if what == "cdf" else all_of_it
        if whole >= high:
            return all_of_it if what == "cdf" else nothing
        return self.law._nearest(what, whole, log)

    def _each(self, k: Any, what: str, log: bool) -> Any:
        if what != "pmf" or not _is_array(k):
            return _over(k, lambda one: self._at(one, what, log))
        import numpy

        k = numpy.asarray(k)
        low, high = self.support()
        # A run of whole numbers costs little more than one of them.
        if k.dtype.kind in "iu" and k.size > 3:
            first, last = max(int(k.min()), low), min(int(k.max()), high)
            if first <= last and last - first <= 8 * k.size + 64:
                window = numpy.array(self.law._nearest_window(first, last, log))
                inside = (k >= first) & (k <= last)
                found = window[numpy.where(inside, k - first, 0).astype("int64")]
                return numpy.where(inside, found, -math.inf if log else 0.0)
        return _over(k, lambda one: self._at(one, what, log))


def _is_array(value: Any) -> bool:
    return hasattr(value, "__len__") or (hasattr(value, "ndim") and value.ndim > 0)


def _over(value: Any, function: Any) -> Any:
    """A float of a number, an array of floats of an array."""
    if not _is_array(value) or isinstance(value, str):
        return function(value.item() if hasattr(value, "item") else value)
    import numpy

    array = numpy.asarray(value)
    found = [function(one) for one in array.ravel().tolist()]
    return numpy.array(found, dtype="float64").reshape(array.shape)


def _fraction(value: Any) -> Fraction:
    """A float means the decimal it prints as."""
    return value if isinstance(value, Fraction) else Fraction(str(value))


def balls(urns: Any, balls: Any) -> Any:
    """How many urns get at least one of some balls: a `Distribution`, or `Distributions` of arrays that are broadcast."""
    if is_column(urns) or is_column(balls):
        return broadcast(lambda m, n: Distribution(Occupancy.balls(m, n)), counts("urns", urns), counts("balls", balls))
    return Distribution(Occupancy.balls(urns, balls))


def union(urns: int, committees: Any) -> Distribution:
    """How many urns are in at least one committee: ``"3x500+2x80"``, or a list of sizes."""
    return Distribution(Occupancy.union(urns, committees))


def intersection(urns: int, departments: Iterable[Any]) -> Distribution:
    """How many urns are in at least one committee of every department."""
    return Distribution(Occupancy.intersection(urns, list(departments)))


def overlap(urns: Any, sizes: Any) -> Any:
    """How many members random lists of these sizes share: a `Distribution`.

    Sizes of several laws, each a row, and an array of `urns` are broadcast and give `Distributions`.

    >>> from urnfield import stats
    >>> stats.overlap(20_000, [5000] * 7).sf(9)
    6.458957379079026e-07
    >>> stats.overlap(20_000, [[300, 500], [400, 500]]).mean()
    array([ 7.5, 10. ])
    """
    several = sizes_of(sizes)
    if several is None and not is_column(urns):
        return Distribution(Occupancy.lists(urns, sizes))
    import numpy

    shape, rows = several or ((), [whole("sizes", sizes)])
    each: Any = numpy.empty(len(rows), dtype=object)
    each[:] = [tuple(row) for row in rows]
    return broadcast(lambda m, row: Distribution(Occupancy.lists(m, row)), counts("urns", urns), each.reshape(shape))
