"""The programs from PyPI that a release is made with, in an environment of their own."""

import os
import venv
from pathlib import Path

from .tree import run

WANTED = Path(__file__).parent / "requirements.txt"


def within(inside):
    """Returns this process's environment, in which the programs of a folder come first."""
    return os.environ | {"PATH": f"{inside}{os.pathsep}{os.environ['PATH']}"}


def programs(folder):
    """Returns the folder of the environment's programs, which is made where it is not there yet."""
    home, stamp = folder / "python", folder / "python/installed.txt"
    inside = home / ("Scripts" if os.name == "nt" else "bin")
    if not stamp.exists() or stamp.read_bytes() != WANTED.read_bytes():
        venv.create(home, with_pip=True)
        run(inside / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", WANTED)
        stamp.write_bytes(WANTED.read_bytes())
    return inside
