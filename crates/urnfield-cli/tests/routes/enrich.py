"""One list against sets, as scipy says. python3 enrich.py writes list.txt, sets.gmt and enrich-scipy.tsv."""
import random

import scipy
from scipy.stats import false_discovery_control, hypergeom

random.seed(1995)
POPULATION = 800
names = [f"g{number}" for number in range(POPULATION)]
genes = random.sample(names, 90)
with open("list.txt", "w") as out:
    out.writelines(name + "\n" for name in genes)
sets = []
for number in range(80):
    # Some are rich in names of the list, some poor, most neither.
    share = random.choice([0.02, 0.1, 0.1, 0.1, 0.3, 0.7])
    size = random.choice([1, 3, 10, 40, 120])
    mine = random.sample(genes, min(len(genes), sum(random.random() < share for _ in range(size))))
    others = [name for name in names if name not in genes]
    sets.append((f"s{number}", mine + random.sample(others, size - len(mine))))
with open("sets.gmt", "w") as out:
    out.writelines("\t".join([name, "drawn", *members]) + "\n" for name, members in sets)
rows = []
for name, members in sets:
    x = len(set(members) & set(genes))
    law = hypergeom(POPULATION, len(members), len(genes))
    rows.append((name, len(members), x, float(law.sf(x - 1)), float(law.cdf(x))))
up, down = (false_discovery_control([min(1.0, row[at]) for row in rows]) for at in (3, 4))
with open("enrich-scipy.tsv", "w") as out:
    print(f"# scipy {scipy.__version__}: hypergeom.sf, hypergeom.cdf, false_discovery_control: enrich.py", file=out)
    print("set\tsize\tobserved\tgreater\tless\tbh_greater\tbh_less", file=out)
    for row, greater, less in zip(rows, up, down):
        print(*row, float(greater), float(less), sep="\t", file=out)
