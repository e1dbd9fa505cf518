"""The filter of a DataFrame is the shell's, byte for byte, whatever happens on the way."""

import math
import shutil
import threading
import time
from fractions import Fraction

import pandas as pd
import pytest
from pyspark.sql import functions as F

import urnfield as urn
from urnfield import parts
from urnfield import spark as us

COUNT = 60_000
KEY = b"sixteen secrets!"


def keys(count=COUNT):
    return [f"visitor-{i}" for i in range(count)]


def rows_of(frame):
    """How many rows every partition has."""
    return [len(rows) for rows in frame.rdd.glom().collect()]


@pytest.fixture(scope="session")
def frame(spark):
    return spark.range(COUNT).select(F.concat(F.lit("visitor-"), F.col("id").cast("string")).alias("key"), F.col("id"))


@pytest.fixture(scope="session")
def secret(tmp_path_factory):
    """A file with the key of the keyed filters."""
    file = tmp_path_factory.mktemp("key") / "secret"
    file.write_text(KEY.hex() + "\n")
    file.chmod(0o600)
    return file


@pytest.fixture(scope="session")
def whole(build_by_shell):
    """What the shell makes of all keys at 1 %."""
    return build_by_shell(COUNT, "--items", COUNT, "--fpr", "1%")


@pytest.mark.parametrize("many", [1, 7, 64])
@pytest.mark.parametrize("kind", ["standard", "classic", "line", "line-classic", "standard keyed", "line keyed"])
def test_every_kind_at_any_number_of_partitions_is_the_shells(frame, build_by_shell, secret, kind, many):
    kind, *keyed = kind.split()
    words = ["--items", COUNT, "--fpr", "1%", "--kind", kind, *(["--key-file", secret] if keyed else [])]
    f = us.build(frame.repartition(many), "key", items=COUNT, fpr="1%", kind=kind, key=KEY if keyed else None)
    assert f.to_bytes() == build_by_shell(COUNT, *words)
    assert f.fpr() <= "1%" and COUNT in f.estimate_items("99.9%")


@pytest.mark.parametrize("many", [1, 7, 64])
def test_a_tree_of_merges_makes_the_same(frame, build_by_shell, secret, whole, many, monkeypatch):
    # As where the parts together are too much for the driver.
    monkeypatch.setattr(us, "_AT_ONCE", 0)
    parted = frame.repartition(many)
    assert us.build(parted, "key", items=COUNT, fpr="1%").to_bytes() == whole
    words = ["--items", COUNT, "--fpr", "1%", "--kind", "line-classic", "--key-file", secret]
    f = us.build(parted, "key", items=COUNT, fpr="1%", kind="line-classic", key=KEY)
    assert f.to_bytes() == build_by_shell(COUNT, *words)


def test_other_ways_to_a_size_are_the_shells(frame, build_by_shell):
    f = us.build(frame, "key", items="60k", fpr="0.1%", confidence="99%", seed=9)
    assert f.to_bytes() == build_by_shell(COUNT, "--items", "60k", "--fpr", "0.1%", "--confidence", "99%", "--seed", 9)
    f = us.build(frame, "key", items=COUNT, fpr="0.1%", mean=True)
    assert f.to_bytes() == build_by_shell(COUNT, "--items", COUNT, "--fpr", "0.1%", "--mean")
    f = us.build(frame, "key", design=urn.Design(700_001, 5, "classic"))
    assert f.to_bytes() == build_by_shell(COUNT, "--bits", 700_001, "--hashes", 5, "--kind", "classic")


def test_a_keyed_filter_is_asked_with_its_key(frame):
    f = us.build(frame, "key", items=COUNT, fpr="1%", key=KEY)
    assert us.keep_possible(frame.limit(100), "key", f, key=KEY).count() == 100


