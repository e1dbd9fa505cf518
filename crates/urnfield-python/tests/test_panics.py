"""A panic of the compiled half is an `urnfield.Error`, wherever it happens."""

import os
import subprocess
import sys
import threading

import pytest

import urnfield as urn
from urnfield import _core

PLACES = ["here", "detached", "pool", "patiently"]
SENTENCE = "urnfield failed inside (a test asked for this), which is a fault of its own; report it with what you asked"


@pytest.mark.parametrize("place", PLACES)
def test_a_panic_is_an_error_of_ours(place, capfd):
    for _ in range(2):
        with pytest.raises(urn.Error) as caught:
            _core._panic(place)
        assert type(caught.value) is urn.Error and str(caught.value) == SENTENCE
    # Where it was stands on stderr, for the report.
    assert "pool.rs" in capfd.readouterr().err


@pytest.mark.parametrize("place", PLACES)
def test_it_stays_one_on_its_way(place):
    """Through handlers, iterators, other errors, finalizers and threads."""
    try:
        raise KeyError("first")
    except KeyError:
        try:
            list(map(_core._panic, [place]))
        except Exception as error:
            assert sys.exc_info()[0] is urn.Error and isinstance(error.__context__, KeyError)
            with pytest.raises(ValueError) as caught:
                raise ValueError("second") from error
            assert caught.value.__cause__ is error

    def keys():
        yield "urn"
        _core._panic(place)

    f = urn.Filter(1000, 3)
    with pytest.raises(urn.Error, match="failed inside"):
        f.update(keys())
    seen = []

    def work():
        try:
            _core._panic(place)
        except Exception as error:
            seen.append(type(error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [urn.Error]
    # The module goes on.
    assert f.add("krater") and "krater" in f


def test_a_program_may_go_on_after_one():
    program = "import urnfield\ntry:\n    urnfield._core._panic('here')\nexcept Exception:\n    print('on')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env={**os.environ, "RUST_BACKTRACE": "0"})
    assert (done.returncode, done.stdout) == (0, "on\n")
