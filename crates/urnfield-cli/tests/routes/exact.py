"""Questions and what whole numbers and fractions say. python3 exact.py > exact.tsv

A row is a question as it stands in an address, the key of its answer, the value, and how far a value may be
off, relatively: 0 where it is the truth itself. Nothing here knows urnfield: laws are counted outcome by
outcome, or step by step in fractions, and roots are bisected.
"""
import random
import sys
from decimal import Decimal, getcontext
from fractions import Fraction as F
from math import comb, prod

getcontext().prec = 60
sys.set_int_max_str_digits(0)
random.seed(1938)
print(f"# Python {sys.version.split()[0]}, fractions.Fraction: exact.py")
LONG = 120  # characters of a fraction; longer ones are told to 40 digits


def row(question, key, value):
    off = "0"
    if isinstance(value, F):
        text = str(value)
        if len(text) > LONG:
            text, off = f"{Decimal(value.numerator) / Decimal(value.denominator):.40g}", "1e-39"
        value = text
    elif isinstance(value, list):
        value = " ".join(map(str, value))
    print(question, key, value, off, sep="\t")


# Overlaps of lists, as SuperExactTest counts them: one list after the other is drawn, and of the x names
# that those before it share it takes y with probability C(x,y)·C(m−x,k−y)/C(m,k).
def overlap(m, sizes):
    law = {sizes[0]: F(1)}
    for k in sizes[1:]:
        new = {}
        for x, p in law.items():
            for y in range(max(0, x + k - m), min(x, k) + 1):
                new[y] = new.get(y, 0) + p * F(comb(x, y) * comb(m - x, k - y), comb(m, k))
        law = new
    return law


def quantile(law, p):
    total = F(0)
    for x in sorted(law):
        total += law[x]
        if total >= p:
            return x


