"""Values of scipy: hypergeom and fisher_exact. python overlaps.py < overlaps-R.tsv > overlaps-scipy.tsv"""
import sys, scipy
from scipy.stats import hypergeom, fisher_exact
from scipy.stats.contingency import odds_ratio
print(f"# scipy {scipy.__version__}: hypergeom.logsf, fisher_exact, contingency.odds_ratio(kind='conditional')")
print("population\ta\tb\tobserved\tlog_at_least\ttwo_sided\todds_ratio\todds_lo\todds_hi")
n=0
for line in sys.stdin:
    if line[0] in "#p": continue
    m,a,b,x=map(int,line.split("\t")[:4])
    n+=1
    if n>200: break
    t=[[x,a-x],[b-x,m-a-b+x]]
    r=odds_ratio(t,kind="conditional")
    ci=r.confidence_interval(0.95)
    print(m,a,b,x,repr(float(hypergeom.logsf(x-1,m,a,b))),repr(float(fisher_exact(t)[1])),repr(float(r.statistic)),repr(float(ci.low)),repr(float(ci.high)),sep="\t")
