"""Occupancy laws in python-flint: the rivals.

Ball arithmetic by FLINT (Arb), driven from Python, each program in the best form that its formula
has naturally. Every one returns certified balls with at least TARGET bits, and raises the
precision itself until it does. Starting precisions are sized in f64 beforehand, so that as a rule
one pass is enough: that favours the rival against blind doubling.

Letters as in the paper: m urns, n committees (or balls), size k; c lists of k; x, i occupancy
numbers. H(j) is the probability that all members fall among j given urns.
"""

from math import lgamma, log, log2

from flint import arb, arb_poly, ctx, fmpz

TARGET = 53
RECURSION_BITS = 128
GUARD = 32


def log2_choose(n, k):
    """log2 of C(n, k) in f64: for sizing only."""
    return (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) / log(2)


def peak(f, low, high):
    """The largest value of f on low..high, where f rises and then falls (for sizing only)."""
    while high - low > 2:
        third = (high - low) // 3
        a, b = low + third, high - third
        if f(a) < f(b):
            low = a
        else:
            high = b
    return max(map(f, range(low, high + 1)))


def accurate(ball):
    return ball.rel_accuracy_bits() >= TARGET


def adaptive(bits, compute, good=accurate):
    """compute() at `bits`, and with more and more of them until the answer is good."""
    before, more = ctx.prec, TARGET + GUARD
    try:
        while True:
            ctx.prec = int(bits)
            answer = compute()
            if good(answer):
                return answer
            bits, more = bits + more, 2 * more
    finally:
        ctx.prec = before


def all_accurate(balls):
    return all(map(accurate, balls))


# 1. One tail of a union: P(X < x) = sum_{j<x} (-1)^(x-1-j) C(m,j) C(m-j-1,x-1-j) H(j).


def union_bits(m, n, k, x):
    """What the sum needs: its largest term, the depth of the tail by the normal law, and the
    roundings of powers and recurrences."""
    every = log2_choose(m, k)

    def term(j):
        parts = log2_choose(m, j) + log2_choose(m - j - 1, x - 1 - j)
        return parts + n * (log2_choose(j, k) - every)

    q, both = (1 - k / m) ** n, ((1 - k / m) * (1 - k / (m - 1))) ** n
    variance = m * (m - 1) * both + m * q - (m * q) ** 2
    depth = max(0, x - m * (1 - q)) ** 2 / variance / log(4)
    return TARGET + GUARD + peak(term, k, x - 1) + 1.2 * depth + log2(n * x)


def union_tail_afresh(m, n, k, x):
    """P(X >= x) for n committees of k in m: the formula as it is written."""
    choose = arb.bin_uiui

    def compute():
        every = choose(m, k)
        below = arb(0)
        for j in range(k, x):
            term = choose(m, j) * choose(m - j - 1, x - 1 - j) * (choose(j, k) / every) ** n
            below = below - term if (x - 1 - j) % 2 else below + term
        return 1 - below

    return adaptive(union_bits(m, n, k, x), compute)


def union_tail_recurrences(m, n, k, x):
    """P(X >= x): the same sum, each factor got from the one before it by a ratio of integers."""

    def compute():
        # c = C(m,j) C(m-j-1,x-1-j), with its sign; h = C(j,k)/C(m,k).
        c = arb.bin_uiui(m, k) * arb.bin_uiui(m - k - 1, x - 1 - k)
        if (x - 1 - k) % 2:
            c = -c
        h = 1 / arb.bin_uiui(m, k)
        below = arb(0)
        for j in range(k, x):
            below += c * h**n
            c = c * (-(m - j) * (x - 1 - j)) / ((j + 1) * (m - j - 1))
            h = h * (j + 1) / (j + 1 - k)
        return 1 - below

    return adaptive(union_bits(m, n, k, x), compute)


# 2. One tail of an overlap of c lists of k in m.


