"""Keys of several columns: the filter of a DataFrame is the one of the shell and of Python, byte for byte."""

import os
import subprocess

import pandas as pd
import pytest

import urnfield as urn
from urnfield import spark as us

COUNT = 20_000
COLUMNS = ["day", "id", "the path, `quoted`"]


@pytest.fixture(scope="module")
def table():
    """Rows with texts, integers and missing parts."""
    rows = [(f"2026-11-{i % 28 + 1}", i * i % 4001 - 2000, f"/page/{i % 17},{i % 5}") for i in range(COUNT)]
    rows[3:6] = [(None, 1, "/"), ("2026-11-19", None, "/"), ("2026-11-19", 1, None)]
    return rows


@pytest.fixture(scope="module")
def frame(spark, table):
    made = spark.createDataFrame(table, "day string, id int, path string")
    return made.withColumnRenamed("path", COLUMNS[2]).repartition(7).cache()


@pytest.fixture(scope="module")
def by_python(table):
    f = urn.Filter.for_items(COUNT, "1%")
    f.update(pd.DataFrame(table, columns=COLUMNS).astype({"id": "Int64"}), COLUMNS)
    return f


def test_keys_of_several_columns_are_the_shells(frame, table, by_python, tmp_path, monkeypatch):
    csv, file = tmp_path / "log.csv", tmp_path / "shell.urn"
    whole = [row for row in table if None not in row]
    csv.write_text("day,id,path\n" + "".join(f'{day},{number},"{path}"\n' for day, number, path in whole))
    words = ["build", csv, "-o", file, "--column", "day,id,path", "--integers=id", "--items", COUNT, "--fpr", "1%"]
    subprocess.run([os.environ["URNFIELD_SHELL"], *map(str, words)], check=True, capture_output=True)
    made = us.build(frame, COLUMNS, items=COUNT, fpr="1%")
    assert made.to_bytes() == by_python.to_bytes() == file.read_bytes() and made.key_kinds == ("tuples",)
    # By a tree of merges.
    monkeypatch.setattr(us, "_AT_ONCE", 0)
    assert us.build(frame, COLUMNS, items=COUNT, fpr="1%").to_bytes() == file.read_bytes()
    # Integers as their digits, and the parts in another order.
    digits = urn.Filter.for_items(COUNT, "1%")
    digits.update([(str(number), day) for day, number, _ in table if None not in (day, number)])
    assert us.build(frame, ("id", "day"), items=COUNT, fpr="1%", column_as="text") == digits
    # One column in a list is that column.
    assert us.build(frame, ["id"], items=COUNT, fpr="1%") == us.build(frame, "id", items=COUNT, fpr="1%")


def test_rows_are_kept_and_marked_by_several_columns(frame, table, by_python):
    whole = [row for row in table if None not in row]
    # Spark itself takes a frame with a backtick in a name to no worker.
    frame, columns = frame.withColumnRenamed(COLUMNS[2], "path"), ["day", "id", "path"]
    assert us.keep_possible(frame, columns, by_python).count() == len(whole)
    marked = us.mark(frame, columns, by_python, name="seen")
    assert marked.where("seen is null").count() == 3 and marked.where("seen").count() == len(whole)
    few = urn.Filter.for_items(100, "1e-9")
    few.update(whole[:50])
    assert us.keep_possible(frame, columns, few).count() == sum(row in set(whole[:50]) for row in whole)


def test_columns_are_refused_on_the_driver(frame, by_python):
    for columns, error, sentence in (
        ([], ValueError, "one column or several different ones"),
        (["day", "day"], ValueError, "several different ones"),
        (["day", "night"], KeyError, "got 'night'"),
    ):
        for ask in (lambda: us.build(frame, columns, items=10, fpr="1%"), lambda: us.mark(frame, columns, by_python)):
            with pytest.raises(error, match=sentence):
                ask()
    with pytest.raises(TypeError, match="got a column of array"):
        us.build(frame.selectExpr("day", "array(id) as ids"), ["day", "ids"], items=10, fpr="1%")
