"""Lists, sets, universes, counts and histories in every column that people have, and notes about them. The stage
runs this file and `test_missing.py` with pandas 2 as well."""

import pickle
import warnings

import datafusion
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import urnfield as urn

NAN = float("nan")
SETS = {"repair": ["ATM", "BRCA1"], "growth": ["BAX", "EGF", "MYC"]}
RAGGED = {"repair": ["ATM", "BRCA1", None], "growth": ["BAX", "EGF", "MYC"]}


def frames():
    """The ragged sets as every library has them."""
    pandas = pd.DataFrame(RAGGED)
    arrow = pa.table(RAGGED)
    yield "dict of lists", RAGGED
    yield "pandas", pandas
    yield "pandas' dict", pandas.to_dict("list")
    yield "pandas with NaN", pandas.fillna(NAN)
    yield "pandas' objects", pandas.astype(object)
    yield "pandas' strings", pandas.astype("string")
    yield "pandas' categories", pandas.astype("category")
    yield "dict of series", {name: pandas[name] for name in pandas}
    yield "dict of indexes", {name: pd.Index(pandas[name]) for name in pandas}
    yield "dict of groups", {name: names.dropna() for name, names in pandas.melt().groupby("variable", sort=False)["value"]}
    yield "dict of sets", {name: set(members) for name, members in RAGGED.items()}
    yield "dict of arrays", {name: np.array(members, dtype=object) for name, members in RAGGED.items()}
    yield "dict of masked arrays", {name: np.ma.masked_array([one or "" for one in members], [one is None for one in members]) for name, members in RAGGED.items()}
    yield "dict of one-column frames", {name: pandas[[name]] for name in pandas}
    yield "dict of generators", {name: (one for one in members) for name, members in RAGGED.items()}
    yield "Polars", pl.DataFrame(RAGGED)
    yield "Polars' categories", pl.DataFrame(RAGGED).cast(pl.Categorical)
    yield "Polars' dict", pl.DataFrame(RAGGED).to_dict()
    yield "Arrow's table", arrow
    yield "Arrow's batch", arrow.to_batches()[0]
    yield "Arrow's reader", arrow.to_reader()
    yield "Arrow's dictionaries", pa.table({name: column.dictionary_encode() for name, column in zip(arrow.column_names, arrow.columns, strict=True)})
    yield "DuckDB", duckdb.from_arrow(arrow)
    yield "DataFusion", datafusion.SessionContext().from_arrow(arrow)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [name for name, _ in frames()])
def test_the_columns_of_a_frame_are_lists_and_sets(name):
    found = urn.enrich(["ATM", "BAX"], dict(frames())[name], population=20_000)
    assert found.to_json() == urn.enrich(["ATM", "BAX"], SETS, population=20_000).to_json()
    shared = urn.overlap(dict(frames())[name], population=20_000)
    assert shared.to_dict()["rows"] == urn.overlap(SETS, population=20_000).to_dict()["rows"]
    assert [(one["name"], one["size"]) for one in shared["lists"]] == [("repair", 2), ("growth", 3)]


def test_floats_are_the_integers_that_pandas_made_floats():
    """A column of Entrez identifiers with a missing value is one of floats."""
    sets = {"repair": [472, 672, NAN, NAN]}
    found = urn.enrich([472, 672, 581], sets, population=20_000)
    (row,) = found.rows()
    assert row["observed"] == 2 and row["p"] == pytest.approx(1.5e-8, rel=1e-2) and row["names"] == "472 & 672"
    frame = pd.DataFrame(sets)
    assert frame["repair"].dtype == "float64"
    identifiers = [472, 672, 581]
    for given in (frame, pl.DataFrame(sets, strict=False), pl.from_pandas(frame), pa.table(frame), frame.astype("Int64"), frame.astype("float32"), frame.to_dict("list")):
        for names in (identifiers, np.array(identifiers, float), pd.Series(identifiers), pd.Index(identifiers), pl.Series([*identifiers, None]), pa.array([472.0, None, 672.0, 581.0]), ["472", b"672", 581.0], np.ma.masked_array([472, 1, 672, 581], [0, 1, 0, 0])):
            assert urn.enrich(names, given, population=20_000).to_dict()["rows"] == found.to_dict()["rows"]
    for bad in ([1.5], [NAN, 1.5], np.array([1.5]), pd.Series([None, 1.5]), pl.Series([1.5]), pa.array([1.5])):
        with pytest.raises(TypeError, match="^repair: a float must be a whole number below 2\\^53 .*, got 1.5 in row [12]; round it, or make it text first$"):
            urn.enrich(["x"], {"repair": bad}, population=9)
        with pytest.raises(TypeError, match="^universe: a float"):
            urn.overlap({"a": ["x"], "b": ["y"]}, universe=bad)


