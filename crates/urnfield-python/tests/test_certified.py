import math
import pickle
from decimal import Decimal
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import urnfield as urn
from urnfield import Certified

fractions = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**9)


def test_numbers_go_in_as_people_write_them():
    plans = [urn.plan(items=items, fpr=fpr) for items in (1_000_000, "1e6", "1M", 1e6) for fpr in ("1%", 0.01, Fraction(1, 100), Decimal("0.01"), "1 in 100", np.float64(0.01), np.float32(0.01))]
    assert {(plan.bits, plan.hashes) for plan in plans} == {(9592957, 7)}
    for bad in (True, [1], object(), b"1"):
        with pytest.raises(TypeError, match="a number is"):
            urn.plan(items=bad, fpr="1%")
    for bad in (-1, 2**64, 10**30):
        with pytest.raises(urn.DomainError, match="a count is a whole number from 0"):
            urn.plan(items=bad, fpr="1%")
    for bad in ("x", "", float("nan"), "1.5"):
        with pytest.raises(ValueError):
            urn.plan(items=bad, fpr="1%")
    with pytest.raises(ValueError):
        urn.plan(items=10, fpr=float("nan"))
    with pytest.raises(ValueError):
        urn.plan(items=10, fpr=2)


def test_a_plan_and_the_textbook():
    plan = urn.plan(items=1_000_000, fpr="1%")
    assert (plan.bits, plan.hashes, plan.items, plan.ties, plan.kind) == (9592957, 7, 1000000, [7], "standard")
    assert plan.fpr <= 0.01 and not plan.fpr > 0.01 and plan.keeps_promise
    assert urn.textbook(items=1_000_000, fpr="1%").keeps_promise is False
    assert urn.plan(items=4, fpr="1e-20").bits == 398
    assert urn.plan(bits=1000, items=100).keeps_promise is None
    assert urn.plan(bits=9592957, fpr="1%").items == 1_000_000
    assert urn.plan(items=1000, fpr="1%", confidence="99.9999%").bits == urn.Filter.for_items(1000, "1%").bits
    with pytest.raises(urn.DomainError, match="two of items, fpr and bits"):
        urn.plan(items=3)


def test_designs():
    design = urn.Design(512, 7, "classic")
    assert design.fpr(51).contains(design.fpr(items=51).ends[0])
    assert design.fpr_given(200) < 1 and design.efficiency(51) < 1
    spread = design.spread(items=51)
    assert spread.median() <= spread.quantile("0.999")
    assert spread.above("1%") < 1 and (spread.above("1%") + spread.at_most("1%")).contains(1)
    estimate = design.estimate_items(200, confidence=0.95)
    assert estimate.lo <= float(estimate.point) <= estimate.hi and estimate.confidence == Fraction(19, 20)
    assert pickle.loads(pickle.dumps(design)) == design
    assert "Estimate(" in repr(estimate)


@given(fractions, fractions)
def test_arithmetic_is_that_of_fractions(a, b):
    x, y = Certified(a), Certified(b)
    assert x.exact == a
    for ours, exact in ((x + y, a + b), (x - y, a - b), (x * y, a * b), (x + b, a + b), (a - y, a - b), (a * y, a * b), (-x, -a), (abs(x), abs(a)), (x**3, a**3)):
        assert ours.contains(exact)
    if b:
        assert (x / y).contains(a / b) and (a / y).contains(a / b)
    else:
        with pytest.raises(ZeroDivisionError):
            x / y
    assert (x < y, x <= y, x > y, x >= y) == (a < b, a <= b, a > b, a >= b)
    assert (x < b, x <= b, x > b, x >= b) == (a < b, a <= b, a > b, a >= b)
    assert float(x) == float(a) and x.lo <= float(a) <= x.hi


@given(fractions)
def test_functions_enclose_what_others_compute(a):
    x = Certified(a) / 1000
    with mpmath.workdps(60):
        for name, ours in (("exp", x.exp()), ("ln", x.ln() if a > 0 else None), ("log10", x.log10() if a > 0 else None)):
            if ours is not None:
                truth = getattr(mpmath, name)(mpmath.mpf(a.numerator) / a.denominator / 1000)
                lo, hi = ours.bounds(40)
                assert mpmath.mpf(lo) * (1 - mpmath.mpf(10) ** -50 * mpmath.sign(mpmath.mpf(lo))) <= truth + mpmath.mpf(10) ** -45 * abs(truth)
                assert truth <= mpmath.mpf(hi) + mpmath.mpf(10) ** -35 * abs(truth)
    if a <= 0:
        with pytest.raises(ValueError, match="certainly above 0"):
            x.ln()


def test_what_is_undecided_says_so():
    p = urn.Occupancy.lists(20_000, [300, 500]).at_least(15)
    same = urn.Occupancy.lists(20_000, [500, 300]).at_least(15)
    assert p.exact is None
    for compare in (lambda: p < same, lambda: p <= same, lambda: p > same, lambda: p >= same):
        with pytest.raises(urn.Undecided, match="cannot be told apart"):
            compare()
    assert p.overlaps(same) and p == p and p != same and len({p, same}) == 2
    assert p < "1%" and p > 0 and bool(p)
    with pytest.raises(urn.Undecided):
        bool(p - same)
    with pytest.raises(urn.Undecided):
        p.to_fraction()
    with pytest.raises(TypeError):
        p < "no number".encode()


def test_tiny_numbers_are_not_zero():
    p = urn.Design(2**40, 2**18).fpr(1)
    assert float(p) == 0.0 and p > 0 and p.lo == 0.0 and p.hi > 0
    assert float(p.log10()) < -1_000_000
    assert "e-" in str(p)
    assert pickle.loads(pickle.dumps(p)).overlaps(p)


def test_text_and_conversions():
    third = Certified("1/3")
    assert (str(third), f"{third:.5}", third.digits(3), repr(third)) == ("0.333333333333333", "0.33333", "0.333", "Certified(0.333333333333333)")
    assert third.to_fraction() == Fraction(1, 3) and third.to_decimal(5) == Decimal("0.33333")
    assert third.certain_bits is None or third.certain_bits >= 192
    lo, hi = map(Decimal, third.bounds(25))
    assert lo < hi and lo * 3 < 1 < hi * 3
    assert third.to_flint().contains(flint.fmpq(1, 3))
    interval = third.to_mpmath()
    assert interval.a * 3 <= 1 <= interval.b * 3
    low, high = (urn.Occupancy.balls(365, 23).collision()).ends
    assert low < high < 1
    with pytest.raises(ValueError, match="write float"):
        f"{third:>10}"
    both = pickle.loads(pickle.dumps(third))
    assert both.exact == Fraction(1, 3)
    p = urn.Occupancy.lists(20_000, [300, 500]).at_least(15)
    assert pickle.loads(pickle.dumps(p)).ends == p.ends
    assert math.isclose(float(Certified(2) ** "0.5"), math.sqrt(2), rel_tol=0)
    with pytest.raises(urn.DomainError, match="lower end"):
        Certified(2, 1)
