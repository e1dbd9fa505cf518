"""Folders of chains: other options and faults are refused by name, and writers lose no key."""

import datetime
import os
import random
import shutil
import signal
import subprocess
import sys
import threading

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


def test_each_reads_what_the_other_wrote(tmp_path, shell):
    folder = tmp_path / "seen.d"
    assert shell.dedupe(folder, ["urn", "krater", "urn"], "--items", 100, "--fpr", "1%") == ["urn", "krater"]
    assert all(key in urn.FilterChain.open(folder) for key in ("urn", "krater"))
    with urn.update_chain(folder) as chain:
        assert not chain.add("urn") and chain.add("kylix")
    assert shell.dedupe(folder, ["kylix", "psykter"]) == ["psykter"]
    chain = urn.FilterChain.create(tmp_path / "new.d", 100, "1%", "line", keep=2, seed=7)
    assert "urn" not in chain and chain.path == tmp_path / "new.d" and generations(chain) == []
    assert shell.dedupe(chain.path, ["urn"]) == ["urn"]
    assert "urn" in urn.FilterChain.open(str(chain.path)) and "urn" not in chain


def test_other_options_are_refused_in_the_shells_words(tmp_path, shell):
    folder = tmp_path / "seen.d"
    made = {"items": 10, "fpr": "1%", "keep": 2, "every": "day"}
    with urn.update_chain(folder, **made) as chain:
        chain.add("urn")
    before = files(folder)
    # The same options in other words are no others.
    with urn.update_chain(folder, items="10", fpr=0.01, keep=2, kind="standard", seed=0, confidence="0.999999"):
        pass
    for name, was, other, said in (("items", "10", 11, "11"), ("fpr", "1/100", "2%", "1/50"), ("kind", "standard", "classic", "classic"), ("keep", "2", 3, "3"), ("every", "day", "week", "week"), ("seed", "0", 1, "1"), ("confidence", "999999/1000000", "99%", "99/100")):
        sentence = f"{folder} was made with {name}={was}, which {name}={said} cannot change; leave it out, or begin another chain"
        with pytest.raises(urn.DomainError) as caught, urn.update_chain(folder, **{name: other}):
            raise AssertionError
        assert str(caught.value) == sentence
        rate = ["--fpr", "1%"] if name == "confidence" else []
        shells = shell.refusal("dedupe", "-", "--state", f"{folder}", f"--{name}", other, *rate)
        assert shells == sentence.replace(f"{name}=", f"--{name} ")
    with pytest.raises(urn.DomainError, match="which mean=True cannot change"), urn.update_chain(folder, mean=True):
        raise AssertionError
    assert {name: body for name, body in files(folder).items() if name != "manifest"} == {name: body for name, body in before.items() if name != "manifest"}


def test_what_cannot_be_planned_is_refused(tmp_path):
    new = tmp_path / "new.d"
    for options, sentence in (
        ({"items": 10}, "is a new chain, which is planned by .*; add items= and fpr="),
        ({"fpr": "1%"}, "is a new chain"),
        ({"items": 10, "fpr": "1%", "every": "day"}, "would grow without end; add keep= with how many"),
        ({"items": 10, "fpr": "1%", "keep": 0}, "a chain keeps at least one generation, got keep = 0"),
        ({"items": 0, "fpr": "1%"}, "a generation holds at least one key, got items = 0"),
        ({"items": 10, "fpr": "1%", "every": "month", "keep": 1}, 'begins every day or every week, got "month"'),
        ({"items": 10, "fpr": "1%", "kind": "parquet"}, "got \"?parquet"),
        ({"items": 10, "fpr": "1%", "mean": True, "confidence": "1/2"}, "got mean and confidence"),
        ({"items": 10, "fpr": "1%", "seed": 0, "key": KEY}, "a chain has a seed or a key, got both"),
        ({"items": 10, "fpr": "101%"}, "got 101%"),
    ):
        with pytest.raises((urn.DomainError, urn.FormatError), match=sentence), urn.update_chain(new, **options):
            raise AssertionError
        if {"items", "fpr"} <= set(options):
            with pytest.raises((urn.DomainError, urn.FormatError), match=sentence):
                urn.FilterChain.create(new, **options)
            with pytest.raises((urn.DomainError, urn.FormatError), match=sentence):
                urn.FilterChain(**options)
    assert not new.exists()
    for date, sentence in ((datetime.datetime(2026, 11, 19), "got datetime; take its date"), (7, "got int")):
        with pytest.raises(TypeError, match=sentence):
            urn.update_chain(new, date=date)
    with pytest.raises(urn.FormatError, match="a date is written like 2026-11-19"):
        urn.FilterChain(10, "1%", date="19.11.2026")


