"""Chains of filters: the shell's folders, to the byte, and the same answers in memory."""

import copy
import datetime
import pickle
import random
import threading

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import urnfield as urn

KEY = b"sixteen secrets!"
WEEK = {"items": 1000, "fpr": "1%", "keep": 3, "every": "day"}
DAYS = [f"2026-11-{day}" for day in range(19, 26)]


def files(folder):
    """Every file of a chain, by its bytes."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def generations(chain):
    return chain.info()["generations"]


def test_both_routes_write_the_same_folder_over_seven_days(tmp_path, shell):
    """10^5 keys and more: what is new, and every byte of every file."""
    draw = random.Random(33)
    ours, theirs = tmp_path / "python.d", tmp_path / "shell.d"
    options = {"items": 30_000, "fpr": "0.1%", "keep": 4, "every": "day"}
    words = ["--items", 30_000, "--fpr", "0.1%", "--keep", 4, "--every", "day"]
    total = 0
    for i, day in enumerate(DAYS):
        keys = [f"visitor-{draw.randrange(40_000 + 10_000 * i)}" for _ in range(15_000)]
        total += len(keys)
        column = [keys, pa.array(keys), pd.Series(keys), pl.Series(keys), pa.chunked_array([keys[:7], keys[7:]]), pa.array(keys).dictionary_encode(), np.array(keys)][i]
        with urn.update_chain(ours, date=day, **options) as chain:
            new = chain.new_among(column)
        assert [key for key, is_new in zip(keys, new) if is_new] == shell.dedupe(theirs, keys, "--date", day, *(words if i == 0 else []))
        assert files(ours) == files(theirs), day
    assert total > 10**5
    info = urn.FilterChain.open(ours).info()
    assert info.to_json().strip() == shell("info", ours, "--json").decode().strip()
    assert [one["begun"] for one in info["generations"]][-1] == DAYS[-1] and len(info["generations"]) == 4
    assert info["keeps"] is True and info["fpr"] <= 0.001 and info["items"] > 30_000
    chain = urn.FilterChain.open(theirs)
    assert chain.contains_many(keys).count() == len(keys)
    strangers = chain.contains_many([f"stranger-{i}" for i in range(10**5)]).count()
    assert strangers < 250, strangers


@pytest.mark.filterwarnings("ignore::urnfield.UrnfieldWarning")
@pytest.mark.parametrize("hashing", [{}, {"seed": 2**64 - 1}, {"key": KEY}], ids=str)
@pytest.mark.parametrize("kind", ["standard", "classic", "line", "line-classic"])
def test_memory_and_folder_answer_alike(tmp_path, kind, hashing):
    draw = random.Random(f"{kind} {hashing}")
    opens = {name: value for name, value in hashing.items() if name == "key"}
    for keep in (None, 1, 3):
        memory = urn.FilterChain(50, 0.01, kind, keep=keep, date=DAYS[0], **hashing)
        folder = tmp_path / f"{keep}.d"
        for i, day in enumerate(DAYS[:3]):
            memory.turn_to(day)
            # A block begins the first filter in any case, the chain in memory with its first key.
            many = draw.choice([1, 49, 50, 51, 170, 0][: 5 + (i > 0)])
            keys = [draw.choice([draw.randrange(300), f"text {draw.randrange(200)}"]) for _ in range(many)]
            with urn.update_chain(folder, items=50, fpr="1/100", kind=kind, keep=keep, date=day, **hashing) as chain:
                # One by one, or at once.
                found = chain.new_among(keys).to_list() if draw.random() < 0.5 else [chain.add(key) for key in keys]
            assert memory.new_among(keys).to_list() == found
            for one in (chain, urn.FilterChain.open(folder, **opens)):
                questions = [*range(400), *(f"text {i}" for i in range(300))]
                answers = memory.contains_many(questions).to_list()
                assert one.contains_many(questions).to_list() == answers == [key in one for key in questions]
                assert one.key_kinds == memory.key_kinds
                shown = [{**row, "file": None} for row in one.info().to_dict()["generations"]]
                assert shown == memory.info().to_dict()["generations"]
                assert one.fpr().bounds() == memory.fpr().bounds() and one.keeps_promise() is True


def test_rotation_over_days_and_weeks():
    chain = urn.FilterChain(100, "1%", keep=2, every="day", date=DAYS[0])
    assert chain.add("monday") and generations(chain)[0]["begun"] == DAYS[0]
    chain.turn_to(DAYS[1])
    # Seeing a key again does not renew it.
    assert not chain.add("monday") and chain.add("tuesday")
    # A clock that goes back begins no generation.
    chain.turn_to(datetime.date(2026, 11, 18))
    assert chain.add("wednesday") and len(generations(chain)) == 2
    chain.turn_to(datetime.date(2026, 11, 21))
    assert "monday" not in chain and "tuesday" in chain and chain.add("monday")
    weekly = urn.FilterChain(100, "1%", keep=2, every="week", date="2026-11-16")
    for day, count in (("2026-11-16", 1), ("2026-11-22", 1), ("2026-11-23", 2), ("2026-11-29", 2)):
        weekly.turn_to(day)
        weekly.add(day)
        assert len(generations(weekly)) == count, day


def test_a_chain_in_memory_goes_by_the_clock():
    # Around midnight the day may change in between.
    for _ in range(2):
        before = datetime.datetime.now(datetime.timezone.utc).date()
        chain = urn.FilterChain(100, "1%", keep=2, every="day", date="2026-01-01")
        chain.add("urn")
        chain.turn_to()
        chain.add("krater")
        if before == datetime.datetime.now(datetime.timezone.utc).date():
            break
    assert [one["begun"] for one in generations(chain)] == ["2026-01-01", before.isoformat()]


def test_growth_doubles_and_keeps_the_rate():
    chain = urn.FilterChain(100, "1%")
    assert chain.update(range(5000)) == 5000
    sizes = [one["planned_items"] for one in generations(chain)]
    assert sizes == [100 * 2**i for i in range(len(sizes))] and len(sizes) >= 6
    assert chain.contains_many(range(5000)).count() == 5000
    info = chain.info()
    assert info["keeps"] and info["fpr"] <= 0.01 and info["keep"] is None and info["file"] == "a chain"
    # Keys that were false positives did not go in.
    assert chain.fpr().overlaps(info["fpr"]) and 4900 < info["items"] <= 5000


def test_the_rate_of_a_keyed_chain_is_a_bound(tmp_path):
    chain = urn.FilterChain(100, "1%", keep=3, key=KEY)
    chain.update(range(250))
    assert chain.info()["fpr"]["label"] == "bound" and chain.info()["seed"] is None
    assert chain.info()["fpr"]["value"].overlaps(chain.fpr())
    assert "at most" in str(chain.info()) and "keyed" in repr(chain) and "sixteen" not in repr(chain)
    folder = tmp_path / "keyed.d"
    with urn.update_chain(folder, items=100, fpr="1%", key=KEY) as chain:
        chain.add("urn")
    for wrong in (None, b"another secrets!"):
        with pytest.raises(urn.MismatchError, match="a keyed chain answers only to its key"):
            urn.FilterChain.open(folder, key=wrong)
        with pytest.raises(urn.MismatchError), urn.update_chain(folder, key=wrong):
            raise AssertionError
    assert "urn" in urn.FilterChain.open(folder, key=KEY)
    urn.FilterChain.create(tmp_path / "open.d", 100, "1%")
    with pytest.raises(urn.MismatchError, match="a key opens a keyed chain only"):
        urn.FilterChain.open(tmp_path / "open.d", key=KEY)


# Each is the key 472 twice, with a missing value in between, and so on for texts.
COLUMNS = {
    "list": [472, None, 472],
    "floats": [472.0, float("nan"), 472.0],
    "array": np.array([472.0, np.nan, 472.0]),
    "masked array": np.ma.masked_array([472, 7, 472], [False, True, False]),
    "series": pd.Series([472, None, 472], dtype="Int64"),
    "categories": pd.Series([472, None, 472]).astype("category"),
    "Polars": pl.Series([472, None, 472]),
    "Arrow": pa.array([472, None, 472], pa.int16()),
    "dictionary": pa.array([1, 472, None, 472]).dictionary_encode().slice(1),
    "generator of texts": ["472", None, "472"],
    "texts": pa.array(["472", None, "472"]),
    "views": pa.array(["472", None, "472"], pa.string_view()),
    "chunks": pa.chunked_array([["472", None], [], ["472"]]),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_are_those_of_filters(name):
    column = COLUMNS[name]
    chain, f = urn.FilterChain(10, "1%"), urn.Filter(10_000, 7)
    assert chain.update(column) == f.update(column) == 3
    assert chain.info()["items"] == 1 and chain.key_kinds == f.key_kinds
    assert chain.contains_many(column).to_list() == [True, None, True]
    other = urn.FilterChain(10, "1%")
    assert other.new_among(column).to_list() == [True, None, False]
    table = pa.table({"id": pa.array([472, None, 472]), "page": [1, 2, 3]})
    assert urn.FilterChain(10, "1%").new_among(table, "id").to_list() == [True, None, False]
    digits = urn.FilterChain(10, "1%")
    digits.update(column, column_as="text")
    assert "472" in digits and digits.key_kinds == ("texts",)


def test_rows_beyond_a_stretch_keep_their_order():
    draw = random.Random(7)
    words = [f"{draw.randrange(30_000)}" for _ in range(100_003)]
    seen = set()
    expected = [None if i % 997 == 0 else word not in seen and not seen.add(word) for i, word in enumerate(words)]
    keys = [None if i % 997 == 0 else word for i, word in enumerate(words)]
    for column in (keys, pa.array(keys), pa.array(keys).dictionary_encode(), pa.chunked_array([keys[:50_001], keys[50_001:]]), pa.chunked_array([keys[:9], keys[9:]]).dictionary_encode()):
        assert urn.FilterChain(40_000, "1e-9").new_among(column).to_list() == expected
        grown = urn.FilterChain(100, "1e-9")
        assert grown.new_among(column).to_list() == expected


def test_keys_of_the_wrong_kind_are_warned_of_or_refused():
    chain = urn.FilterChain(100, "1%")
    chain.update(["472"])
    with pytest.warns(urn.UrnfieldWarning, match="the filter holds texts only and is given integers"):
        assert chain.contains_many([472]).to_list() == [False]
    other = urn.FilterChain(100, "1%")
    other.add(472)
    with pytest.warns(urn.UrnfieldWarning, match="integers only"):
        assert "472" not in other
    for bad in ([1.5], [[1]], [True], pa.array([True]), 7, "text", [b"a", 2**64]):
        with pytest.raises((TypeError, OverflowError)):
            chain.update(bad)
    for missing in (None, float("nan")):
        with pytest.raises(TypeError, match="a missing value is no key"):
            chain.add(missing)
    with pytest.raises(urn.DomainError, match="column_as"):
        chain.update(["a"], column_as="digits")
    assert chain.info()["items"] <= 2


def test_an_error_amid_many_keys_stops_them(tmp_path):
    # Sizes double until a filter is larger than there can be.
    chain = urn.FilterChain(2**45, "1e-9")
    with pytest.raises(urn.Error):
        chain.update(range(3))
    assert generations(chain) == []
    with urn.update_chain(tmp_path / "seen.d", **WEEK) as chain:
        with pytest.raises(TypeError, match="in row 9001"):
            chain.update([*range(9000), 1.5])
        # What was read before is in, a stretch at a time, as with a filter.
        assert chain.contains_many(range(8192)).count() > 2000


def test_chains_are_not_pickled_or_copied():
    chain = urn.FilterChain(10, "1%")
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="a chain is not pickled or copied; keep it in a folder"):
            attempt(chain)


def test_repr(tmp_path):
    chain = urn.FilterChain(10, "1%", keep=2, every="week", seed=3)
    chain.update(range(4))
    assert repr(chain) == 'FilterChain(items=10, fpr="1/100", keep=2, every="week", seed=3; generations: 1, keys: 4)'
    assert repr(urn.FilterChain.create(tmp_path / "s.d", 10, "1%")) == f'FilterChain("{tmp_path}/s.d", items=10, fpr="1/100"; generations: 0, keys: 0)'


def test_other_threads_run_while_a_chain_works():
    chain = urn.FilterChain(2_000_000, "1%")
    column = pa.array([f"visitor-{i}" for i in range(600_000)])
    counted, stop = 0, threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    chain.update(column)
    meanwhile = counted - before
    stop.set()
    thread.join()
    assert meanwhile > 10_000 and chain.info()["items"] > 590_000
