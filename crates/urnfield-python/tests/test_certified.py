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
    both = pickle.loads(pickle.dumps(third))
    assert both.exact == Fraction(1, 3)
    p = urn.Occupancy.lists(20_000, [300, 500]).at_least(15)
    assert pickle.loads(pickle.dumps(p)).ends == p.ends
    assert math.isclose(float(Certified(2) ** "0.5"), math.sqrt(2), rel_tol=0)
    with pytest.raises(urn.DomainError, match="lower end"):
        Certified(2, 1)


def test_others_know_what_to_do_with_certified_numbers():
    p = Certified("1/3")
    for both in (p + np.array([1, 2]), np.array([1, 2]) + p):
        assert both.dtype == object and [one.exact for one in both] == [Fraction(4, 3), Fraction(7, 3)]
    assert (np.float64(0.5) * p).exact == (p * np.float64(0.5)).exact == Fraction(1, 6)
    assert (Decimal("0.5") + p).exact == (Fraction(1, 2) + p).exact == Fraction(5, 6)
    assert sum([p, p, p]).exact == 1 and sorted([p * 2, p])[0].exact == Fraction(1, 3)
    for work in (lambda: p + None, lambda: None - p, lambda: p * [1], lambda: p**None, lambda: p < None):
        with pytest.raises(TypeError, match="not supported between|unsupported operand|multiply sequence"):
            work()
    assert (2 ** Certified(10)).exact == 1024 and (Fraction(1, 2) ** Certified(-3)).exact == 8
    assert math.isclose(float(2**p), 2 ** (1 / 3), rel_tol=1e-15)
    with pytest.raises(ValueError, match="certainly above 0"):
        (-2) ** p
    with pytest.raises(ZeroDivisionError):
        0 ** Certified(-1)


def test_every_number_is_finite():
    for p in (Certified("1/3"), urn.Design(2**40, 2**18).fpr(1), -Certified(10**300)):
        assert (p < math.inf, p <= math.inf, p > math.inf, p >= math.inf) == (True, True, False, False)
        assert (p < -math.inf, p <= -math.inf, p > -math.inf, p >= -math.inf) == (False, False, True, True)
        assert math.inf > p > -math.inf
        with pytest.raises(ValueError):
            p < math.nan


def test_formats_have_widths():
    p = urn.Occupancy.lists(20_000, [300, 500]).at_least(15)
    assert (f"{p:.3g}", f"{p:>12.3}", f"{p:*<9.2}|", f"{p:^7.1g}") == ("0.00884", "     0.00884", "0.0088***|", " 0.009 ")
    assert f"{p:>20}" == f"{str(p):>20}"
    for bad in (".3e", ".2%", ".4f", ".0", ".g", "d", ".-3"):
        with pytest.raises(ValueError, match="write float"):
            format(p, bad)


def test_decimals_are_certain_digits():
    p = urn.Occupancy.lists(20_000, [300, 500]).at_least(15)
    lo, hi = p.ends
    found = p.to_decimal()
    assert 18 <= len(found.as_tuple().digits) <= 28
    # Rounded to nearest from anywhere between the ends.
    assert abs(Fraction(found) - lo) <= Fraction(10) ** found.as_tuple().exponent
    assert Certified("1/3").to_decimal() == Decimal("0." + "3" * 28) and Certified("1/8").to_decimal() == Decimal("0.125")
    with pytest.raises(urn.Undecided, match="ask for fewer"):
        p.to_decimal(1000)
    with pytest.raises(urn.Undecided):
        (p - p).to_decimal()
    for ask in (p.digits, p.bounds):
        with pytest.raises(urn.DomainError, match="got -1"):
            ask(-1)


def test_fractions_have_no_limit_of_digits():
    """Python writes no integer of more than 4300 digits unless told to."""
    p = Certified(1) / Certified(3) ** 50 - Certified("1/7") ** 6000
    tiny = Certified(1) / Certified(2) ** 40_000
    for number in (tiny, -tiny, tiny + 1):
        lo, hi = number.ends
        assert lo <= hi and number.contains("0") is False
    assert tiny.ends[0] <= Fraction(1, 2**40_000) <= tiny.ends[1] and (-tiny).ends[0] < 0
    assert p.ends[0] <= Fraction(1, 3**50) - Fraction(1, 7**6000) <= p.ends[1]
    with pytest.raises(OverflowError, match="use bounds"):
        urn.Design(2**40, 2**18).fpr(1).ends


def test_decimals_with_any_exponent_are_numbers():
    far = Certified("2.5e-3000000")
    assert str(far) == "2.50000000000000e-3000000" and far.certain_bits > 100
    assert (far * Certified("4e3000000")).contains(10) and far < "2.6e-3000000" and far > "2.4E-3000000"
    assert float(far) == 0 and Certified("-1e3000000") < -1
    for bad in ("1e", "e5", "1e5e5", "1e99999999999999999999", "x"):
        with pytest.raises(ValueError):
            Certified(bad)