@pytest.mark.parametrize("missing", [None, NAN, pd.NA, pd.NaT, np.ma.masked, np.datetime64("NaT"), pa.scalar(None)], ids=repr)
def test_a_missing_value_is_no_name(missing):
    lists = {"a": ["x", missing, "y"], "b": [missing, "x", missing]}
    found = urn.overlap(lists, population=20)
    assert found["rows"][0]["observed"] == 1 and [one["size"] for one in found["lists"]] == [2, 1]
    assert found.remarks == ["a: 1 empty row is no name", "b: 2 empty rows are no names"]
    known = urn.overlap(lists, universe=["x", "y", "z", missing])
    assert known["population"] == 3
    assert urn.enrich(["x", missing], {"s": ["x", missing], "t": [missing, "z"]}, universe=["x", missing, "z"]).rows()[0]["size"] == 1


def test_rows_are_counted_with_those_that_are_missing():
    with pytest.raises(urn.DomainError, match='but 1 name is not: "z" in row 3 of a; add restrict=True'):
        urn.overlap({"a": ["x", None, "z"], "b": ["x"]}, universe=["x", "y"])
    with pytest.raises(urn.DomainError, match='list: every name must be in the universe, but 1 name is not: "Z" in row 3; 1 would be, ignoring case: ignore_case=True; add restrict=True'):
        urn.enrich(pd.Series(["x", None, "Z"]), {"s": ["x"]}, universe=["x", "z"])


def test_empty_columns_have_no_names():
    for empty in ([], pd.Series([], dtype=object), pd.Series([NAN, NAN]), pl.Series([None, None]), pa.nulls(2), np.array([])):
        found, said = issued(urn.overlap, {"a": empty, "b": ["x"]}, population=9)
        assert found["rows"][0]["observed"] == 0 and said == ["a: there is no name in it"] and said[0] not in found.remarks
        with pytest.raises(urn.DomainError, match="list: there is no name in it"):
            urn.enrich(empty, {"b": ["x"]}, population=9)


def issued(ask, *words, **options):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        answer = ask(*words, **options)
    assert all(one.category is urn.UrnfieldWarning and one.filename == __file__ for one in found)
    return answer, [str(one.message) for one in found]


LOOKS = {"heart": ["gene", "TP53", "bax", "MYC", "1-Mar", "NA", "ENSG00000141510.3"], "lung": ["tp53", "BAX", "ENSG00000141510", "NA"]}
SAID = [
    'heart: its first name, "gene", looks like a header and counts as a name; add header=True to leave it out',
    'heart: 1 name looks like a date, as spreadsheets make them of genes: "1-Mar"; fix the list at its source',
    "heart: 1 name is a word for a missing value: NA; add drop_missing=True to leave it out",
    "lung: 1 name is a word for a missing value: NA; add drop_missing=True to leave it out",
    "heart and lung: 1 shared, 4 would be, ignoring case and versions: ignore_case=True, drop_version=True",
]


def test_notes_are_warnings_and_are_shown():
    found, said = issued(urn.overlap, LOOKS, population=20_000)
    assert said == found.notes == SAID
    assert repr(found) == str(found) + "\n\n" + "\n".join(f"note: {note}" for note in SAID) and "note" not in str(found)
    shown = found._repr_html_()
    assert shown.index("&quot;gene&quot;, looks like a header") < shown.index("<svg") < shown.index("<table>")
    assert found["notes"] == SAID and found.to_pandas().attrs == {"notes": SAID, "remarks": []}
    again = pickle.loads(pickle.dumps(found))
    assert (again.notes, again.remarks, repr(again)) == (found.notes, found.remarks, repr(found))
    with pytest.raises(urn.UrnfieldWarning, match="looks like a header"), warnings.catch_warnings():
        warnings.simplefilter("error", urn.UrnfieldWarning)
        urn.overlap(LOOKS, population=20_000)
    mended, said = issued(urn.overlap, {"heart": LOOKS["heart"], "lung": ["gene", *LOOKS["lung"]]}, population=20_000, header=True, ignore_case=True, drop_version=True, drop_missing=True)
    assert mended["rows"][0]["observed"] == 3 and [note for note in said if "looks like a date" not in note] == []
    assert mended.remarks == [f"{name}: 1 name is a word for a missing value and is left out: NA" for name in LOOKS]
    fine, said = issued(urn.overlap, SETS, population=20_000)
    assert said == [] and repr(fine) == str(fine) and "border-left" not in fine._repr_html_()


