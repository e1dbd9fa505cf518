import copy
import pickle
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urnfield as urn

KEY = b"sixteen secrets!"
RATIO = 0x9E3779B97F4A7C15


def filled(kind, bits, hashes, seed, items):
    f = urn.Filter(bits, hashes, kind, seed=seed)
    f.update(list(items))
    return f


def golden_filters():
    """Every golden file, made anew."""
    planned = urn.Filter(120, 4, seed=2, planned_items=12)
    planned.update(["amphora", "krater", ""])
    keyed = urn.Filter(100, 3, key=KEY)
    keyed.update(["amphora", "krater"])
    both = filled("standard", 100, 3, 0, range(5)) & filled("standard", 100, 3, 0, range(3, 10))
    line = urn.Filter(1024, 6, "line", planned_items=20)
    line.update(range(10))
    return {
        "line-1024-6.urn": line,
        "line-classic-512-14.urn": filled("line-classic", 512, 14, 1, range(4)),
        "standard-100-3.urn": filled("standard", 100, 3, 0, range(5)),
        "classic-64-5.urn": filled("classic", 64, 5, RATIO, range(5)),
        "classic-20-10.urn": filled("classic", 20, 10, 0, [0]),
        "classic-65-40.urn": filled("classic", 65, 40, 1, [1970]),
        "standard-65-2.urn": filled("standard", 65, 2, 2**64 - 1, range(10)),
        "standard-1-3.urn": filled("standard", 1, 3, 0, [0]),
        "empty-100-3.urn": filled("classic", 100, 3, 0, []),
        "planned-120-4.urn": planned,
        "intersection-100-3.urn": both,
        "keyed-100-3.urn": keyed,
        "enumerated-100-3.urn": filled("standard", 100, 3, 0, range(5)),
        "entropy-100001-2.urn": filled("standard", 100_001, 2, 0, range(80)),
        "gaps-100003-100000.urn": filled("classic", 100_003, 100_000, 0, [0]),
    }


def test_golden_files_are_written_and_read(golden, tmp_path):
    made = golden_filters()
    assert set(made) == {path.name for path in golden.glob("*.urn")}
    for name, f in made.items():
        file = golden / name
        key = KEY if name.startswith("keyed") else None
        compress = name.split("-")[0] in ("enumerated", "entropy", "gaps")
        assert f.to_bytes(compress=compress) == file.read_bytes(), name
        assert urn.Filter.load(file, key=key) == f, name
        assert urn.Filter.from_bytes(memoryview(file.read_bytes()), key=key) == f, name
        f.save(tmp_path / name, compress=compress)
        assert (tmp_path / name).read_bytes() == file.read_bytes(), name


def test_the_vectors_of_the_format(project):
    text = (project / "docs/format.md").read_text()
    table = text.split("### Integers, digest 1")[1].split("###")[0]
    rows = re.findall(r"^\| ([0-9a-f]{16}) \| ([0-9a-f]{16}) \|(.*)\|$", table, re.M)
    assert len(rows) >= 5
    for key, seed, rest in rows:
        positions = {int(p) for p in rest.split("|")[2].split()}
        # The key is hexadecimal bytes in order: the little-endian word.
        item = int.from_bytes(bytes.fromhex(key), "little")
        for value in (item, int(key, 16)):
            f = urn.Filter(1000, 7, seed=int(seed, 16))
            f.add(value)
            payload = f.payload()
            found = {p for p in range(1000) if payload[p // 8] >> (p % 8) & 1}
            if found == positions:
                break
        else:
            raise AssertionError((key, seed, positions))


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
    f.add(5)
    assert 5 in f and "5" not in f and (5).to_bytes(8, "little") in f
    f.add(-1)
    assert 2**64 - 1 in f
    for bad in (1.5, None, True, 3.0, ["a"], ("a",), object()):
        with pytest.raises(TypeError, match="a key is text, bytes or an integer"):
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


def test_files(tmp_path):
    f = urn.Filter.for_items(100, "1%")
    f.update(range(50))
    path = tmp_path / "f.urn"
    f.save(path)
    with pytest.raises(FileExistsError) as caught:
        f.save(path)
    assert isinstance(caught.value, urn.FileError) and caught.value.filename == str(path)
    f.save(path, replace=True)
    with pytest.raises(FileNotFoundError, match="cannot read"):
        urn.Filter.load(tmp_path / "none.urn")
    path.write_bytes(b"no filter at all")
    with pytest.raises(urn.FormatError):
        urn.Filter.load(path)
    damaged = bytearray(f.to_bytes())
    damaged[130] ^= 1
    with pytest.raises(urn.FormatError):
        urn.Filter.from_bytes(damaged)


def test_views_answer_without_loading(tmp_path):
    f = urn.Filter.for_items(1000, "1%")
    f.update(range(1000))
    f.save(tmp_path / "f.urn")
    view = urn.FilterView.open(tmp_path / "f.urn")
    view.verify()
    assert 7 in view and view.design == f.design and view.planned_items == 1000
    questions = list(range(0, 3000))
    assert view.contains_many(questions).to_list() == f.contains_many(questions).to_list()
    assert view.to_filter() == f
    f.save(tmp_path / "c.urn", compress=True)
    half = urn.Filter.for_items(1000, "1%")
    half.update(range(10))
    half.save(tmp_path / "half.urn", compress=True)
    with pytest.raises(urn.FormatError, match="raw"):
        urn.FilterView.open(tmp_path / "half.urn")


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


def test_everything_travels():
    f = urn.Filter(1000, 7)
    f.update(["urn", "krater"])
    for keys in (["urn", None, "oinochoe"], ["urn"] * 64, ["x"] * 65, []):
        mask = f.contains_many(keys)
        again = pickle.loads(pickle.dumps(mask))
        assert list(again) == list(mask) and again.null_count == mask.null_count
    with pytest.raises(ValueError, match="as many bits"):
        urn.Mask._from_words(3, [15], None)
    for estimate in (f.estimate_items(), urn.Design(10, 3).estimate_items(10), urn.Design(10, 3).estimate_items(1)):
        again = pickle.loads(pickle.dumps(estimate))
        assert repr(again) == repr(estimate) and (again.lo, again.hi, again.confidence) == (estimate.lo, estimate.hi, estimate.confidence)
    for plan in (urn.plan(items=1000, fpr="1%"), urn.plan(bits=512, items=9, kind="line"), urn.textbook(items=1000, fpr="1%")):
        again = pickle.loads(pickle.dumps(plan))
        assert repr(again) == repr(plan) and again.keeps_promise == plan.keeps_promise and again.fpr.ends == plan.fpr.ends
    spread = urn.Design(512, 7, "classic").spread(51)
    again = pickle.loads(pickle.dumps(spread))
    assert repr(again) == repr(spread) and again.median().ends == spread.median().ends


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
