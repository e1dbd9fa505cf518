"""Threads, forks, signals and memory."""

import gc
import importlib.metadata
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
import zipfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import urnfield as urn

COLUMN = pa.array([f"visitor-{i}" for i in range(100_000)])


def plain():
    f = urn.Filter.for_items(100_000, "1%")
    f.update(COLUMN)
    return f


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_give_the_same_bits(threads):
    f = urn.Filter.for_items(100_000, "1%")
    assert f.update(COLUMN, threads=threads) == 100_000
    assert f == plain()
    # Beyond the caches, where the library sorts.
    far, alone = urn.Filter(2**28 + 3, 7), urn.Filter(2**28 + 3, 7)
    numbers = np.arange(1_500_000)
    far.update(numbers, threads=threads)
    alone.update(numbers)
    assert far == alone and far.contains_many(numbers, threads=threads).count() == 1_500_000


def test_four_threads_fill_one_filter():
    f = urn.Filter.for_items(100_000, "1%")
    parts = [COLUMN.slice(i * 25_000, 25_000) for i in range(4)]

    def fill(part):
        for at in range(0, 25_000, 500):
            f.update(part.slice(at, 500))
            assert f.contains_many(part.slice(at, 500)).count() == 500
            f.add(part[at].as_py())

    threads = [threading.Thread(target=fill, args=[part]) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert f == plain()


def test_other_threads_run_during_an_update():
    f = urn.Filter(2**28, 7)
    numbers, loops, done = np.arange(4_000_000), 0, threading.Event()

    def work():
        f.update(numbers)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        loops += 1
    thread.join()
    assert loops > 0


def in_child(queue, threads):
    f = urn.Filter.for_items(100_000, "1%")
    f.update(COLUMN, threads=threads)
    queue.put(f.to_bytes())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_survive_a_fork():
    f = urn.Filter.for_items(100_000, "1%")
    f.update(COLUMN, threads=2)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=in_child, args=(queue, 2))
    child.start()
    try:
        assert queue.get(timeout=60) == f.to_bytes()
        child.join(timeout=60)
        assert child.exitcode == 0
    finally:
        if child.is_alive():
            child.kill()
    assert urn.Occupancy.balls(365, 23).collision() > "1/2"


def test_filters_travel_between_processes():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(urn.Filter.to_bytes, (plain(),)) == plain().to_bytes()


def test_ctrl_c_ends_long_mathematics():
    code = """
        import urnfield as urn
        print("ready", flush=True)
        try:
            urn.Occupancy.lists(10**6, [5000] * 7).sample(28_000)
            print("too fast for this test", flush=True)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert child.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        out, errors = child.communicate(timeout=60)
        assert out == b"interrupted\n", errors.decode()
    finally:
        child.kill()
        child.wait()


def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_nothing_leaks():
    f = urn.Filter(20_011, 7)
    table = pa.table({"k": [f"k{i}" for i in range(100)], "bad": [1.5] * 100})
    schema = pa.schema([("k", pa.string())])

    def batches():
        yield pa.record_batch({"k": ["a" * 1000] * 100}, schema)
        raise RuntimeError("half-way")

    def once():
        f.update(table, "k")
        mask = f.contains_many(table, "k")
        pa.array(mask)
        mask.__arrow_c_array__()
        table.__arrow_c_stream__()
        for keys, column in ((table, "bad"), (pa.RecordBatchReader.from_batches(schema, batches()), "k")):
            try:
                f.update(keys, column)
            except (TypeError, ValueError):
                pass
        urn.Filter.from_bytes(f.to_bytes())
        urn.Occupancy.balls(365, 23).pmf(7)

    for _ in range(500):
        once()
    gc.collect()
    before = resident()
    for _ in range(3000):
        once()
    gc.collect()
    assert resident() - before < 8 << 20


def test_streams_that_are_dropped_half_way_do_not_leak():
    f = urn.Filter(20_011, 7)
    table = pa.table({"k": ["a" * 100] * 100, "l": ["b"] * 100})

    def once():
        try:
            f.update(table, "no such column")
        except KeyError:
            pass

    for _ in range(5000):
        once()
    gc.collect()
    before = resident()
    for _ in range(100_000):
        once()
    gc.collect()
    assert resident() - before < 4 << 20


def test_development_mode_has_nothing_to_say():
    code = "import urnfield as urn, pyarrow as pa; f = urn.Filter.for_items(10, '1%'); f.update(pa.array(['a'])); pa.array(f.contains_many(['a'])); urn.birthday(urns=365, balls=23)"
    done = subprocess.run([sys.executable, "-X", "dev", "-W", "error", "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_wheel_is_one_for_all_and_needs_nothing():
    wheel = Path(os.environ["URNFIELD_WHEEL"])
    assert "cp311-abi3" in wheel.name
    assert wheel.stat().st_size < 4 << 20
    names = zipfile.ZipFile(wheel).namelist()
    assert "urnfield/py.typed" in names and "urnfield/_core.pyi" in names
    needed = [one for one in importlib.metadata.requires("urnfield") or [] if "extra ==" not in one]
    assert needed == []
    code = "import sys; before = set(sys.modules); import urnfield; new = {name.split('.')[0] for name in set(sys.modules) - before}; print(new & {'numpy', 'pyarrow', 'pandas', 'scipy'})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"set()\n"


def test_the_wheel_opens_in_every_python_at_hand(tmp_path):
    """Without numpy, pyarrow, or anything else beside it."""
    zipfile.ZipFile(os.environ["URNFIELD_WHEEL"]).extractall(tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import urnfield as urn; f = urn.Filter.for_items(9, '1%'); print(f.update(['urn']), 'urn' in f, urn.birthday(urns=365, balls=23).collision)"
    managed = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser().glob("versions/3.*/bin/python3")
    found = {sys.executable, *managed, *filter(None, (shutil.which(f"python3.{minor}") for minor in range(11, 30)))}
    # What a manager of versions only pretends to have does not start at all.
    young = "import sys; sys.exit(sys.version_info < (3, 11))"
    starts = [one for one in found if subprocess.run([one, "-S", "-c", young], capture_output=True, check=False).returncode == 0]
    assert sys.executable in starts
    for interpreter in starts:
        done = subprocess.run([interpreter, "-S", "-c", code], capture_output=True, check=False)
        assert done.stdout == b"1 True 0.507297234323985\n", (interpreter, done.stderr.decode())


def test_urnfield_is_the_installed_one(project):
    assert project not in Path(urn.__file__).parents or "site-packages" in urn.__file__
