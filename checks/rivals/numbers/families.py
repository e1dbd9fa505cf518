"""Questions to draw: each family gives an address, the digits promised, and how to find the values in the answer."""

from math import isqrt

from flint import arb, fmpq, fmpz

import truth

MOST = 2**64 - 1


def size(draws, low, high):
    """Between two numbers, by its length, and often a corner or beside one."""
    kind = draws.random()
    if kind < 0.15:
        return draws.choice([low, high, min(high, low + 1), max(low, high - 1)])
    if kind < 0.45:
        corner = draws.choice([2**draws.randrange(1, 64), 10 ** draws.randrange(1, 20), 3 * 2 ** draws.randrange(0, 60)])
        return min(high, max(low, corner + draws.randrange(-2, 3)))
    bits = draws.uniform(max(low, 1).bit_length() - 1, high.bit_length())
    return min(high, max(low, int(2**bits) + draws.randrange(0, 1 + max(1, int(2 ** max(0, bits - 20))))))


def digits(draws):
    return draws.choice([15, 15, 15, 15, 1, 3, 7, 16, 17, 30, 60])


def chosen(answer, name):
    """What was asked once is an object, what was asked more often a list."""
    found = answer.get(name)
    return found if isinstance(found, list) else [found]


def at_least(value, bound):
    """Whether a value is not below a bound, which it does not come closer to than 300 bits can tell unless it is exact."""
    if isinstance(value, fmpq):
        return value >= bound
    return bool(value(300) >= arb(bound))


def negative(value):
    return -value if isinstance(value, fmpq) else lambda bits: -value(bits)


def moments(law):
    mean = sum((p * i for i, p in enumerate(law)), fmpq(0))
    return mean, sum((p * i * i for i, p in enumerate(law)), fmpq(0)) - mean * mean


