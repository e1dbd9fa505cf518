"""Several writers of one file: nobody's keys are lost without an error."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import urnfield as urn

KEY = b"sixteen secrets!"
SHELL = os.environ["URNFIELD_SHELL"]


def shell_adds(path, *keys):
    text = "".join(f"{key}\n" for key in keys).encode()
    subprocess.run([SHELL, "add", path, "-"], input=text, check=True, capture_output=True)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "seen.urn"
    urn.Filter(100_000, 7).save(path)
    return path


def test_what_the_shell_adds_meanwhile_is_not_lost(path):
    f = urn.Filter.load(path)
    f.add("amphora")
    shell_adds(path, "krater")
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(urn.FileError, match="cannot write .*seen.urn: it changed since this filter was loaded from it"):
            f.save(path, replace=True)
    assert path.read_bytes() == before
    # The remedy that is named, and the other one.
    with urn.update_file(path) as g:
        g |= f
    assert all(key in urn.Filter.load(path) for key in ("amphora", "krater"))
    f.save(path, replace=True, overwrite_changes=True)
    assert "krater" not in urn.Filter.load(path) and "amphora" in urn.Filter.load(path)


def test_a_filter_that_was_saved_or_joined_knows_its_file(path, tmp_path):
    def stale(f):
        with pytest.raises(urn.FileError, match="it changed since"):
            f.save(path, replace=True)

    f = urn.Filter.load(path)
    f.save(path, replace=True)
    f.save(path, replace=True)
    new = urn.Filter(100_000, 7)
    new.save(tmp_path / "new.urn")
    shell_adds(path, "krater")
    stale(f)
    stale(f.copy())
    stale(f | new)
    stale(new | f)
    stale(f & f)
    joined = new.copy()
    joined |= f
    stale(joined)
    # Under its other names too.
    link = tmp_path / "link.urn"
    link.symlink_to(path)
    with pytest.raises(urn.FileError, match="it changed since"):
        f.save(link, replace=True)
    with pytest.raises(urn.FileError, match="it changed since"):
        f.save(os.path.relpath(path), replace=True)
    # What has come in again is not lost.
    f |= urn.Filter.load(path)
    f.save(path, replace=True)
    assert "krater" in urn.Filter.load(path)
    shell_adds(tmp_path / "new.urn", "krater")
    with pytest.raises(urn.FileError, match="saved to it"):
        new.save(tmp_path / "new.urn", replace=True)


def test_a_union_that_fails_brings_nothing_of_the_other_file(path):
    f = urn.Filter.load(path)
    urn.Filter(200_000, 7).save(path, replace=True)
    with pytest.raises(urn.Error):
        f |= urn.Filter.load(path)
    with pytest.raises(urn.FileError, match="it changed since"):
        f.save(path, replace=True)


def test_who_never_saw_a_file_may_replace_it(path, tmp_path):
    shell_adds(path, "krater")
    urn.Filter(1000, 3).save(path, replace=True)
    f = urn.Filter.load(path)
    path.unlink()
    f.save(path, replace=True)
    # Another file than its own.
    other = tmp_path / "other.urn"
    urn.Filter(1000, 3).save(other)
    shell_adds(other, "krater")
    f.save(other, replace=True)
    assert urn.Filter.load(other) == f


def test_views_know_their_file_too(path):
    for copy in (True, False):
        f = urn.FilterView.open(path, copy=copy).to_filter()
        f.save(path, replace=True)
        f = urn.FilterView.open(path, copy=copy).to_filter()
        shell_adds(path, f"krater {copy}")
        with pytest.raises(urn.FileError, match="it changed since"):
            f.save(path, replace=True)


def test_an_update_is_written_where_its_block_ends(path):
    with urn.update_file(path) as f:
        assert f.add("amphora") and "amphora" not in urn.Filter.load(path)
    assert "amphora" in urn.Filter.load(path)
    # The filter is an ordinary one then, which knows its file.
    f.add("kylix")
    f.save(path, replace=True)
    shell_adds(path, "krater")
    with pytest.raises(urn.FileError, match="it changed since"):
        f.save(path, replace=True)


def test_a_block_that_raises_leaves_the_file(path):
    before = path.read_bytes()
    with pytest.raises(KeyError), urn.update_file(path) as f:
        f.add("amphora")
        raise KeyError
    assert path.read_bytes() == before
    # The lock is gone.
    with urn.update_file(path, wait=False) as f:
        f.add("krater")
    assert "krater" in urn.Filter.load(path)


def test_packing_and_keys_stay(tmp_path):
    path = tmp_path / "keyed.urn"
    urn.Filter(100_000, 7, key=KEY).save(path, compress=True)
    small = path.stat().st_size
    for _ in range(2):
        with urn.update_file(path, key=KEY) as f:
            f.add("amphora")
    assert "amphora" in urn.Filter.load(path, key=KEY) and path.stat().st_size < small + 100
    for wrong in (None, b"another secrets!"):
        with pytest.raises(urn.MismatchError), urn.update_file(path, key=wrong):
            raise AssertionError
    with pytest.raises(FileNotFoundError), urn.update_file(tmp_path / "none.urn"):
        raise AssertionError


def test_only_one_is_in_the_block(path):
    update = urn.update_file(path)
    with update as f:
        with pytest.raises(RuntimeError, match="open already"):
            update.__enter__()
        with pytest.raises(urn.FileError, match="somebody else is writing to it"), urn.update_file(path, wait=False):
            raise AssertionError
        done = subprocess.run([SHELL, "add", "--no-wait", path, "-"], input=b"krater\n", capture_output=True, check=False)
        assert done.returncode == 2 and b"being written" in done.stderr
        # Saving inside would wait for the block's own end.
        for options in ({}, {"overwrite_changes": True}):
            with pytest.raises(urn.FileError, match="a with block of update_file has it locked"):
                f.save(path, replace=True, **options)
        f.add("amphora")
    with update as f:
        assert "amphora" in f


def test_somebody_who_does_not_ask_is_noticed(path):
    before = None
    with pytest.raises(urn.FileError, match="without asking for the lock"):
        with urn.update_file(path) as f:
            f.add("amphora")
            urn.Filter(1000, 3).save(path, replace=True)
            before = path.read_bytes()
    assert path.read_bytes() == before


def test_many_writers_lose_nothing(path):
    """Threads, processes and the shell, all at one file."""
    program = """
