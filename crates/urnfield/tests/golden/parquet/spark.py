"""Writes the golden file of parquet-mr and the sizes that its own class computes, into a folder."""
import random, sys
from glob import glob
from shutil import copy
from pyspark.sql import SparkSession

out = sys.argv[1]
spark = SparkSession.builder.master("local[1]").getOrCreate()

# A field of a structure, and a name that has a dot itself: it gets no filter, as its option means a field b of a.
frame = spark.range(300).selectExpr("concat('key-', id) as `a.b`", "named_struct('inner', concat('key-', id)) as outer",
                                    "id * id - 100 as id").coalesce(1)
asked = {"a.b": "0.1", "outer.inner": "0.01", "id": "0.01"}
options = {f"parquet.bloom.filter.{name}#{column}": value for column, fpp in asked.items()
           for name, value in [("enabled", "true"), ("expected.ndv", "300"), ("fpp", fpp)]}
frame.write.mode("overwrite").option("compression", "zstd").options(**options).parquet(f"{out}/spark")
copy(glob(f"{out}/spark/*.parquet")[0], f"{out}/spark.parquet")

# Values, rate, cap in bytes, bytes.
of = spark._jvm.org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter
draws = random.Random(31)
with open(f"{out}/parquet-mr-sizes.txt", "w") as file:
    for _ in range(300):
        items = draws.choice([draws.randint(1, 60), draws.randint(1, 3000), draws.randint(1, 10**6), draws.randint(1, 10**9)])
        fpp = f"{10 ** draws.uniform(-7, -0.05):.4g}"
        cap = 1 << draws.choice([20, 20, 20, draws.randint(6, 22)])
        size = of(of.optimalNumOfBits(items, float(fpp)) // 8, cap).getBitsetSize()
        file.write(f"{items} {fpp} {cap} {size}\n")
spark.stop()
