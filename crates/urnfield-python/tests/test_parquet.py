"""Plans and audits of Parquet's filters against the programs that write them."""

import os
import pickle
import subprocess
import warnings

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from datafusion import SessionContext

import urnfield as urn

#: Numbers of values, and rates: capped or not, folded or not, on both sides of a power of two.
ASKED = [(1, 0.01), (7, 0.3), (100, 0.001), (1_000, 0.05), (26_000, 0.01), (100_000, 0.01), (100_000, 0.006438), (300_000, 1e-4), (1_000_000, 0.01)]


def rows(items, fpr):
    """What the plan says of each writer, by name and setting."""
    (plan,) = urn.parquet.plan(items=items, fpr=fpr, no_per_filter=True).to_dict()["plans"]
    return {(row["writer"], row["setting"]): row for row in plan["writers"]}


def sizes(made):
    return {made["bytes"], *([made["or_half"]["bytes"]] if made["or_half"] else [])}


def table(items):
    return pa.table({"COLUMN": np.arange(items, dtype=np.int64)})


def written(path):
    """The only filter of a file: its bytes."""
    (answer,) = urn.parquet.audit(path)
    return answer["bytes"]


def by_pyarrow(path, items, asked):
    pq.write_table(table(items), path, row_group_size=max(items, 1), bloom_filter_options={"COLUMN": asked})


def by_datafusion(path, items, options):
    context = SessionContext()
    context.from_arrow(table(items), name="t")
    told = ", ".join(f"'{name}' '{value}'" for name, value in options.items())
    context.sql(f"copy (select * from t) to '{path}' stored as parquet options ({told})").collect()


def by_duckdb(path, items, options):
    told = ", ".join(f"{name} {value}" for name, value in options.items())
    rows = max(items, 2048)
    duckdb.sql(f"copy (select i as \"COLUMN\" from range({items}) t(i)) to '{path}' (format parquet, row_group_size {rows}, {told})")


@pytest.mark.parametrize("items, fpr", ASKED)
def test_writers_make_what_the_plan_says(tmp_path, items, fpr):
    """Asked for the rate itself, and with the options that the plan prints."""
    path = tmp_path / "some.parquet"
    of = rows(items, fpr)

    pyarrow = of["parquet-cpp", "pyarrow"]
    by_pyarrow(path, items, {"ndv": items, "fpp": fpr})
    assert written(path) in sizes(pyarrow["asked"])
    ((name, options),) = [(one["name"], one["value"]) for one in pyarrow["options"]]
    assert name == "bloom_filter_options"
    pq.write_table(table(items), path, row_group_size=max(items, 1), **{name: eval(options)})
    assert written(path) in sizes(pyarrow["with_options"]) and pyarrow["with_options"]["keeps_promise"]

    rust = of["arrow-rs", "DataFusion"]
    by_datafusion(path, items, {"format.bloom_filter_on_write": "true", "format.bloom_filter_ndv": items, "format.bloom_filter_fpp": fpr})
    assert written(path) in sizes(rust["asked"])
    by_datafusion(path, items, {one["name"]: one["value"] for one in rust["options"]})
    assert written(path) in sizes(rust["with_options"]) and rust["with_options"]["keeps_promise"]

    duck = of["DuckDB", ""]
    if items > 1:  # it has no dictionary for one value
        by_duckdb(path, items, {"bloom_filter_false_positive_ratio": fpr, "dictionary_size_limit": items})
        assert written(path) == duck["asked"]["bytes"]
        by_duckdb(path, items, {one["name"]: one["value"] for one in duck["options"]})
        assert written(path) == duck["with_options"]["bytes"] and duck["with_options"]["keeps_promise"]


def test_what_the_plan_says_of_the_rate_is_so(tmp_path):
    """The rate of the filters themselves is near to the mean that the plan promises."""
    items, fpr = 100_000, 0.01
    for (writer, setting), row in rows(items, fpr).items():
        if writer == "parquet-cpp":
            assert row["options"] and row["with_options"]["keeps_promise"], (writer, setting)
            by_pyarrow(tmp_path / "some.parquet", items, {"ndv": items, "fpp": fpr})
            (answer,) = urn.parquet.audit(tmp_path / "some.parquet")
            promised = [row["asked"]["fpr"], *([row["asked"]["or_half"]["fpr"]] if row["asked"]["or_half"] else [])]
            assert any(abs(float(answer["fpr_given_bits"]) / float(mean["lo"]) - 1) < 0.05 for mean in promised)


def test_filters_are_folded_where_the_plan_says_so(tmp_path):
    """Told ten times as many values, pyarrow and DataFusion fold to the size for those that came."""
    path, items = tmp_path / "some.parquet", 100_000
    (fitting,) = sizes(rows(items, 0.001)["parquet-cpp", "pyarrow"]["asked"])
    by_pyarrow(path, items, {"ndv": 10 * items, "fpp": 0.001})
    assert written(path) == fitting
    by_datafusion(path, items, {"format.bloom_filter_on_write": "true", "format.bloom_filter_fpp": 0.001})
    assert written(path) == fitting


def test_the_cap_of_parquet_mr_is_in_the_plan():
    """What Spark makes of a million values at 1 %; the tests of Spark write it."""
    row = rows(1_000_000, "1%")["parquet-mr", "Spark, Hive, Flink"]
    assert (row["asked"]["bytes"], row["asked"]["capped"], row["asked"]["keeps_promise"]) == (1 << 20, True, False)
    assert float(row["asked"]["fpr"]["lo"]) == pytest.approx(0.0272, rel=0.01)
    assert row["cap"] == {"bytes": 1 << 20, "option": "parquet.bloom.filter.max.bytes"}
    assert row["options"][-1] == {"name": "parquet.bloom.filter.max.bytes", "value": "2097152"}
    assert row["with_options"]["bytes"] == 1 << 21 and row["with_options"]["keeps_promise"]
    assert rows(1_000_000, "1%")["Trino", "its own writer"]["options"] is None