import sys, urnfield as urn
for i in range(5):
    with urn.update_file(sys.argv[1]) as f:
        f.add(f"{sys.argv[2]} {i}")
"""
    others = [subprocess.Popen([sys.executable, "-c", program, path, name]) for name in ("one", "two")]

    def work(name):
        for i in range(5):
            with urn.update_file(path) as f:
                f.add(f"{name} {i}")

    threads = [threading.Thread(target=work, args=[name]) for name in ("three", "four")]
    for thread in threads:
        thread.start()
    for i in range(5):
        shell_adds(path, f"shell {i}")
    for thread in threads:
        thread.join()
    assert [other.wait(120) for other in others] == [0, 0]
    f = urn.Filter.load(path)
    missing = [f"{name} {i}" for name in ("one", "two", "three", "four", "shell") for i in range(5) if f"{name} {i}" not in f]
    assert missing == []


def test_waiting_hears_ctrl_c(path):
    program = """
import signal, sys, urnfield as urn
signal.alarm(60)  # Ends what hears nothing.
f = urn.Filter.load(sys.argv[1])
print("begun", flush=True)
try:
    WAIT
except KeyboardInterrupt:
    print("heard", flush=True)
"""
    for wait in ("urn.update_file(sys.argv[1]).__enter__()", "f.save(sys.argv[1], replace=True)"):
        with urn.update_file(path):
            command = [sys.executable, "-c", program.replace("WAIT", wait), str(path)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
                assert running.stdout.readline() == "begun\n"
                time.sleep(0.5)
                running.send_signal(signal.SIGINT)
                assert running.stdout.readline() == "heard\n"
                # What still waits for the lock does not hold the program up.
                assert running.wait(20) == 0


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(urn.FileError), urn.update_file(tmp_path):
        raise AssertionError
