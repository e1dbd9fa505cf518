import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urnfield as urn

KEY = b"sixteen secrets!"


def test_a_filter_keeps_its_own_rate_and_is_the_shells(shell, tmp_path):
    keys = [b"visitor-%d" % i for i in range(5000)]
    for kind in ("standard", "classic", "line", "line-classic"):
        mine = urn.Filter.for_items(5000, "1%", kind)
        assert mine.update(keys) == 5000
        assert mine.to_bytes() == shell.build(tmp_path, keys, "--items", 5000, "--fpr", "1%", "--kind", kind)
        assert mine.fpr() <= "1%"
        assert mine.update([key.decode() for key in keys]) == 5000
        assert all(key in mine for key in keys[:100])
    mean = urn.Filter.for_items(1000, 0.01, mean=True)
    assert (mean.bits, urn.Filter.for_items(1000, 0.01).bits) == (9595, 9963)


def test_the_shell_reads_what_python_writes(shell, tmp_path):
    f = urn.Filter.for_items(100, "1%")
    f.update(["amphora", "krater"])
    f.save(tmp_path / "f.urn", compress=True)
    assert shell("check", tmp_path / "f.urn", stdin=b"krater\nurn\n") == b"krater\n"
    numbers = urn.Filter.for_items(100, "1%")
    numbers.update([1, -2, 3], column_as="text")
    numbers.save(tmp_path / "n.urn")
    assert shell("check", tmp_path / "n.urn", stdin=b"-2\n7\n1\n") == b"-2\n1\n"


def test_items_are_text_bytes_and_words():
    f = urn.Filter(10_000, 7)
    assert f.add("urn") and not f.add(b"urn") and not f.add(bytearray(b"urn")) and not f.add(memoryview(b"urn"))
    with pytest.warns(urn.UrnfieldWarning, match="holds texts only"):
        f.add(5)
    assert 5 in f and "5" not in f and (5).to_bytes(8, "little") in f
    f.add(-1)
    assert 2**64 - 1 in f
    assert 5.0 in f and not f.add(5.0) and -1.0 in f and 6.0 not in f
    for bad, said in (
        (1.5, "a float must be a whole number below 2.53 to be read as an integer, got 1.5; round it"),
        (2.0**53, "got 9007199254740992.0"),
        (None, "a missing value is no key, got None; leave it out"),
        (float("nan"), "a missing value is no key, got nan"),
        *((bad, "a key is text, bytes or an integer") for bad in (True, ["a"], {"a"}, object())),
    ):
        with pytest.raises(TypeError, match=said):
            f.add(bad)
        with pytest.raises(TypeError):
            bad in f
    with pytest.raises(OverflowError, match="make a larger one text"):
        f.add(2**64)
    for one in ("text", b"bytes", bytearray(b"x")):
        with pytest.raises(TypeError, match="use add or in"):
            f.update(one)


def test_new_among_tells_what_was_new():
    f = urn.Filter.for_items(1000, "1e-9")
    assert f.new_among(["a", "b", "a", None]).to_list() == [True, True, False, None]
    assert f.new_among(["b", "c"]).to_list() == [False, True]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(max_size=8)),
    st.lists(st.binary(max_size=8)),
    st.sampled_from(["standard", "classic", "line", "line-classic"]),
    st.integers(1, 2000),
    st.integers(1, 12),
)
def test_the_algebra_of_sets(texts, more, kind, bits, hashes):
    hashes = min(bits, hashes)
    if kind.startswith("line"):
        bits *= 512

    def make(items):
        f = urn.Filter(bits, hashes, kind)
        f.update(items)
        return f

    texts = [text.encode("utf-8", "surrogatepass") for text in texts]
    a, b, both = make(texts), make(more), make(texts + more)
    assert a | b == both == b | a
    assert a <= both and b <= both and both >= a and not both < a
    assert (a & b) <= a and (a & b) <= b
    assert (a | a) == a and (a & a) == a
    c = a.copy()
    c |= b
    assert c == both and (c is not both)
    c &= a
    assert a <= c or c <= a
    assert all(item in both for item in texts + more)
    assert both.contains_many(texts + more).count() == len(texts + more)
    # One after the other, in any order.
    single = urn.Filter(bits, hashes, kind)
    for item in random.Random(1).sample(texts + more, len(texts + more)):
        single.add(item)
    assert single == both
    assert pickle.loads(pickle.dumps(both)) == both == urn.Filter.from_bytes(both.to_bytes(compress=True))
    assert urn.Filter(bits, hashes, kind).with_payload(both.payload()) == both