def test_polars_writes_no_filters_and_the_audit_says_so(tmp_path):
    path = tmp_path / "polars.parquet"
    pl.DataFrame({"id": np.arange(1_000)}).write_parquet(path)
    with pytest.warns(urn.UrnfieldWarning, match="Polars 2.1 writes none"):
        found = urn.parquet.audit(path)
    assert len(found) == 0 and len(found.notes) == 1 and found.summary["columns_without_filters"] == 1
    polars = rows(1_000, "1%")["Polars", "2.1"]
    assert polars["asked"] is None and polars["options"] is None


def test_no_writer_is_said_to_be_asked_for_what_it_was_not(tmp_path):
    """Asked for 10 % of ten values and given a thousand: nothing in the file tells."""
    path = tmp_path / "some.parquet"
    by_pyarrow(path, 1_000, {"ndv": 100_000, "fpp": 0.3})
    (answer,) = urn.parquet.audit(path)
    assert answer["created_by"] == f"parquet-cpp-arrow version {pa.__version__}" and answer["cap"]["capped"] == "no"
    assert "what was asked is not in the file" in str(answer) and "was asked for that" not in str(answer)


def test_folders_and_many_files_have_a_row_for_each_column(tmp_path):
    house = tmp_path / "house"
    (house / "year=2026" / "_temporary").mkdir(parents=True)
    options = {"COLUMN": {"ndv": 1_000, "fpp": 0.01}}
    pq.write_table(table(1_000), house / "year=2026" / "a.parquet", bloom_filter_options=options)
    pq.write_table(table(1_000), house / "b.parquet", bloom_filter_options=options, row_group_size=500)
    pq.write_table(table(1_000), house / "year=2026" / "_temporary" / "half.parquet", bloom_filter_options=options)
    other = pa.table({"a.b": ["x", "y"], "a": pa.array([{"b": "z"}, {"b": None}]), "COLUMN": ["1", "2"], "bare": [1, 2]})
    pq.write_table(other, house / "c.parquet", bloom_filter_options={"a.b": {"ndv": 2}, "COLUMN": {"ndv": 2}})
    pl.DataFrame({"id": [1]}).write_parquet(house / "d.parquet")
    (house / "cut.parquet").write_bytes((house / "b.parquet").read_bytes()[:-100])
    for name in ("_SUCCESS", ".b.parquet.crc", "README.txt", "empty"):
        (house / name).write_bytes(b"" if name == "empty" else b"not a table")

    with pytest.warns(urn.UrnfieldWarning):
        found = urn.parquet.audit(house)
    assert [answer["file"].rsplit("/", 1)[1] for answer in found] == ["b.parquet", "b.parquet", *["c.parquet"] * (len(found) - 3), "a.parquet"]
    assert any("cut.parquet" in note and "PAR1" in note for note in found.notes)
    assert any(note.endswith("files that are no Parquet files: 2") for note in found.notes)
    summary = {tuple(row["path"]): row for row in found.summary.to_dict()["summary"]}
    column = summary["COLUMN",]
    assert (column["files"], column["chunks"], column["filters"]) == (3, 4, 4)
    assert sorted(column["types"]) == ["BYTE_ARRAY", "INT64"] and column["probably_capped"] == 0
    assert float(column["fpr_given_bits"]["least"]["lo"]) <= float(column["fpr_given_bits"]["mean"]["lo"]) <= float(column["fpr_given_bits"]["most"]["hi"])
    # The column of that name and the field of a structure are told apart.
    assert ("a.b",) in summary or ("a", "b") in summary
    assert all(row["column"] == ".".join(row["path"]) for row in summary.values())
    assert len(found.summary.to_pandas()) == len(found.summary.rows()) == len(summary)

    # A file that cannot be read does not keep the others from the summary.
    done = subprocess.run([os.environ["URNFIELD_SHELL"], "parquet", "audit", house, "--summary", "--json"], capture_output=True, check=False)
    said = done.stdout.decode()
    assert done.returncode == 2 and b"1 of 5 files could not be looked at" in done.stderr
    assert said == found.summary.to_json()
    copy = pickle.loads(pickle.dumps(found))
    assert copy.notes == found.notes and copy.summary.to_json() == said and len(copy) == len(found)


def test_one_file_that_cannot_be_read_is_an_error(tmp_path):
    (tmp_path / "cut.parquet").write_bytes(b"PAR1 and no end")
    with pytest.raises(urn.FormatError):
        urn.parquet.audit(tmp_path / "cut.parquet")
    with pytest.raises(FileNotFoundError):
        urn.parquet.audit(tmp_path / "none.parquet")
    (tmp_path / "nothing").mkdir()
    with pytest.warns(urn.UrnfieldWarning, match="has no Parquet files"):
        assert len(urn.parquet.audit(tmp_path / "nothing")) == 0
    by_pyarrow(tmp_path / "some.parquet", 100, {"ndv": 100})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(urn.parquet.audit([tmp_path / "some.parquet"])) == 1
    with pytest.warns(urn.UrnfieldWarning, match="cut.parquet"):
        assert len(urn.parquet.audit([tmp_path / "some.parquet", str(tmp_path / "cut.parquet")])) == 1