def whole_law(draws):
    """Any departments of few urns: the whole table, both tails, quantiles, moments."""
    urns = draws.choice([1, 2, 3, 5, 8, 13, 20, 30, 40])
    departments = []
    for _ in range(draws.choice([1, 1, 2, 2, 3])):
        parts = []
        for _ in range(draws.choice([1, 1, 2, 3])):
            k = draws.choice([0, 1, 1, urns // 2, urns - 1, urns, draws.randrange(urns + 1)])
            parts.append((draws.choice([0, 1, 2, 3, 5, 17, draws.randrange(1, 60)]), max(0, k)))
        departments.append(tuple(parts))
    departments = tuple(departments)
    written = "".join("&department=" + "%2B".join(f"{n}x{k}" for n, k in parts) for parts in departments)
    d, i = digits(draws), draws.randrange(urns + 1)
    p = fmpq(draws.randrange(1, 1000), 1000)
    address = f"law/intersection?urns={urns}{written}&table&at-least={i}&at-most={i}&quantile={p}&digits={d}"

    def truths(answer):
        law = truth.department_law(urns, departments)
        mean, variance = moments(law)
        yield "mean", answer["mean"], mean
        yield "variance", answer["variance"], variance
        yield "at_least", answer["at_least"], sum(law[i:], fmpq(0))
        yield "at_most", answer["at_most"], sum(law[: i + 1], fmpq(0))
        q = answer["quantile"]["i"]
        yield "quantile", sum(law[: q + 1], fmpq(0)) >= p and sum(law[:q], fmpq(0)) < p, None
        listed = {row["i"]: row["pmf"] for row in answer["table"]}
        for x, value in enumerate(law):
            if value or x in listed:
                yield f"pmf {x}", listed.get(x, False), value

    return "law", address, d, truths


def balls(draws):
    """Balls in more urns, across the routes: single probabilities by Stirling numbers."""
    urns = size(draws, 2, 1500)
    count = min(2000, max(1, int(urns * draws.choice([0.05, 0.5, 1, 1, 2, 5])) + draws.randrange(-1, 2)))
    most = min(urns, count)
    mean = urns * (1 - (1 - 1 / urns) ** count)
    places = [1, most, max(1, most - 1), draws.randrange(1, most + 1)]
    places += [min(most, max(1, int(mean) + draws.randrange(-30, 31))) for _ in range(4)]
    d = digits(draws)
    asked = "".join(f"&pmf={i}" for i in places)
    address = f"law/balls?urns={urns}&balls={count}{asked}&digits={d}"

    def truths(answer):
        mean, variance = truth.balls_moments(urns, count)
        yield "mean", answer["mean"], mean
        yield "variance", answer["variance"], variance
        for i, found in zip(places, chosen(answer, "pmf")):
            yield f"pmf {i}", found, truth.balls_pmf(urns, count, i)

    return "balls", address, d, truths


def many_balls(draws):
    """Balls at any size: moments, and the chance that no two share an urn."""
    urns = size(draws, 2, MOST)
    count = size(draws, 1, MOST) if draws.random() < 0.5 else size(draws, 1, min(MOST, 40 * isqrt(urns) + 40))
    d = digits(draws)
    address = f"law/balls?urns={urns}&balls={count}&digits={d}"
    if count <= urns:
        address += f"&pmf={count}"

    def truths(answer):
        yield "mean", answer["mean"], truth.balls_mean(urns, count)
        # One ball occupies one urn.
        yield "variance", answer["variance"], truth.balls_variance(urns, count) if count > 1 else fmpq(0)
        if count <= urns:
            yield "pmf", answer["pmf"], truth.no_collision(urns, count)

    return "many balls", address, d, truths


def lists(draws):
    """Two lists of any size: probabilities and tails near the mean, at the edges, and far out."""
    urns = size(draws, 2, MOST)
    a, b = size(draws, 0, urns), size(draws, 0, urns)
    least, most = max(0, a + b - urns), min(a, b)
    mean = a * b // urns
    spread = isqrt(min(a, b, urns - a, urns - b)) + 1
    i = draws.choice([least, most, mean, mean + draws.randrange(-3 * spread, 3 * spread + 1), size(draws, 0, most)])
    i = min(most, max(least, i))
    d = digits(draws)
    address = f"law/intersection?urns={urns}&sizes={a},{b}&pmf={i}&at-least={i}&at-most={i}&digits={d}"

    def truths(answer):
        yield "mean", answer["mean"], fmpq(fmpz(a) * b, urns)
        top = fmpz(a) * b * (urns - a) * (urns - b)
        yield "variance", answer["variance"], fmpq(top, fmpz(urns) ** 2 * (urns - 1))
        yield "pmf", answer["pmf"], truth.lists_pmf(urns, a, b, i)
        yield "at_least", answer["at_least"], truth.lists_tail(urns, a, b, i, True)
        yield "at_most", answer["at_most"], truth.lists_tail(urns, a, b, i, False)

    return "lists", address, d, truths


def rates(draws):
    """Rates of filters of any size, and what is left to one."""
    kind = draws.choice(["standard", "classic"])
    hashes = draws.choice([1, 2, 3, 7, 7, 10, 13, 20, draws.randrange(1, 40)])
    bits = size(draws, hashes, MOST)
    full = max(1, bits // hashes)
    items = draws.choice([1, 1, 2, full, max(1, full * 7 // 10), min(MOST, full * 3), size(draws, 1, min(MOST, 5 * full))])
    d = digits(draws)
    address = f"rate?kind={kind}&bits={bits}&items={items}&hashes={hashes}&digits={d}"

    def truths(answer):
        value = truth.rate(kind, bits, items, hashes)
        yield "fpr", answer["fpr"], value
        rest = 1 - value if isinstance(value, fmpq) else lambda more: 1 - value(more + 200)
        yield "one_minus_fpr", answer.get("one_minus_fpr"), rest

    return "rates", address, d, truths


def birthdays(draws):
    """Collisions, and the fewest balls for a chance."""
    urns = size(draws, 1, MOST)
    d = digits(draws)
    if draws.random() < 0.5:
        count = size(draws, 0, min(MOST, 50 * isqrt(urns) + 2))
        address = f"birthday?urns={urns}&balls={count}&digits={d}"

        def truths(answer):
            yield "collision", answer["collision"], truth.collision(urns, count) if count > 1 else fmpq(0)

        return "birthdays", address, d, truths
    p = fmpq(1, draws.choice([2, 3, 10**3, 10**6, 10**9])) if draws.random() < 0.7 else fmpq(draws.randrange(1, 999), 1000)
    address = f"birthday?urns={urns}&probability={p}&digits={d}"

    def truths(answer):
        count = answer["balls"]
        yield "balls", at_least(truth.collision(urns, count), p), None
        yield "balls less one", count <= 1 or not at_least(truth.collision(urns, count - 1), p), None
        yield "collision", answer["collision"], truth.collision(urns, count)

    return "birthdays", address, d, truths


def waiting(draws):
    urns = size(draws, 1, MOST)
    occupied = draws.choice([1, urns, urns // 2 or 1, size(draws, 1, urns)])
    d = digits(draws)
    address = f"law/waiting?urns={urns}&occupied={occupied}&digits={d}"

    def truths(answer):
        yield "mean", answer["mean"], truth.waiting_mean(urns, occupied)

    return "waiting", address, d, truths


def plans(draws):
    """The smallest filter: it keeps the rate, and one bit less does not, with as many hashes or with neighbours."""
    kind = draws.choice(["standard", "classic"])
    items = size(draws, 1, 10**12)
    p = draws.choice([fmpq(1, 2), fmpq(1, 10), fmpq(1, 100), fmpq(1, 1000), fmpq(1, 10**6), fmpq(draws.randrange(1, 500), 1000)])
    d = 15
    address = f"plan?kind={kind}&items={items}&fpr={p}"

    def truths(answer):
        found = answer["plans"][0]
        bits, hashes = found["bits"], found["hashes"]
        value = truth.rate(kind, bits, items, hashes)
        kept = at_least(negative(value), -p)
        near = [k for k in (hashes - 2, hashes - 1, hashes, hashes + 1, hashes + 2) if 1 <= k <= max(1, bits - 1)]
        rates = [truth.rate(kind, bits - 1, items, k) for k in near if bits > 1]
        missed = not any(at_least(negative(rate), -p) for rate in rates)
        yield "smallest", kept and missed, None
        yield "fpr", found["fpr"], value

    return "plans", address, d, truths


FAMILIES = [whole_law] * 20 + [balls] * 3 + [many_balls] * 8 + [lists] * 6 + [rates] * 6 + [birthdays] * 8
FAMILIES += [waiting] * 2 + [plans]


def draw(draws):
    return draws.choice(FAMILIES)(draws)
