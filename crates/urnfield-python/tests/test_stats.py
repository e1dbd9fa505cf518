import math
import pickle
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.stats

import urnfield as urn
from urnfield import stats


def test_two_lists_are_scipys_hypergeometric():
    ours, theirs = stats.overlap(20_000, [300, 500]), scipy.stats.hypergeom(20_000, 300, 500)
    k = np.arange(-2, 80)
    # scipy's logarithms have its own error, and so have its far tails.
    for name in ("pmf", "cdf", "sf", "logpmf", "logcdf", "logsf"):
        ask, held = getattr(ours, name), getattr(theirs, name)(k)
        mine = ask(k)
        assert mine.dtype == "float64" and mine.shape == k.shape
        with np.errstate(invalid="ignore"):
            near = np.isclose(mine, held, rtol=1e-9, atol=1e-12 if "log" in name else 0) | (mine == held)
        assert near.all(), (name, k[~near], mine[~near], held[~near])
        assert [ask(int(i)) for i in k] == mine.tolist()
    q = [0, 0.001, 0.5, 0.975, 1]
    assert ours.ppf(q).tolist() == theirs.ppf(q).tolist()
    assert ours.isf(q).tolist() == theirs.isf(q).tolist()
    assert ours.median() == theirs.median() and ours.interval(0.95) == theirs.interval(0.95)
    assert ours.support() == theirs.support()
    assert np.allclose(ours.stats("mvsk"), [float(one) for one in theirs.stats("mvsk")], rtol=1e-9)
    assert math.isclose(ours.std(), theirs.std(), rel_tol=1e-14) and math.isclose(ours.moment(3), theirs.moment(3), rel_tol=1e-9)
    assert ours.pmf(2.5) == 0 and ours.cdf(2.5) == ours.cdf(2) and ours.sf(-3) == 1 and ours.logsf(10**30) == -math.inf


def test_parameters_are_broadcast_as_scipys():
    """Two lists in each row, and a population in each column."""
    urns, sizes = np.array([[2000], [3000]]), np.array([[30, 50], [40, 50], [3, 4]])
    ours = stats.overlap(urns, sizes)
    theirs = scipy.stats.hypergeom(urns, sizes[:, 0], sizes[:, 1])
    assert ours.shape == (2, 3) == ours.laws.shape
    k = np.arange(5).reshape(5, 1, 1)
    for name in ("pmf", "cdf", "sf", "logpmf", "logcdf", "logsf"):
        mine, held = getattr(ours, name)(k), getattr(theirs, name)(k)
        assert mine.shape == held.shape == (5, 2, 3) and np.allclose(mine, held, rtol=1e-9, atol=1e-12), name
    assert np.array_equal(ours.ppf([0.5, 0.9, 1]), theirs.ppf([0.5, 0.9, 1])) and np.array_equal(ours.isf(0.1), theirs.isf(0.1))
    assert np.array_equal(ours.median(), theirs.median()) and np.array_equal(ours.support()[1], [[30, 40, 3]] * 2)
    assert np.allclose(ours.stats("mv"), theirs.stats("mv")) and np.allclose(ours.std(), theirs.std()) and np.allclose(ours.mean(), theirs.mean())
    assert np.allclose(ours.var(), theirs.var()) and np.allclose(ours.interval(0.9), theirs.interval(0.9)) and np.allclose(ours.moment(2), ours.var() + ours.mean() ** 2)
    assert ours.laws[1, 0].at_least(2).overlaps(urn.Occupancy.lists(3000, [30, 50]).at_least(2))
    draws = ours.rvs((400, 2, 3), random_state=5)
    assert draws.shape == (400, 2, 3) and np.allclose(draws.mean(axis=0), ours.mean(), atol=0.3) and np.array_equal(draws, ours.rvs((400, 2, 3), 5))
    assert ours.rvs(random_state=5).shape == (2, 3)
    with pytest.raises(ValueError, match="ends in the shape"):
        ours.rvs(7)
    # One law has one answer, whatever its sizes come in.
    one = stats.overlap(2000, [30, 50])
    for columns in (np.array([30, 50.0]), pd.Series([30, 50]), pl.Series([30, 50]), pa.array([30, 50]), (30, 50)):
        assert stats.overlap(2000, columns).sf(2) == one.sf(2)
    for rows in ([[30, 50], (40, 50)], pd.DataFrame({"a": [30, 40], "b": [50, 50]}), pl.DataFrame({"a": [30, 40], "b": [50, 50]}), [np.array([30, 50]), pd.Series([40.0, 50])]):
        assert stats.overlap(2000, rows).sf(2).tolist() == ours.sf(2)[0, :2].tolist()
    assert stats.overlap([2000, 3000], [30, 50]).sf(2).tolist() == ours.sf(2)[:, 0].tolist()
    # Rows need not be of equal length: the last axis is a law's own.
    assert stats.overlap(2000, [[30, 50], [30, 50, 60]]).mean().tolist() == [0.75, 0.0225]
    balls = stats.balls([365, 366], np.array([[23], [24]]))
    assert balls.shape == (2, 2) and balls.mean()[1, 0] == stats.balls(365, 24).mean()
    with pytest.raises(ValueError, match="broadcast"):
        stats.overlap([1, 2, 3], [[30, 50], [40, 50]])
    for bad, said in (([[30, None], [40, 50]], "missing value in row 2 of sizes"), ([[30.5, 1]], "whole number"), (7, "numbers are a list")):
        with pytest.raises((urn.DomainError, TypeError), match=said):
            stats.overlap(2000, bad)


