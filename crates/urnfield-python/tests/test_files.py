"""Filters in files, as bytes and as pickles: the format's own, to the byte."""

import os
import pickle
import re

import pytest

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
    all_kinds = filled("standard", 1, 3, 0, [0])
    tuples = urn.Filter(100, 3)
    for last in (b"\x01\x06\0\0\0krater", b"\x02\x08\0\0\0" + (42).to_bytes(8, "little")):
        tuples.add(b"\x01\x06\0\0\0Attica" + last)
    telling = {
        "texts-120-4.urn": planned,
        "integers-100-3.urn": filled("standard", 100, 3, 0, range(5)),
        "all-kinds-1-3.urn": all_kinds.with_payload(all_kinds.payload(), key_kinds=["texts", "integers", "digests"]),
        "tuples-100-3.urn": tuples.with_payload(tuples.payload(), key_kinds=["tuples"]),
    }
    older = {
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
        "entropy-100001-2.urn": filled("standard", 100_001, 2, 0, range(80)),
        "gaps-100003-100000.urn": filled("classic", 100_003, 100_000, 0, [0]),
    }
    # The older files do not tell the kinds of their keys.
    for name, f in older.items():
        if not f.is_intersection:
            older[name] = f.with_payload(f.payload(), key=KEY if name.startswith("keyed") else None)
    return telling | older


def test_golden_files_are_written_and_read(golden, tmp_path):
    made = golden_filters()
    assert set(made) == {path.name for path in golden.glob("*.urn")}
    for name, f in made.items():
        file = golden / name
        key = KEY if name.startswith("keyed") else None
        compress = name.split("-")[0] in ("entropy", "gaps")
        assert f.to_bytes(compress=compress) == file.read_bytes(), name
        assert urn.Filter.load(file, key=key) == f, name
        assert urn.Filter.from_bytes(memoryview(file.read_bytes()), key=key) == f, name
        f.save(tmp_path / name, compress=compress)
        assert (tmp_path / name).read_bytes() == file.read_bytes(), name


def test_the_vectors_of_the_format(project):
    text = (project / "docs/reference/format.md").read_text()
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


def test_views_of_small_files_are_copies(tmp_path):
    """Whatever happens to the file: answers stay, and the process lives."""
    f = urn.Filter.for_items(100_000, "1%")
    f.update(range(100_000))
    path = tmp_path / "f.urn"
    for spoil in (lambda: os.truncate(path, 0), lambda: path.write_bytes(bytes(path.stat().st_size)), path.unlink):
        path.write_bytes(f.to_bytes())
        view = urn.FilterView.open(path)
        spoil()
        assert view.contains_many(range(100_000)).count() == 100_000
        view.verify()
        assert view.to_filter() == f
    with pytest.raises(FileNotFoundError):
        urn.FilterView.open(path)
    os.mkfifo(path)
    with pytest.raises(urn.FileError, match="no ordinary file"):
        urn.FilterView.open(path)
    with pytest.raises(urn.FileError, match="directory"):
        urn.FilterView.open(tmp_path)


def maps_of(path):
    with open("/proc/self/maps") as maps:
        return sum(str(path) in line for line in maps)


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="what is mapped is known under Linux")
def test_files_are_mapped_from_64_mib_on(tmp_path):
    small, large = tmp_path / "small.urn", tmp_path / "large.urn"
    # A header has 128 bytes.
    urn.Filter((2**26 - 136) * 8, 2).save(small)
    urn.Filter((2**26 - 128) * 8, 2).save(large)
    assert large.stat().st_size == 2**26 and small.stat().st_size == 2**26 - 8
    for path, copy, mapped in ((small, None, 0), (large, None, 1), (small, False, 1), (large, True, 0), (small, True, 0)):
        view = urn.FilterView.open(path, copy=copy)
        assert maps_of(path) == mapped and "urn" not in view
        del view


def test_a_view_verifies_first_where_it_is_asked_to(tmp_path):
    f = urn.Filter.for_items(1000, "1%")
    f.update(range(1000))
    path = tmp_path / "f.urn"
    damaged = bytearray(f.to_bytes())
    damaged[200] ^= 1
    for copy in (True, False):
        path.write_bytes(f.to_bytes())
        assert urn.FilterView.open(path, verify=True, copy=copy).to_filter() == f
        path.write_bytes(damaged)
        view = urn.FilterView.open(path, copy=copy)
        with pytest.raises(urn.FormatError):
            view.verify()
        with pytest.raises(urn.FormatError):
            urn.FilterView.open(path, verify=True, copy=copy)


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


def test_payloads_are_cut_anywhere():
    f = urn.Filter(1_000_003, 5)
    f.update(range(50_000))
    whole = f.payload()
    assert len(whole) == 8 * -(-1_000_003 // 64) and f.to_bytes().find(whole) > 0
    for start, stop in ((0, 0), (0, 1), (3, 70_001), (7, 8), (8, 16), (65_535, 65_537), (125_000, None), (5, 2), (10**9, None), (0, 10**9), (1, 10**30)):
        if stop == 10**30:
            with pytest.raises(urn.DomainError, match="a count is a whole number"):
                f.payload(start, stop)
        else:
            assert f.payload(start, stop) == (whole[start:stop] if start < len(whole) else b""), (start, stop)
    with pytest.raises(urn.DomainError, match="got -1"):
        f.payload(-1)
