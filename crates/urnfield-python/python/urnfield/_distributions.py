"""Several distributions at once, as scipy broadcasts parameters."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from . import _core
from ._columns import is_column

__all__ = ["Distributions", "broadcast", "counts", "sizes_of"]


class Distributions:
    """Frozen distributions in the shape of their parameters. What is asked is broadcast against that shape.

    >>> from urnfield import stats
    >>> d = stats.overlap(20_000, [[300, 500], [400, 500]])
    >>> d.shape, d.sf(14)
    ((2,), array([0.00884427, 0.07873934]))
    """

    def __init__(self, each: Any) -> None:
        self._each = each

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the parameters."""
        shape: tuple[int, ...] = self._each.shape
        return shape

    @property
    def laws(self) -> Any:
        """The certified side: an array of `urnfield.Occupancy`."""
        return _filled(self._each, lambda one: one.law, "object")

    def __repr__(self) -> str:
        return f"<{self._each.size} distributions of occupancy numbers, in the shape {self.shape}>"

    def pmf(self, k: Any) -> Any:
        """P(X = k)."""
        return self._over("pmf", k)

    def logpmf(self, k: Any) -> Any:
        """ln P(X = k)."""
        return self._over("logpmf", k)

    def cdf(self, k: Any) -> Any:
        """P(X <= k)."""
        return self._over("cdf", k)

    def logcdf(self, k: Any) -> Any:
        """ln P(X <= k)."""
        return self._over("logcdf", k)

    def sf(self, k: Any) -> Any:
        """P(X > k)."""
        return self._over("sf", k)

    def logsf(self, k: Any) -> Any:
        """ln P(X > k)."""
        return self._over("logsf", k)

    def ppf(self, q: Any) -> Any:
        """The least k with P(X <= k) >= q."""
        return self._over("ppf", q)

    def isf(self, q: Any) -> Any:
        """The least k with P(X > k) <= q."""
        return self._over("isf", q)

    def median(self) -> Any:
        """The least k with P(X <= k) >= 1/2."""
        return self._of_each("median")

    def interval(self, confidence: Any) -> tuple[Any, Any]:
        """Two quantiles with equal tails outside."""
        return self._ends(lambda one: one.interval(confidence), "float64")

    def support(self) -> tuple[Any, Any]:
        """The least and the greatest value that each can have."""
        return self._ends(lambda one: one.support(), "int64")

    def mean(self) -> Any:
        """E X."""
        return self._of_each("mean")

    def var(self) -> Any:
        """The variance."""
        return self._of_each("var")

    def std(self) -> Any:
        """The standard deviation."""
        return self._of_each("std")

    def moment(self, order: int) -> Any:
        """E X^order."""
        return self._of_each("moment", order)

    def stats(self, moments: str = "mv") -> Any:
        """Mean ('m'), variance ('v'), skewness ('s') and excess kurtosis ('k'), as scipy orders them."""
        wanted = [moment for moment in "mvsk" if moment in moments]
        if not wanted or set(moments) - set("mvsk"):
            raise ValueError(f"moments are letters of 'mvsk', got {moments!r}")
        found = tuple(self._of_each("stats", moment) for moment in wanted)
        return found[0] if len(found) == 1 else found

    def rvs(self, size: Any = None, random_state: Any = None) -> Any:
        """Draws of every X, in the shape of the parameters or in a `size` that ends in it.

        Each distribution draws with its own seed, from `random_state` on: a seed, or a NumPy ``Generator`` that gives one.
        """
        import numpy

        shape = self.shape if size is None else (size,) if isinstance(size, int) else tuple(size)
        if shape[len(shape) - len(self.shape) :] != self.shape:
            raise ValueError(f"the size of draws ends in the shape of the parameters, got {shape} for {self.shape}")
        draws = int(numpy.prod(shape[: len(shape) - len(self.shape)]))
        seed = seed_of(random_state)
        each = [one.rvs(draws, (seed + i) % 2**64) for i, one in enumerate(self._each.ravel())]
        return numpy.stack(each, axis=-1).reshape(shape) if each else numpy.empty(shape, "int64")

    def _of_each(self, name: str, *words: object) -> Any:
        return _filled(self._each, lambda one: getattr(one, name)(*words))

    def _ends(self, ask: Callable[[Any], tuple[Any, Any]], kind: str) -> tuple[Any, Any]:
        return _filled(self._each, lambda one: ask(one)[0], kind), _filled(self._each, lambda one: ask(one)[1], kind)

    def _over(self, name: str, value: Any) -> Any:
        import numpy

        each, values = numpy.broadcast_arrays(self._each, numpy.asarray(value))
        found = [getattr(one, name)(at) for one, at in zip(each.ravel().tolist(), values.ravel().tolist(), strict=True)]
        return numpy.array(found, dtype="float64").reshape(each.shape)


def seed_of(random_state: Any) -> int:
    """The seed that `random_state` is or gives; the system's randomness for None."""
    if random_state is None:
        return secrets.randbits(64)
    if hasattr(random_state, "integers"):
        return int(random_state.integers(0, 2**64 - 1, dtype="uint64", endpoint=True))
    if hasattr(random_state, "randint"):
        return int(random_state.randint(0, 2**63 - 1, dtype="int64"))
    return int(random_state)


def _filled(each: Any, ask: Callable[[Any], Any], kind: str = "float64") -> Any:
    """What is found of each, in the same shape."""
    import numpy

    found = numpy.empty(each.shape, dtype=kind)
    for place in numpy.ndindex(each.shape):
        found[place] = ask(each[place])
    return found


def counts(name: str, value: Any) -> Any:
    """An array of whole numbers, of any shape."""
    import numpy

    if hasattr(value, "to_numpy") and len(getattr(value, "shape", ())) == 2:
        value = value.to_numpy()
    if not is_column(value):
        return numpy.array(_core.counts(name, [value])[0], dtype=object)
    if isinstance(value, (list, tuple)) and any(is_column(one) for one in value):
        value = numpy.array(value)
    deep = getattr(value, "ndim", 1) > 1
    whole = _core.counts(name, value.reshape(-1) if deep else value)
    return numpy.array(whole, dtype=object).reshape(value.shape if deep else -1)


def sizes_of(value: Any) -> tuple[tuple[int, ...], list[list[int]]] | None:
    """The shape of several laws and the sizes of each, which are the last axis; None where the sizes are those of one law."""
    if hasattr(value, "to_numpy") and len(getattr(value, "shape", ())) == 2:
        value = value.to_numpy()
    if getattr(value, "ndim", 1) > 1:
        return value.shape[:-1], [_core.counts("sizes", row) for row in value.reshape(-1, value.shape[-1])]
    if isinstance(value, (list, tuple)) and any(is_column(row) for row in value):
        parts = [sizes_of(row) or ((), [_core.counts("sizes", row)]) for row in value]
        if len({shape for shape, _ in parts}) > 1:
            raise ValueError("sizes of several laws are nested equally deep, and as many at every place")
        return (len(parts), *parts[0][0]), [sizes for _, each in parts for sizes in each]
    return None


def broadcast(make: Callable[..., Any], *parameters: Any) -> Distributions:
    """A distribution for each place of arrays of parameters."""
    import numpy

    arrays = numpy.broadcast_arrays(*parameters)
    each = numpy.empty(arrays[0].shape, dtype=object)
    for place in numpy.ndindex(each.shape):
        each[place] = make(*(array[place] for array in arrays))
    return Distributions(each)
