"""The filter of a DataFrame is the shell's, byte for byte, whatever happens on the way."""

import threading
import time

import pyarrow as pa
import pytest
from pyspark.sql import functions as F

import urnfield as urn
from urnfield import parts
from urnfield import spark as us

COUNT = 60_000
KEY = b"sixteen secrets!"


def keys(count=COUNT):
    return [f"visitor-{i}" for i in range(count)]


@pytest.fixture(scope="session")
def frame(spark):
    return spark.range(COUNT).select(F.concat(F.lit("visitor-"), F.col("id").cast("string")).alias("key"), F.col("id"))


@pytest.mark.parametrize("kind", ["standard", "classic", "line", "line-classic"])
def test_every_kind_is_the_shells(frame, build_by_shell, kind):
    f = us.build(frame, "key", items=COUNT, fpr="1%", kind=kind)
    assert f.to_bytes() == build_by_shell(keys(), "--items", COUNT, "--fpr", "1%", "--kind", kind)
    assert f.fpr() <= "1%" and COUNT in f.estimate_items("99.9%")


@pytest.mark.parametrize("tree", [False, True])
@pytest.mark.parametrize("many", [1, 7, 64])
def test_partitions_do_not_matter(frame, build_by_shell, many, tree, monkeypatch):
    if tree:
        # As where the parts together are too much for the driver.
        monkeypatch.setattr(us, "_AT_ONCE", 0)
    f = us.build(frame.repartition(many), "key", items=COUNT, fpr="0.1%")
    assert f.to_bytes() == build_by_shell(keys(), "--items", COUNT, "--fpr", "0.1%")