def test_two_lists_that_share_only_a_missing_value_have_a_note():
    lists = {"a": ["TP53", "ATM", "NA"], "b": ["MYC", "BAX", "NA"]}
    found, said = issued(urn.overlap, lists, population=20_000)
    assert found["rows"][0]["observed"] == 1 and len(said) == 2 and all("drop_missing=True" in note for note in said)
    dropped, said = issued(urn.overlap, lists, population=20_000, drop_missing=True)
    assert dropped["rows"][0]["observed"] == 0 and said == []


def test_notes_of_enrichment_are_warnings_too():
    found, said = issued(urn.enrich, ["tp53", "atm", "NA"], {"repair": ["TP53", "ATM", "NA"]}, population=20_000)
    assert said == found.notes and len(said) == 3
    assert said[2] == "1 name of list is in some set of sets, 3 would be, ignoring case: ignore_case=True"
    assert repr(found).endswith("note: " + said[2]) and "border-left" in found._repr_html_()
    assert found.to_pandas().attrs["notes"] == said
    assert pickle.loads(pickle.dumps(found)).notes == said
    mended, said = issued(urn.enrich, ["tp53", "atm", "NA"], {"repair": ["TP53", "ATM", "NA"]}, population=20_000, ignore_case=True, drop_missing=True)
    assert mended.rows()[0]["observed"] == 2 and said == [] and len(mended.remarks) == 2
    # What was asked for is no doubt; most of a list is one.
    universe = ["TP53", "ATM", "MYC", "x"]
    few, said = issued(urn.enrich, ["TP53", "ATM", "y"], {"repair": ["TP53"]}, universe=universe, restrict=True)
    assert said == [] and any("1 of 3 names is not in the universe" in remark for remark in few.remarks)
    most, said = issued(urn.enrich, ["TP53", "p", "q"], {"repair": ["TP53"]}, universe=universe, restrict=True)
    assert said == ["list: 2 of 3 names are not in the universe and are dropped; check the column, the kind of names and the universe"]


def test_a_universe_may_have_a_header_and_missing_words():
    lists = {"a": ["x", "y"], "b": ["y"]}
    found, said = issued(urn.overlap, lists, universe=["symbol", "x", "y", "NA"])
    assert found["population"] == 4 and len(said) == 2 and said[0].endswith("add universe_header=True to leave it out")
    mended, said = issued(urn.overlap, lists, universe=pd.Series(["symbol", "x", "y", "NA"]), universe_header=True, drop_missing=True)
    assert mended["population"] == 2 and said == []
    _, said = issued(urn.overlap, lists, universe=["w", "x", "y"], universe_header=True)
    assert said == ['universe: its first name, "w", was taken for a header; leave universe_header=True out if it is a name']