for number in range(90):
    lists = random.choice([2, 2, 3, 3, 4, 5, 7])
    m = random.choice([4, 9, 20, 50, 120]) if lists > 2 else random.choice([4, 9, 50, 300, 1000])
    sizes = [random.choice([1, m // 10 + 1, m // 3 + 1, m // 2, m - 1, m]) for _ in range(lists)]
    law = overlap(m, sizes)
    x = random.choice(sorted(law)) if number % 3 else quantile(law, F(random.randrange(1, 100), 100))
    at_least = sum(p for y, p in law.items() if y >= x)
    at_most = sum(p for y, p in law.items() if y <= x)
    question = f"overlap?population={m}&sizes={','.join(map(str, sizes))}&observed={x}"
    mean = F(prod(sizes), m ** (lists - 1))
    row(question, "rows.0.expected", mean)
    row(question, "rows.0.fold", x / mean)
    row(question, "rows.0.at_least", at_least)
    row(question, "rows.0.at_most", at_most)
    row(question, "rows.0.two_sided", min(F(1), 2 * min(at_least, at_most)))
    row(question, "rows.0.two_sided_fisher", sum(p for p in law.values() if p <= law[x]))
    row(question, "rows.0.expected_interval.lo", quantile(law, F(1, 40)))
    row(question, "rows.0.expected_interval.hi", quantile(law, F(39, 40)))

# The least overlap that is rare enough, and the chance to reach it.
for number in range(60):
    m = random.choice([5, 12, 40, 90])
    a, b = (random.choice([1, 2, m // 4 + 1, m // 2, m - 1]) for _ in range(2))
    level = random.choice([F(1, 20), F(1, 100), F(1, 1000), F(1, 2)])
    law = overlap(m, [a, b])
    rare = [x for x in law if sum(p for y, p in law.items() if y >= x) <= level]
    critical = min(rare) if rare else None
    sizes = f"population={m}&sizes={a},{b}&level={level}"
    row(f"critical?{sizes}", "critical", "null" if critical is None else critical)
    at = max(law) if critical is None else critical
    row(f"critical?{sizes}", "at_least", sum(p for y, p in law.items() if y >= at))
    odds = random.choice([F(1), F(2), F(5), F(1, 3), F(30)])
    weights = {y: comb(a, y) * comb(m - a, b - y) * odds**y for y in law}
    power = sum(w for y, w in weights.items() if rare and y >= critical) / sum(weights.values())
    row(f"power?{sizes}&odds_ratio={odds}", "critical", "null" if critical is None else critical)
    row(f"power?{sizes}&odds_ratio={odds}", "power", F(power))


# How many there are. Samples of n_1, …, n_t out of N have X distinct members, with the law of a union.
def union(n, sizes):
    law = {0: F(1)}
    for k in sizes:
        new = {}
        for x, p in law.items():
            for y in range(max(0, x + k - n), min(x, k) + 1):
                new[x + k - y] = new.get(x + k - y, 0) + p * F(comb(x, y) * comb(n - x, k - y), comb(n, k))
        law = new
    return law


def bisected(f, lo, hi):
    """Where f, which falls from above 0 to below it, passes 0: 40 digits."""
    for _ in range(220):
        middle = (lo + hi) / 2
        lo, hi = (middle, hi) if f(middle) > 0 else (lo, middle)
    return lo


def told(question, sizes, distinct, most=600):
    """Moments, the likeliest numbers and the interval, where all of them end below `most`."""
    laws = {n: union(n, sizes) for n in range(max(distinct, *sizes), most)}
    tails = {}
    for n, law in laws.items():
        up = sum(p for x, p in law.items() if x >= distinct)
        tails[n] = up, sum(p for x, p in law.items() if x <= distinct)
    kept = [n for n, both in tails.items() if min(both) > F(1, 40)]
    likely = {n: law.get(distinct, F(0)) for n, law in laws.items()}
    best = max(likely.values())
    if kept and max(kept) < most - 1:
        row(question, "interval.lo", min(kept))
        row(question, "interval.hi", max(kept))
    ties = [n for n, p in likely.items() if p == best]
    if max(ties) < most - 1:
        row(question, "mle", ties)
    # 1 − X/N = ∏(1 − n_t/N); without recaptures there is no such N, with as few as one sample has it is that.
    if max(sizes) < distinct < sum(sizes):
        def mean_is_less(n):
            return distinct - n * (1 - prod(1 - F(k) / n for k in sizes))
        row(question, "moments", bisected(mean_is_less, F(distinct), F(10**9)))


for marked, caught, recaptured in [(50, 40, 8), (20, 30, 7), (9, 9, 5), (60, 12, 6), (5, 5, 4), (40, 3, 1), (33, 44, 22)]:
    question = f"estimate/population?marked={marked}&caught={caught}&recaptured={recaptured}"
    chapman = F((marked + 1) * (caught + 1), recaptured + 1) - 1
    row(question, "lincoln_petersen", F(marked * caught, recaptured))
    row(question, "moments", F(marked * caught, recaptured))
    row(question, "chapman", chapman)
    row(question, "mvue", chapman)
    told(question, [marked, caught], marked + caught - recaptured)

for sizes, distinct in [([50, 40, 45], 101), ([7, 8, 9, 10], 21), ([3, 3, 3], 5), ([10, 20, 30], 41), ([12] * 6, 40)]:
    question = f"estimate/population?sizes={','.join(map(str, sizes))}&distinct={distinct}"
    told(question, sizes, distinct, 300)

# Capture histories: noughts and ones, drawn by lot with a chance of its own for every animal.
for animals, occasions, number in [(20, 3, 1), (30, 5, 2), (12, 2, 3), (40, 4, 4), (25, 6, 5), (6, 3, 6)]:
    rows = []
    for _ in range(animals):
        chance = random.choice([0.2, 0.4, 0.6])
        rows.append([int(random.random() < chance) for _ in range(occasions)])
    rows = [history for history in rows if any(history)]
    table = "%0A".join("".join(map(str, history)) for history in rows)
    question = f"estimate/population?histories={table}"
    caught = [sum(history[t] for history in rows) for t in range(occasions)]
    exposed = again = 0
    for t in range(occasions):
        before = [history for history in rows if any(history[:t])]
        exposed += caught[t] * len(before)
        again += sum(history[t] for history in before)
    row(question, "animals", len(rows))
    row(question, "sizes", caught)
    # An estimate is told to 15 digits.
    if again:
        value = F(exposed, again)
        print(question, "schnabel", f"{Decimal(value.numerator) / Decimal(value.denominator):.30g}", "1e-14", sep="\t")
    once, twice = (sum(sum(history) == times for history in rows) for times in (1, 2))
    unseen = F(once * once, 2 * twice) if twice else F(once * (once - 1), 2)
    value = len(rows) + F(occasions - 1, occasions) * unseen
    print(question, "chao", f"{Decimal(value.numerator) / Decimal(value.denominator):.30g}", "1e-14", sep="\t")
    told(question, caught, len(rows), 200)

# Balls: how many there were, if x urns are occupied. P(X ≥ x) rises with them, P(X ≤ x) falls.
for urns, occupied in [(20, 15), (50, 10), (10, 9), (365, 23), (64, 60), (5, 1), (30, 30)]:
    question = f"estimate/balls?urns={urns}&occupied={occupied}"
    law, kept, likely = {0: F(1)}, [], {}
    for balls in range(0, 700):
        if balls:
            new = {}
            for x, p in law.items():
                new[x] = new.get(x, 0) + p * F(x, urns)
                if x < urns:
                    new[x + 1] = new.get(x + 1, 0) + p * F(urns - x, urns)
            law = new
        up = sum(p for x, p in law.items() if x >= occupied)
        down = sum(p for x, p in law.items() if x <= occupied)
        likely[balls] = law.get(occupied, F(0))
        if min(up, down) > F(1, 40):
            kept.append(balls)
        if kept and down < F(1, 50):
            break
    row(question, "interval.lo", min(kept))
    if max(kept) < 699:
        row(question, "interval.hi", max(kept))
        best = max(likely.values())
        row(question, "mle", [n for n, p in likely.items() if p == best])
    else:
        row(question, "interval.hi", "infinity")
        row(question, "mle", "infinity")

# Waiting times of the coupon collector: a sum of geometric ones; its law by the chain of occupied urns.
for urns, occupied in [(20, 20), (6, 4), (12, 12), (30, 25), (2, 2), (50, 40), (100, 100), (7, 1)]:
    mean = sum(F(urns, urns - i) for i in range(occupied))
    variance = sum(F(urns * i, (urns - i) ** 2) for i in range(occupied))
    places = sorted({occupied, int(mean), int(mean * 3 / 2) + 1})
    levels = [F(1, 100), F(1, 2), F(99, 100)]
    asked = "&".join([f"pmf={n}&at_least={n}&at_most={n}" for n in places] + [f"quantile={p}" for p in levels])
    question = f"law/waiting?urns={urns}&occupied={occupied}&{asked}"
    row(question, "mean", mean)
    row(question, "variance", variance)
    # chain[i]: i urns occupied after n balls; done[n]: x of them are.
    chain, done = [1] + [0] * occupied, [0]
    while len(done) <= max(places) or F(done[-1], urns ** (len(done) - 1)) < F(99, 100):
        new = [0] * (occupied + 1)
        for i, ways in enumerate(chain):
            new[i] += ways * (i if i < occupied else urns)
            if i < occupied:
                new[i + 1] += ways * (urns - i)
        chain = new
        done.append(chain[occupied])
    by = [F(ways, urns**n) for n, ways in enumerate(done)]
    many = len(places) > 1
    for at, n in enumerate(places):
        dot = f".{at}" if many else ""
        row(question, f"pmf{dot}", by[n] - by[n - 1])
        row(question, f"at_least{dot}", 1 - by[n - 1])
        row(question, f"at_most{dot}", by[n])
    for at, p in enumerate(levels):
        row(question, f"quantile.{at}.i", next(n for n, q in enumerate(by) if q >= p))

# Birthdays, in urns of which no machine word can hold the number.
for urns in [365, 2**64 + 13, 2**70, 2**122, 10**50, 2**521 - 1, 2**1000]:
    for balls in [1, 2, 3, 23, 500]:
        question = f"birthday?urns={urns}&balls={balls}"
        collision = 1 - F(prod(urns - i for i in range(balls)), urns**balls) if balls <= urns else F(1)
        row(question, "collision", collision)
for urns, p in [(365, F(1, 2)), (2**64 + 13, F(1, 10**14)), (2**70, F(1, 10**15)), (2**122, F(1, 10**31)), (10**50, F(1, 10**44))]:
    none, balls = F(1), 1
    while 1 - none < p:
        none *= 1 - F(balls, urns)
        balls += 1
    row(f"birthday?urns={urns}&probability={p}", "balls", balls)
