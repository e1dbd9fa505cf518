"""Puts scipy's odds ratios beside those of R. Rscript odds.R | python3 odds.py > odds.tsv"""
import sys

import scipy
from scipy.stats.contingency import odds_ratio

print(sys.stdin.readline().strip())
print(f"# scipy {scipy.__version__}: contingency.odds_ratio(kind='conditional'), confidence_interval(0.95)")
print("population\ta\tb\tobserved\tR_ratio\tR_lo\tR_hi\tscipy_ratio\tscipy_lo\tscipy_hi")
for line in sys.stdin:
    m, a, b, x = map(int, line.split("\t")[:4])
    found = odds_ratio([[x, a - x], [b - x, m - a - b + x]], kind="conditional")
    lo, hi = found.confidence_interval(0.95)
    print(line.strip(), *(f"{value:.10g}" for value in (found.statistic, lo, hi)), sep="\t")