def test_empty_partitions_nulls_and_skew(spark, frame, whole):
    like = urn.Filter.from_bytes(whole)
    holes = frame.union(spark.range(5000).select(F.lit(None).cast("string").alias("key"), F.col("id"))).repartition(5)
    assert us.build(holes, "key", like=like).to_bytes() == whole
    nearly_empty = frame.where("id < 3").repartition(16, "id")
    assert 0 in rows_of(nearly_empty)
    few = urn.Filter.for_items(COUNT, "1%")
    few.update(keys(3))
    assert us.build(nearly_empty, "key", like=like) == few
    skewed = frame.repartition(8, F.when(F.col("id") % 50 == 0, F.col("id")).otherwise(F.lit(0)))
    assert max(rows_of(skewed)) > COUNT * 0.9
    assert us.build(skewed, "key", items=COUNT, fpr="1%").to_bytes() == whole
    nothing = us.build(frame.where("id < 0"), "key", like=like)
    assert nothing.bits_set() == 0 and nothing.planned_items == COUNT
    numbers = urn.Filter(200_003, 5)
    numbers.update(range(COUNT))
    assert us.build(frame, "id", design=numbers.design) == numbers
    texts = urn.Filter(200_003, 5)
    texts.update([str(i) for i in range(COUNT)])
    assert us.build(frame, "id", design=numbers.design, column_as="text") == texts


def test_columns_have_any_name(spark, whole):
    odd = spark.range(COUNT).select(F.concat(F.lit("visitor-"), F.col("id").cast("string")).alias("the `key`, e.g. a.b"))
    assert us.build(odd, "the `key`, e.g. a.b", items=COUNT, fpr="1%").to_bytes() == whole


def marked(folder, act):
    """A function for `mapInArrow` that leaves a file for every attempt at a partition, and calls `act(partition, attempt)`
    with each batch."""

    def work(batches):
        import os

        from pyspark import TaskContext

        context = TaskContext.get()
        partition, attempt = context.partitionId(), context.attemptNumber()
        (folder / f"{partition}-{os.getpid()}-{context.taskAttemptId()}").touch()
        for batch in batches:
            act(partition, attempt)
            yield batch

    return work


def attempts(folder):
    """The partitions that were tried, a process for every attempt."""
    found = {}
    for file in folder.iterdir():
        partition, process, _ = map(int, file.name.split("-"))
        found.setdefault(partition, []).append(process)
    return found


def test_a_task_that_fails_once_changes_nothing(frame, whole, tmp_path):
    def fails_once(partition, attempt):
        if partition == 2 and attempt == 0:
            raise RuntimeError("a disk was pulled")

    shaky = frame.repartition(4).mapInArrow(marked(tmp_path, fails_once), frame.schema)
    assert us.build(shaky, "key", items=COUNT, fpr="1%").to_bytes() == whole
    assert len(attempts(tmp_path)[2]) > 1


def test_a_task_that_runs_twice_changes_nothing(frame, whole, tmp_path):
    def lags(partition, attempt):
        # Until Spark has started it a second time; then both fill a part.
        end = time.monotonic() + 120
        while partition == 3 and attempt == 0 and len(list(tmp_path.glob("3-*"))) < 2 and time.monotonic() < end:
            time.sleep(0.05)

    slow = frame.repartition(8).mapInArrow(marked(tmp_path, lags), frame.schema)
    assert us.build(slow, "key", items=COUNT, fpr="1%").to_bytes() == whole
    assert len(attempts(tmp_path)[3]) > 1, "Spark has speculated"


def test_rows_that_cannot_match_are_dropped(spark, frame):
    f = us.build(frame.where("id < 20000"), "key", items=20_000, fpr="1%")
    kept = us.keep_possible(frame, "key", f)
    assert kept.where("id < 20000").count() == 20_000
    expected = f.contains_many(keys()).count()
    assert kept.count() == expected and kept.columns == frame.columns
    marked = us.mark(frame, "key", f, name="seen")
    assert marked.where("seen").count() == expected and marked.where("not seen").count() == COUNT - expected


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


