"""What all tests share. They run from outside the source tree, against the wheel that is installed."""

import json
import os
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(os.environ["URNFIELD_PROJECT"])
SHELL = os.environ["URNFIELD_SHELL"]


@pytest.fixture(scope="session")
def project():
    return PROJECT


@pytest.fixture(scope="session")
def golden():
    return PROJECT / "crates/urnfield/tests/golden"


class Shell:
    """The program `urnfield`."""

    def __call__(self, *words, stdin=b""):
        done = subprocess.run([SHELL, *map(str, words)], input=stdin, capture_output=True, check=False)
        assert done.returncode in (0, 1), done.stderr.decode()
        return done.stdout

    def json(self, *words):
        return json.loads(self(*words, "--json"))

    def refusal(self, *words):
        done = subprocess.run([SHELL, *map(str, words)], input=b"", capture_output=True, check=False)
        assert done.returncode == 2, done.stdout
        return done.stderr.decode().strip().removeprefix("urnfield: ").removeprefix("error: ")

    def dedupe(self, folder, keys, *words):
        """The keys that are new to the chain in a folder."""
        text = "".join(f"{key}\n" for key in keys).encode()
        return self("dedupe", "-", "--state", f"{folder}/", *words, stdin=text).decode().split()

    def build(self, folder, keys, *words):
        """The bytes of a filter that the shell builds of these keys."""
        text, file = folder / "keys.txt", folder / "keys.urn"
        text.write_bytes(b"".join(key + b"\n" for key in keys))
        self("build", text, "-o", file, "--force", *words)
        return file.read_bytes()


@pytest.fixture(scope="session")
def shell():
    return Shell()