def test_what_does_not_fit_is_refused_with_the_numbers():
    a, b = urn.Filter(100, 3), urn.Filter(101, 3)
    for merge in (lambda: a | b, lambda: a & b, lambda: a <= b):
        with pytest.raises(urn.MismatchError, match="100 bits.*101 bits") as caught:
            merge()
    assert "100 bits" in caught.value.ours
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, urn.Error)
    assert a != b and a != "a" and not a == 3
    with pytest.raises(TypeError):
        a | {"a"}


def test_keys_are_secret():
    f = urn.Filter(1000, 7, key=KEY)
    f.add("urn")
    assert f.seed is None and "urn" in f and "keyed" in repr(f)
    with pytest.raises(TypeError, match="its key would travel"):
        pickle.dumps(f)
    with pytest.raises(urn.MismatchError):
        urn.Filter.from_bytes(f.to_bytes())
    with pytest.raises(urn.MismatchError):
        urn.Filter.from_bytes(f.to_bytes(), key=bytes(16))
    with pytest.raises(urn.DomainError, match="a key has 16 bytes, got 3 bytes"):
        urn.Filter(1000, 7, key=b"abc")
    with pytest.raises(TypeError, match="16 bytes"):
        urn.Filter(1000, 7, key="sixteen letters!")
    with pytest.raises(urn.DomainError):
        urn.Filter(1000, 7, key=KEY, seed=3)


def test_estimates_and_comparisons(shell, tmp_path):
    a, b = urn.Filter.for_items(1000, "1%"), urn.Filter.for_items(1000, "1%")
    a.update(range(600))
    b.update(range(300, 900))
    estimate = a.estimate_items(confidence="99.9%")
    assert 600 in estimate and estimate.lo <= 600 <= estimate.hi and abs(float(estimate.point) - 600) < 60
    a.save(tmp_path / "a.urn")
    b.save(tmp_path / "b.urn")
    paths = [str(tmp_path / "a.urn"), str(tmp_path / "b.urn")]
    assert urn.compare(a, b, names=paths).to_dict() == shell.json("compare", *paths)
    assert urn.info(a, name=paths[0]).to_dict() == shell.json("info", paths[0])
    with pytest.raises(urn.DomainError, match="intersection"):
        (a & b).estimate_items()


def test_filters_of_lines_have_their_own_laws(shell, tmp_path):
    for kind in ("line", "line-classic"):
        f, g = (urn.Filter.for_items(5000, "1%", kind) for _ in range(2))
        f.update(range(5000))
        g.update(range(4000, 9000))
        assert f.kind == kind == f.design.kind and f.bits % 512 == 0
        assert f.fpr() <= "1%" and 5000 in f.estimate_items("99.9%")
        wrong = f.contains_many(range(10**6, 10**6 + 100_000)).count()
        assert wrong < 1300
        f.save(tmp_path / "f.urn", replace=True)
        g.save(tmp_path / "g.urn", replace=True)
        paths = [str(tmp_path / "f.urn"), str(tmp_path / "g.urn")]
        assert urn.compare(f, g, names=paths).to_dict() == shell.json("compare", *paths)
        assert urn.info(f, name=paths[0]).to_dict() == shell.json("info", paths[0])
        view = urn.FilterView.open(paths[0])
        assert 7 in view and view.to_filter() == f == urn.Filter.load(paths[0])
        assert urn.Design(f.bits, f.hashes, kind) == f.design
        assert f.design.fpr(5000).overlaps(urn.rate(bits=f.bits, items=5000, hashes=f.hashes, kind=kind).fpr)
        with pytest.raises(urn.DomainError, match="ask the filter itself"):
            f.design.fpr_given(100)
        plan = urn.plan(items=5000, fpr="1%", kind=kind)
        assert plan.kind == kind and plan.keeps_promise and plan.bits <= f.bits
    with pytest.raises(urn.Error, match="multiple of 512|512"):
        urn.Filter(1000, 7, "line")
    with pytest.raises(urn.DomainError, match="ParquetFilter"):
        urn.Filter.for_items(10, "1%", "parquet")


