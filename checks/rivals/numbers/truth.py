"""What is true, by python-flint: exact rationals where numbers are small, balls of Arb where they are large.

Nothing here is how urnfield finds it. Laws of few urns are sums over subsets in whole numbers; laws of two lists and
of first collisions are gamma functions; rates are sums over how many different bits an item has. A value is an fmpq,
or a function of a precision that gives a ball.
"""

from functools import lru_cache

from flint import arb, ctx, fmpq, fmpz


# So few are counted exactly.
FEW = 40


def binomial(n, k):
    """C(n, k) as a whole number; n may be large if k is small."""
    if k < 0 or k > n:
        return fmpz(0)
    return fmpz.bin_uiui(n, k)


# Few urns: X is at most s within s given urns, and the rest is inclusion and exclusion.


@lru_cache(maxsize=64)
def union_law(urns, committees):
    """[P(X = i)] of a union of (count, size) committees, exactly."""
    within = []
    for s in range(urns + 1):
        ways = fmpz(1)
        for count, size in committees:
            ways *= binomial(s, size) ** count
        within.append(ways)
    all_ways = within[urns]
    law = []
    for i in range(urns + 1):
        total = fmpz(0)
        for s in range(i + 1):
            term = binomial(i, s) * within[s]
            total += term if (i - s) % 2 == 0 else -term
        law.append(fmpq(binomial(urns, i) * total, all_ways))
    return law


@lru_cache(maxsize=64)
def department_law(urns, departments):
    """[P(X = i)] of the urns that all departments occupy: independent sets, each with any places alike."""
    law = union_law(urns, departments[0])
    for committees in departments[1:]:
        other, both = union_law(urns, committees), [fmpq(0)] * (urns + 1)
        for a, p in enumerate(law):
            if p == 0:
                continue
            for b, q in enumerate(other):
                if q == 0:
                    continue
                weight = p * q / binomial(urns, b)
                for x in range(max(0, a + b - urns), min(a, b) + 1):
                    both[x] += weight * binomial(a, x) * binomial(urns - a, b - x)
        law = both
    return law


def balls_moments(urns, balls):
    """E X and Var X, exactly."""
    one, two = fmpq(urns - 1, urns) ** balls, fmpq(urns - 2, urns) ** balls
    return urns * (1 - one), fmpz(urns) * (urns - 1) * two + urns * one - fmpz(urns) ** 2 * one * one


def balls_pmf(urns, balls, i):
    """P(X = i) by Stirling numbers, exactly."""
    if i > min(urns, balls) or (i == 0 and balls):
        return fmpq(0)
    falling = fmpz(1)
    for j in range(i):
        falling *= urns - j
    return fmpq(falling * fmpz.stirling_s2(balls, i), fmpz(urns) ** balls)


# Any size: balls of Arb. Each takes the precision to work with.


def working(bits):
    ctx.prec = bits


def log_binomial(n, k):
    return arb(n + 1).lgamma() - arb(k + 1).lgamma() - arb(n - k + 1).lgamma()


def few_lists(urns, a, b, low, high):
    """P(low ≤ X ≤ high) of two lists, one of them short, exactly."""
    a, b = min(a, b), max(a, b)
    # Where the members of the short list fall; C(m, b) itself would be too long.
    total = fmpq(0)
    for i in range(low, high + 1):
        part = fmpq(binomial(a, i))
        for j in range(i):
            part *= fmpq(b - j, urns - j)
        for j in range(a - i):
            part *= fmpq(urns - b - j, urns - i - j)
        total += part
    return total


def lists_pmf(urns, a, b, i):
    if min(a, b) <= FEW:
        return few_lists(urns, a, b, i, i)

    def ball(bits):
        # A logarithm as large as 2^70 loses 70 bits before the point.
        working(bits + 160)
        logarithm = log_binomial(a, i) + log_binomial(urns - a, b - i) - log_binomial(urns, b)
        return logarithm.exp()

    return ball