def test_what_stands_in_several_data_centres(frame):
    centres = {"oslo": frame.where("id < 30000"), "rome": frame.where("id >= 20000 and id < 50000"), "bern": frame.where("id >= 50000")}
    filters, rows = us.overlap(centres, "key", items=60_000, fpr="0.1%")
    assert list(filters) == list(centres)
    found = {tuple(row["sets"]): row for row in rows}
    assert list(found) == [("oslo", "rome"), ("oslo", "bern"), ("rome", "bern"), ("oslo", "rome", "bern")]
    both = found["oslo", "rome"]
    assert both["intersection"]["interval"]["lo"] <= 10_000 <= both["intersection"]["interval"]["hi"]
    assert both["share_nothing"] < 1e-9
    for sets in list(found)[1:]:
        assert found[sets]["intersection"]["interval"]["lo"] == 0
    # The keys themselves, and a few others.
    twice = {row.id for row in us.keep_possible(centres["oslo"], "key", filters["rome"]).collect()}
    assert twice >= set(range(20_000, 30_000)) and len(twice) < 10_000 + 60
    assert us.overlap({"a": frame.limit(9), "b": frame.limit(9)}, "key", items=9, fpr="1%", kind="line")[1][0]["share_nothing"] is None


@pytest.mark.parametrize("kind", ["standard", "classic"])
def test_the_chance_of_so_many_common_bits_is_exact(frame, kind):
    """By whole numbers: that of so many common bits among all ways to choose as many of m bits as the other filter has."""
    centres = {"oslo": frame.where("id < 300"), "rome": frame.where("id >= 290 and id < 500")}
    filters, (row,) = us.overlap(centres, "key", items=300, fpr="1%", kind=kind)
    one, other = (int.from_bytes(f.payload(), "little") for f in filters.values())
    m, a, b, common = filters["oslo"].bits, one.bit_count(), other.bit_count(), (one & other).bit_count()
    ways = sum(math.comb(a, x) * math.comb(m - a, b - x) for x in range(common, min(a, b) + 1))
    chance = Fraction(ways, math.comb(m, b))
    low, high = row["share_nothing"].ends
    assert low <= chance <= high and high - low < chance / 10**12


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

    page = (Path(os.environ["URNFIELD_PROJECT"]) / "docs/reference/engines.md").read_text()
    blocks = re.findall(r"^```python\n(# spark\n.*?)^```", page, re.M | re.S)
    assert blocks
    for block in blocks:
        capsys.readouterr()
        exec(block, {"spark": spark})
        said = [line.split("#")[-1].strip() for line in block.splitlines() if line.startswith("print(")]
        assert capsys.readouterr().out.splitlines() == said
    shutil.rmtree("ids")  # which the page writes


def jobs(spark):
    """How many jobs were ever started."""
    return len(spark.sparkContext.statusTracker().getJobIdsForGroup())


def test_whole_floats_are_the_integers_and_nan_is_no_key(spark):
    """pandas has floats where integers and a missing value were."""
    numbers = spark.createDataFrame(pd.DataFrame({"x": [472, None, 672], "y": [472.0, 1.5, 672.0]}))
    assert dict(numbers.dtypes)["x"] == "double"
    expected = urn.Filter.for_items(10, "1%")
    expected.update([472, 672])
    for kind in ("double", "float"):
        some = numbers.withColumn("x", F.col("x").cast(kind))
        made = us.build(some, "x", items=10, fpr="1%")
        assert made == expected
        marked = us.mark(some, "x", made).collect()
        assert {row.possible for row in marked if row.x == 472} == {True}
        assert [row.possible for row in marked if row.x is None or row.x != row.x] == [None]
    with pytest.raises(Exception, match="got 1.5 in row 1|got 1.5 in row 2"):
        us.build(numbers, "y", items=10, fpr="1%")


