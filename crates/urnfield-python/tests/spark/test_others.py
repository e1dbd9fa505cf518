"""Spark Connect, where the driver is no part of Spark, and Ray."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pyarrow as pa

import urnfield as urn
from urnfield import parts

THROUGH_CONNECT = """
from pyspark.sql import SparkSession
spark = SparkSession.builder.remote("local[2]").config("spark.sql.shuffle.partitions", "4").getOrCreate()
assert type(spark).__module__.startswith("pyspark.sql.connect"), type(spark)
import urnfield as urn
from urnfield import spark as us
frame = spark.range(20_000).selectExpr("concat('visitor-', id) as key", "id")
whole = urn.Filter.for_items(20_000, "1%")
whole.update([f"visitor-{i}" for i in range(20_000)])
made = us.build(frame.repartition(5), "key", items=20_000, fpr="1%")
assert made.to_bytes() == whole.to_bytes()
half = us.build(frame.where("id < 10000"), "key", like=whole)
kept = us.keep_possible(frame, "key", half)
assert kept.where("id < 10000").count() == 10_000 and kept.count() == half.contains_many([f"visitor-{i}" for i in range(20_000)]).count()
assert us.mark(frame, "key", half, name="seen").where("seen").count() == kept.count()
stored = spark.createDataFrame([(bytearray(half.to_bytes()),), (bytearray(whole.to_bytes()),)], "body binary")
assert us.union(stored) == whole and 20_000 in us.estimate(stored, confidence="99.9%")
filters, rows = us.overlap({"all": frame, "some": frame.where("id < 100")}, "key", items=20_000, fpr="1%")
assert filters["all"] == whole and rows[0]["share_nothing"] < 1e-9
spark.stop()
print("the same")
"""


def test_spark_connect_makes_the_same_bytes(tmp_path):
    # A session of its own: one process has either kind.
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run([sys.executable, "-c", THROUGH_CONNECT], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["the same"], done.stderr[-3000:]


def test_the_pages_block_for_ray(capsys):
    page = (Path(os.environ["URNFIELD_PROJECT"]) / "docs/reference/engines.md").read_text()
    (block,) = re.findall(r"^```python\n(# ray\n.*?)^```", page, re.M | re.S)
    # What the blocks before it have made.
    visits = pa.table({"visitor": [f"visitor-{i}" for i in range(10_000)]})
    by_polars = urn.Filter.for_items(10_000, "1%")
    by_polars.update(visits, "visitor")
    empty = urn.Filter.for_items(10_000, "1%").to_bytes(compress=True)
    pieces = [visits.slice(at, 1_000) for at in range(0, 10_000, 1_000)]
    exec(block, {"parts": parts, "pieces": pieces, "empty": empty, "by_polars": by_polars})
    assert capsys.readouterr().out.splitlines()[-1:] == ["True"]