def exact_overlap(m, sizes):
    """P(X = i) of random lists, list by list, in fractions."""
    law = {sizes[0]: Fraction(1)}
    for size in sizes[1:]:
        after = {}
        for have, p in law.items():
            for i in range(max(0, have + size - m), min(have, size) + 1):
                ways = Fraction(math.comb(have, i) * math.comb(m - have, size - i), math.comb(m, size))
                after[i] = after.get(i, 0) + p * ways
        law = after
    return law


def exact_balls(m, n):
    law = {0: Fraction(1)}
    for _ in range(n):
        after = {}
        for x, p in law.items():
            after[x] = after.get(x, 0) + p * Fraction(x, m)
            if x < m:
                after[x + 1] = after.get(x + 1, 0) + p * Fraction(m - x, m)
        law = after
    return law


@pytest.mark.parametrize("m, sizes", [(1, [1]), (2, [1, 1]), (9, [4, 5, 3]), (12, [11, 12, 1]), (40, [17, 20, 31, 25]), (30, [0, 7])])
def test_small_overlaps_are_exact_fractions(m, sizes):
    held_against(stats.overlap(m, sizes), exact_overlap(m, sizes))


@pytest.mark.parametrize("m, n", [(1, 0), (1, 5), (2, 1), (6, 6), (30, 23), (64, 200)])
def test_small_balls_are_exact_fractions(m, n):
    held_against(stats.balls(m, n), exact_balls(m, n))


def held_against(d, law):
    low, high = d.support()
    law = {i: p for i, p in law.items() if p}
    assert (low, high) == (min(law), max(law))
    for i in range(low - 1, high + 2):
        pmf = law.get(i, Fraction(0))
        cdf, sf = (sum((p for j, p in law.items() if keep(j)), Fraction(0)) for keep in (lambda j: j <= i, lambda j: j > i))
        # The nearest double of the fraction: Python divides integers correctly rounded.
        assert (d.pmf(i), d.cdf(i), d.sf(i)) == (float(pmf), float(cdf), float(sf)), i
        if i >= 0:
            assert d.law.pmf_exact(i) == pmf and d.law.pmf(i).contains(pmf)
            assert d.law.at_most(i).contains(cdf)
    mean = sum(i * p for i, p in law.items())
    variance = sum(i * i * p for i, p in law.items()) - mean**2
    assert d.mean() == float(mean) and d.var() == float(variance)
    assert d.law.mode() == [i for i, p in sorted(law.items()) if p == max(law.values())]
    assert d.pmf(np.arange(low - 2, high + 3)).tolist() == [float(law.get(i, 0)) for i in range(low - 2, high + 3)]