def overlap_bits(m, c, k, x):
    """What the sums need: the largest C(r,i) E C(X,r) with i <= x, and the roundings."""

    def term(r):
        every = log2_choose(m, r)
        return log2_choose(r, min(r // 2, x)) + every + c * (log2_choose(k, r) - every)

    return TARGET + GUARD + peak(term, 0, k) + log2(c * k)


def overlap_tail_pmfs_afresh(m, c, k, x):
    """P(X >= x) = 1 - sum_{i<x} P(X=i), each P(X=i) by all k-i+1 terms of the finite form
    C(m,i) sum_y (-1)^(m-i-y) C(m-i,y) prod C(y,m-k)/C(m,m-k), every binomial afresh.
    (Below the tail there are fewer values to sum than in it.)"""
    choose = arb.bin_uiui

    def compute():
        every = choose(m, m - k)
        below = arb(0)
        for i in range(x):
            difference = arb(0)
            for y in range(m - k, m - i + 1):
                term = choose(m - i, y) * (choose(y, m - k) / every) ** c
                difference = difference - term if (m - i - y) % 2 else difference + term
            below += choose(m, i) * difference
        return 1 - below

    return adaptive(overlap_bits(m, c, k, x), compute)


def overlap_tail_pmfs_recurrences(m, c, k, x):
    """The same sums of pmfs; the products over the lists are made once for all i and, like the
    binomials, by ratios of integers."""

    def compute():
        # products[r] = prod C(m-r,m-k)/C(m,m-k), r = m-y running from 0 to k.
        products, h = [], arb(1)
        for r in range(k + 1):
            products.append(h**c)
            h = h * (k - r) / (m - r)
        below = arb(0)
        outer = arb(1)  # C(m,i)
        for i in range(x):
            difference, b = arb(0), arb(1)  # b = (-1)^(r-i) C(m-i,r-i)
            for r in range(i, k + 1):
                difference += b * products[r]
                b = b * (r - m) / (r - i + 1)
            below += outer * difference
            outer = outer * (m - i) / (i + 1)
        return 1 - below

    return adaptive(overlap_bits(m, c, k, x), compute)


def overlap_tail_moments(m, c, k, x, stop_early=False):
    """P(X >= x) = sum_{r>=x} (-1)^(r-x) C(r-1,x-1) E C(X,r), by ratio recurrences.

    With stop_early the sum ends as soon as what is left cannot matter: partial sums lie on either
    side of the answer in turn (Bonferroni), so the next term bounds the rest."""

    def compute():
        # E C(X,r) = C(m,r) h^c with h = C(k,r)/C(m,r); b = (-1)^(r-x) C(r-1,x-1) C(m,r).
        b = arb.bin_uiui(m, x)
        h = arb.bin_uiui(k, x) / b
        total, small = arb(0), arb(2) ** -(TARGET + 8)
        for r in range(x, k + 1):
            term = b * h**c
            if stop_early and abs(term) < small * abs(total):
                return total + arb(0, abs(term).upper())
            total += term
            b = b * (-r * (m - r)) / ((r - x + 1) * (r + 1))
            h = h * (k - r) / (m - r)
        return total

    return adaptive(overlap_bits(m, c, k, x), compute)


# 3. The whole pmf of balls, by the positive recursion: nothing cancels, 128 bits are enough.


def balls_pmf_lists(m, n):
    """p'_i = p_i i/m + p_(i-1) (m-i+1)/m, n times, on lists of balls. Returns P(X = 1..min(m,n))."""

    def compute():
        most = min(m, n)
        stay = [arb(i) / m for i in range(1, most + 1)]
        move = [arb(m - i + 1) / m for i in range(1, most + 1)]
        p = [arb(1)]
        for _ in range(n - 1):
            into = [arb(0)] + p
            p = [a * s + b * t for a, s, b, t in zip(p, stay, into, move)]
            if len(into) <= most:
                p.append(into[-1] * move[len(into) - 1])
        return p

    return adaptive(RECURSION_BITS, compute, all_accurate)


def falling_over_power(m, n, most):
    """m(m-1)...(m-i+1)/m^n for i = 1..most."""
    factor, factors = 1 / arb(m) ** n, []
    for i in range(most):
        factor = factor * (m - i)
        factors.append(factor)
    return factors


def balls_pmf_polynomials(m, n):
    """The same recursion on whole vectors: with P(X=i) = m^(i)/m^n S(n,i) it reads
    S(t+1,i) = i S(t,i) + S(t,i-1), and as a polynomial T' = z (T + dT/dz)."""

    def compute():
        row = arb_poly([0, 1])
        for _ in range(n - 1):
            row = (row + row.derivative()).left_shift(1)
            if row.degree() > m:
                row = row.truncate(m + 1)
        most = min(m, n)
        numbers = row.coeffs()[1 : most + 1]
        return [s * f for s, f in zip(numbers, falling_over_power(m, n, most))]

    return adaptive(RECURSION_BITS, compute, all_accurate)


def alternating_reciprocals(most):
    """(-1)^i/i! for i = 0..most."""
    term, terms = arb(1), []
    for i in range(most + 1):
        terms.append(term)
        term = term / -(i + 1)
    return terms


def balls_pmf_transform(m, n, bits):
    """The paper's alternating sum for all i at once: one product of polynomials of high precision,
    P(X=i) = m^(i) sum_j (j/m)^n/j! (-1)^(i-j)/(i-j)!. `bits`: where to start, tuned by hand."""
    most = min(m, n)

    def compute():
        inverse = alternating_reciprocals(most)
        powers = [arb(0)] + [
            arb(j) ** n * (-f if j % 2 else f) for j, f in zip(range(1, most + 1), inverse[1:])
        ]
        product = (arb_poly(powers) * arb_poly(inverse)).coeffs()[1 : most + 1]
        return [s * f for s, f in zip(product, falling_over_power(m, n, most))]

    return adaptive(bits, compute, all_accurate)


# 4. Moments of balls, at any size.


def balls_mean(m, n):
    return adaptive(
        TARGET + GUARD + n.bit_length(), lambda: m * (1 - (1 - 1 / arb(m)) ** n)
    )


def balls_variance(m, n):
    def compute():
        q = (1 - 1 / arb(m)) ** n
        both = (1 - 2 / arb(m)) ** n
        return m * (m - 1) * both + m * q - (m * q) ** 2

    return adaptive(TARGET + GUARD + n.bit_length() + m.bit_length(), compute)


def balls_raw_moment(m, n, r):
    """E X^r = sum_i S(r,i) m^(i) sum_j (-1)^j C(i,j) (1-j/m)^n."""

    def compute():
        row = [(1 - arb(j) / m) ** n for j in range(r + 1)]
        total, falling = arb(0), fmpz(1)
        for i in range(1, r + 1):
            falling *= m - i + 1
            # Differences in place: row[j] becomes the i-th difference, row[0] the one wanted.
            row = [a - b for a, b in zip(row, row[1:])]
            total += fmpz.stirling_s2(r, i) * falling * row[0]
        return total

    return adaptive(TARGET + GUARD + n.bit_length() + r, compute)


# 5. The whole pmf of n committees of k in m.


def union_pmf_lists(m, n, k):
    """The positive recursion on lists: p'_b = sum_s p_(b-s) C(m-b+s,s) C(b-s,k-s)/C(m,k), the
    hypergeometric rows made once for all steps. Returns P(X = k..min(m,nk))."""

    def compute():
        most = min(m, n * k)
        # rows[b-k][s]: into b from b-s, s new urns; by ratio recurrences along a row of fixed s.
        rows = [[] for _ in range(k, most + 1)]
        start = 1 / arb.bin_uiui(m, k)
        for s in range(k + 1):
            # At b-s = a: C(m-a,s) C(a,k-s)/C(m,k), from a = k upwards.
            value = start * fmpz.bin_uiui(m - k, s) * fmpz.bin_uiui(k, k - s)
            for b in range(k + s, most + 1):
                a = b - s
                rows[b - k].append(value)
                value = value * ((m - a - s) * (a + 1)) / ((m - a) * (a + 1 - k + s))
        p = [arb(1)]
        for _ in range(n - 1):
            p.extend([arb(0)] * min(k, most - k + 1 - len(p)))
            p = [
                sum((row[s] * p[b - s] for s in range(1, min(k, b) + 1)), row[0] * p[b])
                for b, row in zip(range(len(p)), rows)
            ]
        return p

    return adaptive(RECURSION_BITS, compute, all_accurate)


def union_pmf_polynomials(m, n, k):
    """The positive recursion as products of polynomials: with u_b = p_b (m-b)! b! up to a
    constant, a step is u' = u (1+z)^k, then u'_b times b(b-1)...(b-k+1)."""

    def compute():
        most = min(m, n * k)
        kernel = arb_poly([fmpz.bin_uiui(k, s) for s in range(k + 1)])
        # b(b-1)...(b-k+1)/C(m,k)/k!, b = k..most: the step's own constant put in.
        scale = 1 / arb.bin_uiui(m, k)
        scales = []
        for b in range(k, most + 1):
            scales.append(scale)
            scale = scale * (b + 1) / (b + 1 - k)
        u = arb_poly([1])
        for _ in range(n - 1):
            product = (u * kernel).coeffs()[: most - k + 1]
            u = arb_poly([a * b for a, b in zip(product, scales)])
        # Undo u_b = p_b (m-b)! b! / ((m-k)! k!).
        factor, answer = arb(1), []
        for b, value in zip(range(k, most + 1), u.coeffs()):
            answer.append(value * factor)
            factor = factor * (m - b) / (b + 1)
        return answer

    return adaptive(RECURSION_BITS, compute, all_accurate)


def union_pmf_transform(m, n, k, bits):
    """The paper's alternating sum for all i at once, one product of polynomials of high
    precision: P(X=i) = m^(i) sum_j H(j)/j! (-1)^(i-j)/(i-j)!. `bits`: where to start, tuned by
    hand."""
    most = min(m, n * k)

    def compute():
        inverse = alternating_reciprocals(most)
        h, values = 1 / arb.bin_uiui(m, k), []
        for j in range(k, most + 1):
            values.append(h**n * (-inverse[j] if j % 2 else inverse[j]))
            h = h * (j + 1) / (j + 1 - k)
        product = (arb_poly(values) * arb_poly(inverse[: most - k + 1])).coeffs()
        falling = falling_over_power(m, 0, most)[k - 1 :]
        return [s * f for s, f in zip(product, falling)]

    return adaptive(bits, compute, all_accurate)