def lists_tail(urns, a, b, i, upward):
    """P(X ≥ i) or P(X ≤ i), summed away from i: every ratio of neighbours is smaller than the one before."""
    least, most = max(0, a + b - urns), min(a, b)
    if i == (least if upward else most):
        return fmpq(1)
    if most <= FEW:
        return few_lists(urns, a, b, i, most) if upward else few_lists(urns, a, b, least, i)

    def ball(bits):
        first = lists_pmf(urns, a, b, i)(bits)
        working(bits + 160)
        term = total = arb(1)
        x, last = i, None
        while True:
            if upward:
                if x == most:
                    break
                ratio = arb(fmpq(fmpz(a - x) * (b - x), fmpz(x + 1) * (urns - a - b + x + 1)))
                x += 1
            else:
                if x == least:
                    break
                ratio = arb(fmpq(fmpz(x) * (urns - a - b + x), fmpz(a - x + 1) * (b - x + 1)))
                x -= 1
            term *= ratio
            total += term
            if ratio < 0.99 and term < arb(2) ** (-bits - 20) * total:
                # All that follows is less than a geometric series.
                rest = term * ratio / (1 - ratio)
                total += arb(0, rest.upper()) + rest.upper() / 2
                break
            if abs(x - i) > 20_000:
                return None
        return first * total

    return ball


def no_collision(urns, balls):
    """P(all balls in different urns)."""
    if balls > urns:
        return fmpq(0)
    if balls <= FEW:
        product = fmpq(1)
        for j in range(balls):
            product *= fmpq(urns - j, urns)
        return product

    def ball(bits):
        working(bits + 160)
        return (arb(urns + 1).lgamma() - arb(urns - balls + 1).lgamma() - balls * arb(urns).log()).exp()

    return ball


def collision(urns, balls):
    apart = no_collision(urns, balls)
    if isinstance(apart, fmpq):
        return 1 - apart

    def ball(bits):
        # 1 − p of a p next to 1.
        return 1 - apart(bits + 140)

    return ball


def empty_power(urns, empty, balls):
    """((m − e)/m)^n: e given urns stay empty."""
    return (balls * (-arb(fmpq(empty, urns))).log1p()).exp() if empty < urns else arb(int(balls == 0))


def balls_mean(urns, balls):
    if balls == 1:
        return fmpq(1)

    def ball(bits):
        working(bits + 160)
        return urns * (1 - empty_power(urns, 1, balls))

    return ball


def balls_variance(urns, balls):
    def ball(bits):
        working(bits + 300)
        one, m = empty_power(urns, 1, balls), arb(urns)
        two = empty_power(urns, 2, balls) if urns >= 2 else arb(0)
        return m * (m - 1) * two + m * one - m * m * one * one

    return ball


def waiting_mean(urns, occupied):
    """Σ m/(m − j) over j < c."""
    if occupied <= FEW:
        return sum((fmpq(urns, urns - j) for j in range(occupied)), fmpq(0))

    def ball(bits):
        working(bits + 160)
        return urns * (arb(urns + 1).digamma() - arb(urns - occupied + 1).digamma())

    return ball


def given_occupied(urns, items, hashes, kind, places):
    """P(so many given bits are all set)."""
    total, sign = arb(0), 1
    for r in range(places + 1):
        if kind == "standard":
            part = empty_power(urns, r, items * hashes)
        else:
            # C(m − r, k)/C(m, k), to the n-th power.
            part = arb(1)
            for j in range(r):
                part *= arb(fmpq(urns - hashes - j, urns - j)) if urns - hashes - j > 0 else arb(0)
            part = part ** fmpz(items)
        total += sign * binomial(places, r) * part
        sign = -sign
    return total


def rate(kind, bits_of_filter, items, hashes):
    """The mean rate of a filter: over how many different bits another item has."""
    m, k = bits_of_filter, hashes
    if m <= FEW and items * k <= 10 * FEW:
        law = union_law(m, ((items * k, 1),) if kind == "standard" else ((items, k),))
        if kind == "standard":
            return sum((p * fmpq(i, m) ** k for i, p in enumerate(law)), fmpq(0))
        return sum((p * fmpq(binomial(i, k), binomial(m, k)) for i, p in enumerate(law)), fmpq(0))

    def ball(bits):
        # Where few bits are set, all terms cancel but the last few.
        working(bits + 64 * (k + 4))
        if kind == "classic":
            return given_occupied(m, items, k, kind, k)
        total, falling = arb(0), fmpz(1)
        for j in range(1, min(k, m) + 1):
            falling *= m - j + 1
            weight = arb(fmpq(fmpz.stirling_s2(k, j) * falling, fmpz(m) ** k))
            total += weight * given_occupied(m, items, k, kind, j)
        return total

    return ball