def test_unions_and_intersections():
    # Three committees of 2 out of 5, all outcomes counted.
    members = [set(c) for c in ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))]
    counts = {}
    for a, b, c in product(members, repeat=3):
        counts[len(a | b | c)] = counts.get(len(a | b | c), 0) + 1
    law = {i: Fraction(n, 1000) for i, n in counts.items()}
    for committees in ("3x2", [2, 2, 2], [(3, 2)], [(1, 2), (2, 2)]):
        held_against(stats.union(5, committees), law)
    both = {}
    for a, b, c in product(members, repeat=3):
        x = len((a | b) & c)
        both[x] = both.get(x, 0) + 1
    held_against(stats.intersection(5, ["2x2", [2]]), {i: Fraction(n, 1000) for i, n in both.items()})


def test_far_tails_have_logarithms():
    d = stats.overlap(2_000_000, [1000, 1000, 1000])
    assert d.sf(500) == 0.0 and math.isfinite(d.logsf(500)) and d.logsf(500) < -2000
    assert d.law.at_least(501) > 0
    seven = stats.overlap(20_000, [5000] * 7)
    low, high = seven.law.precision(200).at_least(10).ends
    assert seven.sf(9) == float(low) == float(high) == 6.458957379079026e-07


def test_draws_are_the_shells(shell):
    d = stats.balls(365, 23)
    drawn = d.rvs(size=10, random_state=7)
    assert drawn.tolist() == shell.json("sample", "balls", "--urns", 365, "--balls", 23, "--count", 10, "--seed", 7)["values"]
    assert d.rvs(size=(2, 5), random_state=7).shape == (2, 5)
    assert d.rvs(random_state=7) == drawn[0]
    for source in (np.random.default_rng(1), np.random.RandomState(1), None):
        assert 1 <= d.rvs(random_state=source) <= 23
    many = d.rvs(size=20_000, random_state=np.random.default_rng(3))
    assert abs(many.mean() - d.mean()) < 6 * d.std() / math.sqrt(20_000)


def test_laws_travel():
    for law in (urn.Occupancy.balls(365, 23), urn.Occupancy.union(99, "3x20+1x7"), urn.Occupancy.intersection(99, ["3x20", "2x30"]), urn.Occupancy.lists(99, [20, 30])):
        again = pickle.loads(pickle.dumps(law))
        assert again.pmf(20).ends == law.pmf(20).ends and again.support() == law.support()
    fine = urn.Occupancy.balls(365, 23).precision(500)
    assert fine.collision().certain_bits >= 500
    assert pickle.loads(pickle.dumps(fine)).collision().certain_bits >= 500
    window = urn.Occupancy.balls(365, 23).pmf_window(20, 23)
    assert [i for i, _ in window] == [20, 21, 22, 23]
    assert urn.Occupancy.balls_to_collide(365, "1/2") == 23
    assert urn.Occupancy.lists(20_000, [300, 500]).critical("1%") == 15


def test_what_is_no_law_is_refused():
    with pytest.raises(urn.DomainError, match="size"):
        stats.overlap(10, [11, 3])
    with pytest.raises(urn.DomainError):
        stats.balls(0, 3)
    d = stats.balls(10, 3)
    for bad in (-0.1, 1.1):
        with pytest.raises(ValueError, match="0 <= q <= 1"):
            d.ppf(bad)
    with pytest.raises(ValueError, match="nan"):
        d.sf(math.nan)
    with pytest.raises(ValueError, match="mvsk"):
        d.stats("x")
    with pytest.raises(urn.TooCostly) as caught:
        stats.balls(10**12, 10**12).law.raw_moment(10**6)
    assert isinstance(caught.value, OverflowError) and caught.value.needs > caught.value.limit
