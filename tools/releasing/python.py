"""The wheels and the source distribution of the Python package."""

import platform
import sys

from .environment import within
from .programs import host
from .tree import run

MANIFEST = "crates/urnfield-python/Cargo.toml"


def wheel(tree, tools, out, target, *, libc="gnu", arch=None):
    """Builds one wheel. On Linux it is linked against old C libraries: manylinux2014, or musl 1.2."""
    command = [tools / "maturin", "build", "--locked", "--quiet", "--manifest-path", tree / MANIFEST, "--out", out]
    command += ["--target-dir", target] if sys.platform != "linux" else ["--target-dir", target, "--zig"]
    if sys.platform == "linux":
        tag = "manylinux_2_17" if libc == "gnu" else "musllinux_1_2"
        rust = f"{arch or platform.machine()}-unknown-linux-{libc}"
        if rust != host():
            run("rustup", "target", "add", rust, capture_output=True)
        command += ["--compatibility", tag, "--target", rust]
    else:
        command += ["--target", host()]
    run(*command, cwd=tree, env=within(tools))


def sdist(tree, tools, out):
    """Packs the sources."""
    run(tools / "maturin", "sdist", "--manifest-path", tree / MANIFEST, "--out", out, cwd=tree, capture_output=True)
