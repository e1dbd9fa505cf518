"""Questions and what scipy says. python3 scipy_says.py > scipy.tsv

The rows are as in exact.py; the last column is how far scipy's doubles may be off, relatively.
"""
import random

import scipy
from scipy.stats import fisher_exact, hypergeom, nchypergeom_fisher
from scipy.stats.contingency import odds_ratio

random.seed(1900)
print(f"# scipy {scipy.__version__}: hypergeom, fisher_exact, odds_ratio, nchypergeom_fisher: scipy_says.py")


def row(question, key, value, off):
    print(question, key, repr(float(value)) if isinstance(value, float) else value, off, sep="\t")


for _ in range(120):
    m = random.choice([100, 2_000, 20_000, 60_000])
    a, b = (random.randrange(1, m // random.choice([2, 10, 30])) for _ in range(2))
    law = hypergeom(m, a, b)
    x = int(min(a, b, max(0, a + b - m, round(law.mean() + random.uniform(-4, 9) * law.std()))))
    x = max(x, a + b - m, 0)
    question = f"overlap?population={m}&sizes={a},{b}&observed={x}"
    table = [[x, a - x], [b - x, m - a - b + x]]
    row(question, "rows.0.expected", float(law.mean()), 1e-12)
    row(question, "rows.0.at_least", float(law.sf(x - 1)), 1e-9)
    row(question, "rows.0.at_most", float(law.cdf(x)), 1e-9)
    row(question, "rows.0.two_sided_fisher", float(fisher_exact(table)[1]), 1e-7)
    found = odds_ratio(table, kind="conditional")
    lo, hi = found.confidence_interval(0.95)
    for key, value in [("odds_ratio", found.statistic), ("odds_interval.lo", lo), ("odds_interval.hi", hi)]:
        if 0 < value < float("inf"):
            row(question, f"rows.0.{key}", float(value), 1e-7)

for _ in range(60):
    m = random.choice([200, 2_000, 20_000])
    a, b = (random.randrange(2, m // 4) for _ in range(2))
    level, odds = random.choice([0.05, 0.001, 1e-6]), random.choice([1.5, 2.0, 4.0])
    law = hypergeom(m, a, b)
    critical = next((x for x in range(max(0, a + b - m), min(a, b) + 1) if law.sf(x - 1) <= level), None)
    if critical is None:
        continue
    question = f"power?population={m}&sizes={a},{b}&level={level}&odds_ratio={odds}"
    row(question, "critical", critical, 0)
    # Its sums of doubles lose digits where the power is small.
    power = float(nchypergeom_fisher(m, a, b, odds).sf(critical - 1))
    if power > 1e-4:
        row(question, "power", power, 1e-6)