def test_what_is_no_list_is_refused_in_one_sentence(tmp_path):
    f = lambda lists, **options: urn.overlap(lists, **({"population": 9} | options))
    usage = 'lists are named: overlap\\({"heart": \\[...\\], "lung": \\[...\\]}, population=...\\), or a frame whose columns are the lists, got '
    pair = {"a": ["x"], "b": ["y"]}
    for ask, error, said in (
        (lambda: f([["a"], ["b"]]), TypeError, usage + "list$"),
        (lambda: f(7), TypeError, usage + "int$"),
        (lambda: f(np.array([["a"], ["b"]])), TypeError, usage + "ndarray$"),
        (lambda: f(pd.Series([["a"], ["b"]])), TypeError, usage + "Series$"),
        (lambda: f(pl.LazyFrame(RAGGED)), TypeError, "^a lazy frame has no rows yet; collect it first$"),
        (lambda: f({**pair, "a": 5}), TypeError, "^a: names are a list, a set, an array or a column of a frame, got int$"),
        (lambda: f({**pair, "a": tmp_path}), TypeError, "^a: names are .* got PosixPath$"),
        (lambda: f({**pair, "a": "text"}), TypeError, "got one text$"),
        (lambda: f({**pair, "a": b"text"}), TypeError, "got one text$"),
        (lambda: f({**pair, "a": [["x"]]}), TypeError, "^a: a key is text, bytes or an integer, got list in row 1; make it text first$"),
        (lambda: f({**pair, "a": pd.Series([["x"]])}), TypeError, "^a: "),
        (lambda: f({**pair, "a": pl.Series([["x"]])}), TypeError, "^a: .*lists"),
        (lambda: f({**pair, "a": [True]}), TypeError, "^a: .* got bool in row 1"),
        (lambda: f({**pair, "a": np.array([["x"]])}), TypeError, "^a: keys are an array of one dimension; flatten it first$"),
        (lambda: f({**pair, "a": pd.DataFrame(SETS["repair"]).assign(b=1)}), TypeError, "^a: names are one column, got a table of 2 columns; take one of them$"),
        (lambda: f(pair, population=None, universe=pa.table(RAGGED)), TypeError, "^universe: names are one column, got a table of 2 columns"),
        (lambda: f({**pair, "a": ["x\ty"]}), urn.DomainError, "^a: a name has no tab inside it, got 2 columns in row 1; take one column of it as the list$"),
        (lambda: urn.enrich(["x"], {"s": [None, "x\ty"]}, population=9), ValueError, "^s: a name has no tab inside it, got one in row 2"),
        (lambda: f({1: ["x"], "1": ["y"]}), urn.DomainError, "^lists have different names, got '1' twice; rename one$"),
        (lambda: f(pd.DataFrame([["x", "y"]], columns=["a", "a"])), urn.DomainError, "got 'a' twice"),
        (lambda: urn.enrich(["x"], [["x"]], population=9), TypeError, "^sets are named: enrich"),
        (lambda: urn.enrich(5, pair, population=9), TypeError, "^list: names are a list"),
    ):
        with pytest.raises(error, match=said):
            ask()


def test_sizes_and_counts_are_columns():
    want = urn.overlap(population=20_000, sizes=[300, 500], observed=15).to_json()
    critical = urn.critical(population=20_000, sizes=[300, 500], level="1%").to_json()
    for sizes in (np.array([300, 500]), np.array([300.0, 500]), pd.Series([300, 500]), pl.Series([300, 500]), pa.array([300.0, 500]), (300, "500"), "300,500", [np.float32(300), pa.scalar(500)]):
        assert urn.overlap(population=20_000, sizes=sizes, observed=15).to_json() == want
        assert urn.critical(population=20_000, sizes=sizes, level="1%").to_json() == critical
    for bad, said in (([300, None], "a count is a whole number, got a missing value in row 2 of sizes; leave it out"), (pd.Series([NAN, 300]), "missing value in row 1 of sizes"), (np.array([1.5, 3]), "got 1.5 in row 1"), (7, "sizes: numbers are a list")):
        with pytest.raises((urn.DomainError, TypeError), match=said):
            urn.critical(population=20_000, sizes=bad, level="1%")


def test_counts_of_columns_have_an_answer_each():
    each = [urn.estimate_balls(urns=365, occupied=occupied) for occupied in (20, 22)]
    for occupied in ([20, 22], np.array([20, 22]), pd.Series([20.0, 22]), pl.Series([20, 22]), pa.array([20, 22])):
        found = urn.estimate_balls(urns=365, occupied=occupied)
        assert [one.to_json() for one in found] == [one.to_json() for one in each]
    assert isinstance(found, urn.Answers) and found.to_pandas()["occupied"].tolist() == [20, 22] == found.to_polars()["occupied"].to_list()
    assert found._repr_html_().count("<tr>") == 3 and repr(found) == f"{each[0]}\n\n{each[1]}"
    both = urn.estimate_balls(urns=pd.Series([365, 366]), occupied=[20, 22])
    assert both[0].to_json() == each[0].to_json() and both[1]["urns"] == 366
    assert [one["size"] for one in urn.estimate_committees(urns=365, size=[3, 4], occupied=np.array([22]))] == [3, 4]
    assert urn.estimate_balls(urns=365, occupied=[]) == []
    assert urn.estimate_balls(urns=365, occupied=np.int64(22)).to_json() == each[1].to_json()
    for bad, error, said in (([20, None], urn.DomainError, "missing value in row 2 of occupied"), (np.array([20.5]), TypeError, "occupied: .*20.5 in row 1"), (np.array([[1]]), TypeError, "flatten")):
        with pytest.raises(error, match=said):
            urn.estimate_balls(urns=365, occupied=bad)
    with pytest.raises(ValueError, match="columns have as many rows each, or one, got 3 of urns, 2 of occupied"):
        urn.estimate_balls(urns=[9, 9, 9], occupied=[1, 2])


