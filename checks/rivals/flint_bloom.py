"""python-flint programs of the paper's formulas for false-positive rates.

Each returns a ball certain to 53 bits; the precision to start with is chosen so that one pass is
enough, which favours the rival.
"""

from functools import cache
from math import ceil, log2

from flint import arb

from flint_occupancy import adaptive


@cache
def stirling_row(k):
    """S(k, 0..k), prepared outside the clock."""
    row = [1]
    for _ in range(k):
        row = [0] + [(i + 1) * (row[i + 1] if i + 1 < len(row) else 0) + row[i]
                     for i in range(len(row))]
    return row


def bits(m, n, k, clear):
    """53, what the alternating sum loses, what the power loses, and a margin."""
    return ceil(53 + k * log2((1 + clear) / (1 - clear)) + log2(n * k) + log2(k + 1) + 16)


def standard_rate(m, n, k):
    """The theorem on f_S: sum_i S(k,i) m^(i)/m^k sum_j (-1)^j C(i,j) (1 - j/m)^(nk)."""
    row = stirling_row(k)

    def compute():
        powers = [(arb(m - j) / m) ** (n * k) for j in range(k + 1)]
        total, falling = arb(0), arb(1)
        for i in range(k + 1):
            inner = arb(0)
            choose = 1
            for j in range(i + 1):
                inner += -choose * powers[j] if j % 2 else choose * powers[j]
                choose = choose * (i - j) // (j + 1)
            total += row[i] * falling * inner
            falling = falling * (m - i)
        return total / arb(m) ** k

    clear = (1 - 1 / m) ** (n * k)
    # The falling factorials m^(i)/m^k are of very different sizes: that costs nothing relative.
    return adaptive(bits(m, n, k, clear), compute)


def classic_rate(m, n, k):
    """f_C: sum_i (-1)^i C(k,i) [C(m-i,k)/C(m,k)]^n."""

    def compute():
        total, share, choose = arb(0), arb(1), 1
        for i in range(k + 1):
            term = choose * share**n
            total += -term if i % 2 else term
            share = share * (m - k - i) / (m - i)
            choose = choose * (k - i) // (i + 1)
        return total

    clear = (1 - k / m) ** n
    return adaptive(bits(m, n, k, clear), compute)
