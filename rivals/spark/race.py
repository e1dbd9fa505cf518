"""urnfield.spark beside Spark's own filter, on one cluster on loopback. ``rivals/spark/run [KEYS]`` sets it up."""

import sys
import tempfile
import time
from pathlib import Path

from conftest import Cluster
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import urnfield as urn
from urnfield import spark as us

CAP = "spark.sql.optimizer.runtime.bloomFilter.maxNumBits"


def timed(what, work, times=3):
    took = []
    for _ in range(times):
        start = time.perf_counter()
        found = work()
        took.append(time.perf_counter() - start)
    print(f"{what:<44}" + " ".join(f"{one:8.2f} s" for one in took), flush=True)
    return found, min(took)


def main(count):
    folder = Path(tempfile.mkdtemp())
    cluster = Cluster(folder)
    try:
        cluster.add_worker()
        cluster.add_worker()
        session = (
            SparkSession.builder.master(cluster.url).config("spark.executor.memory", "1000m").config("spark.executor.cores", "1")
            .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "4").config("spark.sql.execution.arrow.maxRecordsPerBatch", "100000").getOrCreate()
        )
        session.sparkContext.setLogLevel("ERROR")
        session.range(count, numPartitions=16).select(F.concat(F.lit("visitor-"), F.col("id")).alias("key")).write.parquet(str(folder / "keys"))
        frame = session.read.parquet(str(folder / "keys"))
        timed("count of the rows, for scale", lambda: frame.count(), 2)
        (own, _) = timed("Spark's own filter, as it comes", lambda: frame._jdf.stat().bloomFilter("key", count, 0.01))
        print(f"  asked for {count} items at 0.01: {own.bitSize()} bits, expected rate {own.expectedFpp():.4f}")
        session.conf.set(CAP, str(20 * count))
        (own, theirs) = timed("Spark's own filter, its cap raised", lambda: frame._jdf.stat().bloomFilter("key", count, 0.01))
        print(f"  {own.bitSize()} bits, expected rate {own.expectedFpp():.4f}")
        (mine, ours) = timed("urnfield, sized for its own rate", lambda: us.build(frame, "key", items=count, fpr="1%"))
        print(f"  {mine.bits} bits, rate {mine.fpr():.7}; {ours / theirs:.2f} times Spark's time")
        alone = urn.Filter.for_items(count, "1%")
        alone.update(session.read.parquet(str(folder / "keys")).toArrow(), "key") if count <= 2_000_000 else None
        assert count > 2_000_000 or alone == mine
        session.stop()
    finally:
        cluster.stop()


if __name__ == "__main__":
    main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10_000_000)