CAUGHT = {"june": [1, 1, 0], "july": [0, 1, 1]}


def caught():
    frame = pd.DataFrame(CAUGHT)
    yield "pandas", frame
    for kind in ("bool", "float64", "Int64", "boolean", "str", "category"):
        yield f"pandas of {kind}", frame.astype(kind)
    yield "pandas with names", frame.assign(animal=['a, "b"', "c", "d"])[["animal", "june", "july"]]
    yield "pandas with an index", frame.set_index(pd.Index(["x", "y", "z"]))
    yield "dict", CAUGHT
    yield "Polars", pl.DataFrame(CAUGHT)
    yield "Polars of bool", pl.DataFrame(CAUGHT).cast(pl.Boolean)
    yield "Arrow", pa.table(CAUGHT)
    yield "DuckDB", duckdb.from_arrow(pa.table(CAUGHT))
    yield "array", frame.to_numpy()
    yield "array of bool", frame.to_numpy().astype(bool)
    yield "masked array", np.ma.masked_array(frame.to_numpy())
    yield "series of texts", pd.Series(["10", "11", "01"])
    yield "Arrow's texts", pa.array(["10", "11", "01"])
    yield "tuples", list(frame.itertuples(index=False))
    yield "rows with a head", [["animal", "june", "july"], ["a", 1, 0], ["b", 1, 1], ["c", 0, 1]]


@pytest.mark.parametrize("name", [name for name, _ in caught()])
def test_histories_are_frames_and_arrays(name):
    assert urn.estimate_population(histories=dict(caught())[name]).to_json() == urn.estimate_population(histories="10\n11\n01").to_json()


def test_what_is_no_history_is_refused_with_its_place():
    frame = pd.DataFrame(CAUGHT)
    rule = "^a history is noughts and ones, one an occasion, got "
    for bad, error, said in (
        (frame.assign(july=[0, None, 1]), urn.DomainError, rule + "a missing value in row 2, column 2$"),
        (frame.assign(july=pd.array([0, None, 1])), urn.DomainError, rule + "a missing value in row 2, column 2$"),
        (np.ma.masked_array([[1, 0]], [[0, 1]]), urn.DomainError, rule + "a missing value in row 1, column 2$"),
        (frame.assign(july=[0, 2, 1]), urn.DomainError, rule + "2 in row 2, column 2$"),
        # The first row is no header because of a slip, and the first column no names.
        ([[1, 1, 2], [1, 0, 1]], urn.DomainError, rule + "2 in row 1, column 3$"),
        (frame.assign(june=[2, 1, 0]), urn.DomainError, rule + "2 in row 1, column 1; an animal's name is text$"),
        ({"june": [1], "july": [1, 0]}, urn.DomainError, "columns of 1 and 2 rows"),
        (pl.LazyFrame(CAUGHT), TypeError, "collect it first"),
        (7, TypeError, "^histories are rows of noughts and ones, a frame, an array or the text of a table, got int$"),
        (b"10", TypeError, "got bytes$"),
        ([1, 0], urn.DomainError, rule + "1 in row 1$"),
    ):
        with pytest.raises(error, match=said):
            urn.estimate_population(histories=bad)


def test_departments_are_columns():
    want = urn.estimate_population(department="2x100", distinct=190)["mle"]
    for department in ([(2, 100)], np.array([[2, 100]]), np.array([100, 100]), pd.Series([100.0, 100]), pa.array([100, 100]), [100, 100]):
        assert urn.estimate_population(department=department, distinct=190)["mle"] == want
