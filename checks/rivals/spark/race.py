"""urnfield.spark beside Spark's own filter, and two workers beside one, on one cluster on loopback. Prints CSV;
``checks/rivals/spark/run own|workers [KEYS] [TIMES]`` sets it up."""

import os
import sys
import tempfile
import time
from pathlib import Path

from conftest import Cluster
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import urnfield as urn
from urnfield import spark as us

CAPS = ["spark.sql.optimizer.runtime.bloomFilter.maxNumBits", "spark.sql.optimizer.runtime.bloomFilter.maxNumItems"]


def session(cluster):
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    made = (
        SparkSession.builder.master(cluster.url).config("spark.executor.memory", "1000m").config("spark.executor.cores", "1")
        .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.maxResultSize", "2g").config("spark.sql.shuffle.partitions", "4")
        # All sixteen files are pieces of work: three of them on two workers would leave one idle for a third of the time.
        .config("spark.sql.files.maxPartitionBytes", "32m").getOrCreate()
    )  # fmt: skip
    made.sparkContext.setLogLevel("ERROR")
    return made


def timed(what, workers, count, work, times):
    for _ in range(times):
        start = time.perf_counter()
        bits, rate = work()
        print(f"{what},{workers},{count},{bits},{rate},{time.perf_counter() - start:.2f}", flush=True)


def own(frame, count):
    """Spark's filter, in the JVM: its bits, and the rate it expects of itself."""
    made = frame._jdf.stat().bloomFilter("key", count, 0.01)
    return made.bitSize(), f"{made.expectedFpp():.4f}"


def ours(frame, count, whole=None):
    made = us.build(frame, "key", items=count, fpr="1%")
    assert whole is None or made == whole, "the same filter"
    return made.bits, f"{float(made.fpr()):.4f}"


def against_sparks_own(cluster, frame, spark, count, times):
    timed("count of the rows", 2, count, lambda: (frame.count(), ""), 2)
    timed("Spark's own as it comes", 2, count, lambda: own(frame, count), 2)
    for cap in CAPS:
        spark.conf.set(cap, str(20 * count))
    # In turns, so that whatever else the machine does strikes both.
    for _ in range(times):
        timed("Spark's own with its caps raised", 2, count, lambda: own(frame, count), 1)
        timed("urnfield", 2, count, lambda: ours(frame, count), 1)


def two_beside_one(cluster, frame, folder, count, times):
    timed("urnfield", 2, count, lambda: ours(frame, count), times)
    frame.sparkSession.stop()
    cluster.kill_worker()
    alone = session(cluster).read.parquet(folder)
    timed("urnfield", 1, count, lambda: ours(alone, count), times)


def main(what, count, times):
    folder = Path(tempfile.mkdtemp())
    cluster = Cluster(folder)
    try:
        cluster.add_worker()
        cluster.add_worker()
        spark, keys = session(cluster), str(folder / "keys")
        numbers = spark.range(count, numPartitions=16)
        numbers.select(F.concat(F.lit("visitor-"), F.col("id")).alias("key")).write.parquet(keys)
        frame = spark.read.parquet(keys)
        print("what,workers,keys,bits,rate,seconds", flush=True)
        if what == "own":
            against_sparks_own(cluster, frame, spark, count, times)
        else:
            two_beside_one(cluster, frame, keys, count, times)
    finally:
        cluster.stop()


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    chosen = words.get(1, "own")
    main(chosen, int(float(words.get(2, "1e7" if chosen == "own" else "5e7"))), int(words.get(3, 3)))