def test_faults_of_the_folder_are_refused_by_name(tmp_path):
    whole = tmp_path / "whole.d"
    with urn.update_chain(whole, items=10, fpr="1%") as chain:
        chain.update(range(25))
    names = sorted(files(whole))
    assert len(names) == 3

    def damaged(name, how):
        folder = tmp_path / f"{name}-{how.__name__}.d"
        shutil.copytree(whole, folder)
        how(folder / name)
        for ask in (urn.FilterChain.open, lambda path: urn.update_chain(path).__enter__()):
            with pytest.raises(urn.FileError, match=name):
                ask(folder)

    def remove(path):
        path.unlink()

    def cut(path):
        path.write_bytes(path.read_bytes()[:-9])

    def turn(path):
        body = bytearray(path.read_bytes())
        body[-12] ^= 1
        path.write_bytes(body)

    def foreign(path):
        body = urn.Filter(1000, 7).to_bytes()
        path.write_bytes(body if path.suffix else b"another file\n")

    for name in names:
        for how in (remove, cut, turn, foreign):
            damaged(name, how)
    with pytest.raises(FileNotFoundError, match="the folder of a chain has a manifest, and this is missing"):
        urn.FilterChain.open(tmp_path / "none.d")
    with pytest.raises(FileNotFoundError), urn.update_chain(tmp_path / "none.d"):
        raise AssertionError
    with pytest.raises(FileExistsError):
        urn.FilterChain.create(whole, 10, "1%")
    (tmp_path / "other.d").mkdir()
    (tmp_path / "other.d" / "letter.txt").write_text("Dear urn")
    with pytest.raises(urn.FileError, match="letter.txt is in it"):
        urn.FilterChain.create(tmp_path / "other.d", 10, "1%")
    file = tmp_path / "one.urn"
    urn.Filter(1000, 7).save(file)
    for ask in (lambda: urn.FilterChain.open(file), lambda: urn.FilterChain.create(file, 10, "1%"), lambda: urn.update_chain(file, items=10, fpr="1%").__enter__()):
        with pytest.raises(urn.FileError, match="one.urn"):
            ask()


def test_a_chain_that_was_opened_takes_no_keys(tmp_path):
    chain = urn.FilterChain.create(tmp_path / "seen.d", 10, "1%")
    for change in (lambda: chain.add("urn"), lambda: chain.update(["urn"]), lambda: chain.new_among(["urn"]), lambda: chain.turn_to(DAYS[0])):
        with pytest.raises(urn.FileError, match="seen.d: it was opened to be read, .*; add keys in a with block of urnfield.update_chain"):
            change()
    # What is refused is not even read.
    keys = iter(["urn"])
    with pytest.raises(urn.FileError):
        chain.update(keys)
    assert list(keys) == ["urn"]


def test_a_block_is_saved_where_it_ends_and_not_if_it_raises(tmp_path):
    folder = tmp_path / "seen.d"
    update = urn.update_chain(folder, **WEEK)
    with update as chain:
        chain.add("urn")
        assert "urn" in chain and "urn" not in urn.FilterChain.open(folder)
        with pytest.raises(urn.FileError, match="add date= to urnfield.update_chain"):
            chain.turn_to(DAYS[0])
        with pytest.raises(RuntimeError, match="open already"):
            update.__enter__()
    assert "urn" in chain and "urn" in urn.FilterChain.open(folder)
    with pytest.raises(urn.FileError, match="opened to be read"):
        chain.add("krater")
    before = {name: body for name, body in files(folder).items()}
    with pytest.raises(KeyError), update as chain:
        chain.update(["krater"])
        raise KeyError
    for ask in (lambda: "urn" in chain, lambda: chain.add("urn"), chain.info, chain.fpr, lambda: chain.key_kinds, lambda: chain.contains_many(["urn"])):
        with pytest.raises(urn.FileError, match="nothing was saved; open the chain again"):
            ask()
    assert "not saved" in repr(chain)
    assert {name: body for name, body in files(folder).items() if not name.startswith(".")} == before
    with urn.update_chain(folder, wait=False) as chain:
        assert chain.new_among(["urn", "krater"]).to_list() == [False, True]


def test_a_chain_that_a_block_has_made_goes_if_it_raises(tmp_path):
    new, there = tmp_path / "new.d", tmp_path / "there.d"
    there.mkdir()
    for folder in (new, there):
        with pytest.raises(KeyError), urn.update_chain(folder, **WEEK) as chain:
            chain.update(range(5000))
            raise KeyError
    assert not new.exists() and list(there.iterdir()) == []
    # A writer that waits meanwhile makes it anew.
    program = """
import sys, urnfield as urn
print("begun", flush=True)
with urn.update_chain(sys.argv[1], items=1000, fpr="1%") as chain:
    chain.add("urn")
"""
    with pytest.raises(KeyError), urn.update_chain(new, items=1000, fpr="1%"):
        waiting = subprocess.Popen([sys.executable, "-c", program, new], stdout=subprocess.PIPE)
        assert waiting.stdout.readline() == b"begun\n"
        threading.Event().wait(0.5)
        raise KeyError
    with waiting:
        assert waiting.wait(60) == 0
    assert "urn" in urn.FilterChain.open(new)