def test_what_cannot_be_is_refused_on_the_driver(spark, frame):
    keyed, other = (urn.Filter.for_items(10, "1%", key=key) for key in (KEY, b"sixteen others!!"))
    halves = frame.withColumn("x", F.col("id").cast("decimal(10,1)"))
    before = jobs(spark)
    for error, sentence, attempt in [
        (KeyError, "a frame has the columns key, id", lambda: us.build(frame, "none", items=10, fpr="1%")),
        (TypeError, "got a column of decimal.10,1.; cast it to string first", lambda: us.build(halves, "x", items=10, fpr="1%")),
        (TypeError, "got a column of decimal", lambda: us.keep_possible(halves, "x", keyed, key=KEY)),
        (TypeError, "got a column of decimal", lambda: us.mark(halves, "x", keyed, key=KEY)),
        (TypeError, "got a column of decimal", lambda: us.overlap({"a": halves, "b": halves}, "x", items=10, fpr="1%")),
        (ValueError, "add both, or design=, or like=", lambda: us.build(frame, "key", items=10)),
        (urn.Error, None, lambda: us.build(frame, "key", items=10, fpr="200%")),
        (urn.Error, None, lambda: us.build(frame, "key", items=10, fpr="1%", mean=True, confidence="99%")),
        (urn.Error, None, lambda: us.build(frame, "key", items=10, fpr="1%", kind="round")),
        (urn.Error, None, lambda: us.build(frame, "key", items=10, fpr="1%", kind="parquet")),
        ((TypeError, ValueError), None, lambda: us.build(frame, "key", items=10, fpr="1%", key=b"short")),
        (ValueError, "column_as", lambda: us.build(frame, "id", items=10, fpr="1%", column_as="digits")),
        (TypeError, "add key=", lambda: us.build(frame, "key", like=keyed)),
        (urn.MismatchError, "only to its key", lambda: us.build(frame, "key", like=keyed, key=b"sixteen others!!")),
        (TypeError, "add key=", lambda: us.keep_possible(frame, "key", keyed)),
        (urn.MismatchError, "only to its key", lambda: us.mark(frame, "key", other, key=KEY)),
        (ValueError, "already", lambda: us.mark(frame, "key", keyed, name="id", key=KEY)),
        (TypeError, "binary", lambda: us.union(frame, "key")),
        (TypeError, "no such column", lambda: us.estimate(frame, "body")),
        (ValueError, "two frames", lambda: us.overlap({"oslo": frame}, "key", items=10, fpr="1%")),
    ]:
        with pytest.raises(error, match=sentence):
            attempt()
    assert jobs(spark) == before, "no job was started"
    assert frame.count() == COUNT and jobs(spark) > before


@pytest.mark.parametrize("kind", ["standard", "standard keyed", "line"])
def test_beyond_64_mib_the_parts_travel_in_shards(frame, build_by_shell, secret, kind):
    kind, *keyed = kind.split()
    count, size = 20_000, {"items": 60_000_000, "fpr": "0.1%", "mean": True, "kind": kind}
    words = ["--items", 60_000_000, "--fpr", "0.1%", "--mean", "--kind", kind, *(["--key-file", secret] if keyed else [])]
    found = us.build(frame.where(f"id < {count}").repartition(3), "key", **size, key=KEY if keyed else None)
    assert found.bits > 8 * parts.LARGE
    assert found.to_bytes() == build_by_shell(count, *words)


def test_a_worker_that_is_killed_changes_nothing(cluster, frame, whole, tmp_path):
    slow = frame.repartition(4).mapInArrow(marked(tmp_path, lambda *_: time.sleep(2)), frame.schema)
    killed = set()

    def kill():
        # Both workers are at it.
        while len({process for tried in attempts(tmp_path).values() for process in tried}) < 2:
            time.sleep(0.05)
        killed.update(cluster.kill_worker())

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        assert us.build(slow, "key", items=COUNT, fpr="1%").to_bytes() == whole
        assert killed, "it was killed while the job ran"
        tried = [set(processes) for processes in attempts(tmp_path).values()]
        assert any(processes & killed and processes - killed for processes in tried), "what it had begun was done again"
    finally:
        killer.join()
        cluster.add_worker()