def test_a_keyed_filter_is_the_shells(frame, build_by_shell, tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(KEY)
    secret.chmod(0o600)
    f = us.build(frame, "key", items=COUNT, fpr="1%", key=KEY)
    mine = urn.Filter.for_items(COUNT, "1%", key=KEY)
    mine.update(keys())
    assert f == mine and f.to_bytes() == mine.to_bytes()
    kept = us.keep_possible(frame.limit(100), "key", f, key=KEY)
    assert kept.count() == 100
    with pytest.raises(TypeError, match="add key="):
        us.keep_possible(frame, "key", f)


def test_empty_partitions_nulls_and_skew(spark, frame):
    whole = urn.Filter.for_items(COUNT, "1%")
    whole.update(keys())
    holes = frame.union(spark.range(5000).select(F.lit(None).cast("string").alias("key"), F.col("id"))).repartition(5)
    assert us.build(holes, "key", like=whole) == whole
    nearly_empty = frame.where("id < 3").repartition(16, "id")
    few = urn.Filter.for_items(COUNT, "1%")
    few.update(keys(3))
    assert us.build(nearly_empty, "key", like=whole) == few
    skewed = frame.repartition(8, F.when(F.col("id") % 50 == 0, F.col("id")).otherwise(F.lit(0)))
    assert us.build(skewed, "key", items=COUNT, fpr="1%").to_bytes() == whole.to_bytes()
    nothing = us.build(frame.where("id < 0"), "key", like=whole)
    assert nothing.bits_set() == 0 and nothing.planned_items == COUNT
    numbers = urn.Filter(200_003, 5)
    numbers.update(range(COUNT))
    assert us.build(frame, "id", design=numbers.design) == numbers
    texts = urn.Filter(200_003, 5)
    texts.update([str(i) for i in range(COUNT)])
    assert us.build(frame, "id", design=numbers.design, column_as="text") == texts


def test_a_task_that_fails_once_changes_nothing(spark, frame, tmp_path):
    mark = tmp_path / "failed"

    def fails_once(batches):
        import os

        for batch in batches:
            try:
                os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                yield batch
            else:
                raise RuntimeError("a disk was pulled")

    whole = urn.Filter.for_items(COUNT, "1%")
    whole.update(keys())
    shaky = frame.repartition(4).mapInArrow(fails_once, frame.schema)
    assert us.build(shaky, "key", items=COUNT, fpr="1%") == whole
    assert mark.exists()


def test_rows_that_cannot_match_are_dropped(spark, frame):
    f = us.build(frame.where("id < 20000"), "key", items=20_000, fpr="1%")
    kept = us.keep_possible(frame, "key", f)
    assert kept.where("id < 20000").count() == 20_000
    expected = f.contains_many(keys()).count()
    assert kept.count() == expected and kept.columns == frame.columns
    marked = us.mark(frame, "key", f, name="seen")
    assert marked.where("seen").count() == expected and marked.where("not seen").count() == COUNT - expected
    with pytest.raises(ValueError, match="already"):
        us.mark(frame, "key", f, name="id")


def test_filters_in_rows_are_united(spark):
    like = urn.Filter.for_items(1000, "1%")
    bodies = [parts.partial([keys(1000)[i::5]], like=like) for i in range(5)]
    stored = spark.createDataFrame([(bytearray(body),) for body in bodies], "body binary").repartition(3)
    whole = urn.Filter.for_items(1000, "1%")
    whole.update(keys(1000))
    assert us.union(stored, "body") == whole
    assert 1000 in us.estimate(stored, confidence="99.9%")
    other = urn.Filter.for_items(999, "1%")
    mixed = stored.union(spark.createDataFrame([(bytearray(other.to_bytes()),)], "body binary"))
    with pytest.raises(Exception, match="equal items have equal positions"):
        us.union(mixed, "body")


def test_what_stands_in_several_data_centres(spark, frame):
    centres = {"oslo": frame.where("id < 30000"), "rome": frame.where("id >= 20000 and id < 50000"), "bern": frame.where("id >= 50000")}
    filters, rows = us.overlap(centres, "key", items=60_000, fpr="0.1%")
    assert set(filters) == set(centres) and len(rows) == 3
    both = next(row for row in rows if row["sets"] == ["oslo", "rome"])
    assert both["intersection"]["interval"]["lo"] <= 10_000 <= both["intersection"]["interval"]["hi"]
    assert both["share_nothing"] < 1e-9
    apart = next(row for row in rows if row["sets"] == ["oslo", "bern"])
    assert apart["intersection"]["interval"]["lo"] == 0


def test_sparks_own_filter_is_capped_as_the_page_says(frame):
    own = frame._jdf.stat().bloomFilter("key", 10_000_000, 0.01)
    assert own.bitSize() == 2**26
    # It takes the hashes that suit 4 million items, the cap of `runtime.bloomFilter.maxNumItems`.
    rate = urn.Design(2**26, 12).fpr(10_000_000)
    assert rate > "11%" and rate < "11.2%"
    assert urn.Filter.for_items(10_000_000, "1%").bits > 95_900_000


def test_the_page_shows_what_happens(spark, capsys):
    import os
    import re
    from pathlib import Path

    page = (Path(os.environ["URNFIELD_PROJECT"]) / "docs/engines.md").read_text()
    blocks = re.findall(r"^```python\n(# spark\n.*?)^```", page, re.M | re.S)
    assert blocks
    for block in blocks:
        capsys.readouterr()
        exec(block, {"spark": spark})
        said = [line.split("#")[-1].strip() for line in block.splitlines() if line.startswith("print(")]
        assert capsys.readouterr().out.splitlines() == said


def test_what_cannot_be_is_refused_on_the_driver(frame):
    with pytest.raises(KeyError, match="a frame has the columns key, id"):
        us.build(frame, "none", items=10, fpr="1%")
    with pytest.raises(TypeError, match="got a column of double; cast it to string first"):
        us.build(frame.withColumn("x", F.col("id") / 2), "x", items=10, fpr="1%")
    with pytest.raises(ValueError, match="add both"):
        us.build(frame, "key", items=10)
    with pytest.raises(urn.Error):
        us.build(frame, "key", items=10, fpr="200%")
    with pytest.raises(TypeError, match="binary"):
        us.union(frame, "key")


def test_beyond_64_mib_the_parts_travel_in_shards(frame):
    like = urn.Filter(2**29 + 2**28 + 77, 5, seed=3)
    whole = like.copy()
    whole.update(keys(20_000))
    found = us.build(frame.where("id < 20000").repartition(2), "key", like=like)
    assert found == whole and found.to_bytes(compress=True) == whole.to_bytes(compress=True)


def test_a_worker_that_is_killed_changes_nothing(cluster, spark, frame):
    def slowly(batches):
        for batch in batches:
            for at in range(0, batch.num_rows, 1000):
                time.sleep(0.03)
                yield batch.slice(at, 1000)

    whole = urn.Filter.for_items(COUNT, "1%")
    whole.update(keys())
    slow = frame.repartition(8).mapInArrow(slowly, frame.schema)
    timer = threading.Timer(2.5, cluster.kill_worker)
    timer.start()
    try:
        assert us.build(slow, "key", items=COUNT, fpr="1%").to_bytes() == whole.to_bytes()
    finally:
        timer.join()
        cluster.add_worker()