def test_small_manners():
    f = urn.Filter(100, 3, "classic", seed=7, planned_items=12)
    assert repr(f) == 'Filter(bits=100, hashes=3, kind="classic", seed=7, planned_items=12)'
    assert (f.kind, f.bits, f.hashes, f.seed, f.planned_items) == ("classic", 100, 3, 7, 12)
    assert f.design == urn.Design(100, 3, "classic") and hash(f.design) == hash(urn.Design(100, 3, "classic"))
    assert not hasattr(f, "__len__")
    f.add("a")
    for other in (f.copy(), copy.copy(f), copy.deepcopy(f)):
        assert other == f
        other.add("b")
        assert other != f
    f.clear()
    assert f.bits_set() == 0
    with pytest.raises(TypeError):
        hash(f)
    with pytest.raises(urn.FormatError, match="a kind is"):
        urn.Filter(100, 3, "blocked")
    with pytest.raises(urn.DomainError, match="at least one bit"):
        urn.Filter(0, 3)
    with pytest.raises(urn.Error):
        urn.Filter(2**63, 3)
    with pytest.raises(urn.DomainError, match="column_as"):
        f.update(["a"], column_as="bytes")
    with pytest.raises(urn.DomainError, match="threads"):
        f.update(["a"], threads=0)


def test_parquets_own_filters(tmp_path):
    f = urn.ParquetFilter.for_items(1000, "1%")
    assert f.update([f"v{i}" for i in range(1000)]) == 1000
    assert f.contains_many([f"v{i}" for i in range(1000)]).count() == 1000
    assert urn.ParquetFilter.from_bytes(f.to_bytes()) == f == pickle.loads(pickle.dumps(f))
    assert f.fpr() < "2%" and f.blocks & (f.blocks - 1) == 0
    g = urn.ParquetFilter(f.blocks)
    g.add("w")
    g |= f
    assert "w" in g and "v7" in g
    half = g.folded_to(g.blocks // 2)
    assert "w" in half and half.blocks == g.blocks // 2


def test_filters_say_what_the_functions_say():
    f, g = urn.Filter(1000, 7), urn.Filter(1000, 7)
    f.update(["urn", "krater"])
    g.add("urn")
    assert f.info().to_json() == urn.info(f).to_json() and f.info(digits=3).fpr_given_bits.certain_bits
    assert f.compare(g, confidence="99%").to_json() == urn.compare(f, g, confidence="99%").to_json()
    with pytest.raises(urn.DomainError, match="two filters or more, got 0"):
        urn.compare()
    with pytest.raises(TypeError, match="got int; use add"):
        f.update(5)


def test_numbers_of_filters_are_refused_in_one_sentence():
    f = urn.Filter(100, 3)
    for bad in (-1, 2**64, "7", True, 1.0):
        with pytest.raises(urn.DomainError, match="a seed is a whole number from 0 to 2.64 - 1, got"):
            urn.Filter(100, 3, seed=bad)
    with pytest.raises(urn.DomainError, match="got -1"):
        f.update(["a"], threads=-1)
    for bad in ("text", 10, [1, 2], None):
        with pytest.raises(TypeError, match="a filter is read from bytes or another buffer, got"):
            urn.Filter.from_bytes(bad)
        with pytest.raises(TypeError, match="a filter is read from bytes or another buffer, got"):
            urn.ParquetFilter.from_bytes(bad)
    law = urn.Occupancy.balls(365, 23)
    for ask in (law.at_least, law.at_most, law.pmf, law.raw_moment, law.sample):
        with pytest.raises(urn.DomainError, match="a count is a whole number from 0 to 2.64 - 1, got -1"):
            ask(-1)
    a, b = urn.ParquetFilter(4), urn.ParquetFilter(4)
    a.add("a"), b.add("b")
    both = a | b
    assert "a" in both and "b" in both and "b" not in a and "a" not in b
    with pytest.raises(urn.MismatchError):
        a | urn.ParquetFilter(8)