def test_a_clock_in_the_past_is_warned_of_in_the_shells_words(tmp_path, shell):
    folder = tmp_path / "seen.d"
    with urn.update_chain(folder, date="2026-11-19", **WEEK) as chain:
        chain.add("urn")
    said = f"the last generation of {folder} began on 2026-11-19, later than today, 2026-11-01: none begins with a new day until then; set the clock, or begin another chain"
    with pytest.warns(urn.UrnfieldWarning) as caught, urn.update_chain(folder, date="2026-11-01"):
        pass
    assert [str(one.message) for one in caught] == [said]
    done = subprocess.run([os.environ["URNFIELD_SHELL"], "add", folder, "-", "--date", "2026-11-01"], input=b"", capture_output=True, check=True)
    assert said in done.stderr.decode()


def test_writers_wait_for_each_other(tmp_path, shell):
    folder = tmp_path / "seen.d"
    with urn.update_chain(folder, **WEEK):
        with pytest.raises(urn.FileError, match="somebody else is writing to it"), urn.update_chain(folder, wait=False):
            raise AssertionError
        assert "being written" in shell.refusal("add", "--no-wait", folder, "-")
        assert "being written" in shell.refusal("dedupe", "--no-wait", "-", "--state", folder)
    program = """
import sys, urnfield as urn
for i in range(5):
    with urn.update_chain(sys.argv[1]) as chain:
        chain.add(f"{sys.argv[2]} {i}")
"""
    others = [subprocess.Popen([sys.executable, "-c", program, folder, name]) for name in ("one", "two")]

    def work(name):
        for i in range(5):
            with urn.update_chain(folder) as chain:
                chain.add(f"{name} {i}")

    threads = [threading.Thread(target=work, args=[name]) for name in ("three", "four")]
    for thread in threads:
        thread.start()
    for i in range(5):
        shell.dedupe(folder, [f"shell {i}"])
    for thread in threads:
        thread.join()
    assert [other.wait(120) for other in others] == [0, 0]
    chain = urn.FilterChain.open(folder)
    assert [key for name in ("one", "two", "three", "four", "shell") for i in range(5) if (key := f"{name} {i}") not in chain] == []


def test_writers_that_create_the_same_chain_both_succeed(tmp_path):
    folder = tmp_path / "seen.d"
    program = """
import sys, urnfield as urn
with urn.update_chain(sys.argv[1], items=100, fpr="1%") as chain:
    chain.add(sys.argv[2])
"""
    others = [subprocess.Popen([sys.executable, "-c", program, folder, str(i)]) for i in range(4)]
    assert [other.wait(120) for other in others] == [0] * 4
    assert urn.FilterChain.open(folder).contains_many([str(i) for i in range(4)]).count() == 4


def test_a_killed_writer_loses_no_acknowledged_key(tmp_path, shell):
    """Killed at any moment: what a block has saved stays, and the chain can be read and written."""
    folder = tmp_path / "seen.d"
    program = """
import sys, urnfield as urn
i = int(sys.argv[2])
while True:
    with urn.update_chain(sys.argv[1], items=500, fpr="1%", keep=1000) as chain:
        chain.update([f"key {j}" for j in range(i, i + 100)])
    i += 100
    print(i, flush=True)
"""
    draw = random.Random(33)
    acknowledged = 0
    for _ in range(int(os.environ.get("URNFIELD_TEST_MULTIPLIER", "1")) * 12):
        writer = subprocess.Popen([sys.executable, "-c", program, folder, str(acknowledged)], stdout=subprocess.PIPE, text=True)
        with writer:
            for _ in range(draw.randrange(1, 12)):
                acknowledged = int(writer.stdout.readline())
            # Anywhere in the next block.
            threading.Event().wait(draw.random() * 0.004)
            writer.send_signal(signal.SIGKILL)
            rest = writer.stdout.read().split()
            acknowledged = int(rest[-1]) if rest else acknowledged
        chain = urn.FilterChain.open(folder)
        assert chain.contains_many([f"key {j}" for j in range(acknowledged)]).count() == acknowledged
    assert shell("verify", folder).endswith(b": ok\n")
    # The next writer leaves no file of a killed one.
    with urn.update_chain(folder) as chain:
        chain.add("last")
    assert set(files(folder)) == {"manifest"} | {one["file"] for one in urn.FilterChain.open(folder).info()["generations"]}
