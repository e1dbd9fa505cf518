"""What is checked of a release: every part opened, installed on a clean root, and used."""

import email
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import venv
import zipfile
from pathlib import Path

from .jobs import python_job, shell_job
from .tree import LICENSES, PLACEHOLDER, published, run, said


def run_all(root, folder, sources):
    # Each check, the files that it is about, and at least how many of them there are where there is any.
    checks = [
        ("checksums", checksums, ["SHA256SUMS"]),
        ("crates", crates, ["crates/*.crate"]),
        ("archive", archive, ["urnfield-*-*-*.tar.gz", "urnfield-*-*-*.zip"]),
        ("deb", debian, ["*.deb"]),
        ("wheel", wheel, ["*.whl"]),
        ("sdist", sdist, ["urnfield-[0-9]*[0-9].tar.gz"]),
        ("npm", npm, ["*.tgz"]),
        ("recipes", recipes, ["recipes/*"]),
    ]
    done = []
    for name, check, patterns in checks:
        files = sorted(path for pattern in patterns for path in folder.glob(pattern) if "-source." not in path.name)
        if files:
            with tempfile.TemporaryDirectory(prefix="urnfield-") as clean:
                told = check(root, files, Path(clean), sources)
            done.append(name)
            print(f"{name}: {told}", flush=True)
    if len(done) < 2:
        sys.exit(f"tools/release-check: {folder} has no release in it; run tools/release first")


def hold_licenses(what, names, read):
    """Both texts are among the files, whole."""
    for license_name in LICENSES:
        found = [name for name in names if name.rsplit("/")[-1] == license_name]
        assert found, f"{what} has no {license_name}"
        text = read(found[0])
        assert len(text) > 900 and (b"Permission is hereby granted" in text or b"TERMS AND CONDITIONS" in text), f"{what}: {license_name}"


def stands_alone(what, page):
    """A page has neither the placeholder nor a link that leads nowhere on a package's page."""
    assert PLACEHOLDER not in page, f"{what} has the placeholder"
    links = re.findall(r"\]\(([^)\s]+)\)", page)
    assert all(re.match(r"https?://|#", link) for link in links), f"{what}: {links}"


def checksums(root, files, clean, sources):
    folder = files[0].parent
    lines = files[0].read_text(encoding="utf-8").splitlines()
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {line.split("  ")[1] for line in lines} | {"SHA256SUMS"}, there
    return f"{len(lines)} files"


def crates(root, files, clean, sources):
    names, largest = set(), 0
    for path in files:
        with tarfile.open(path) as inside:
            entries = inside.getnames()
            hold_licenses(path.name, entries, lambda name: inside.extractfile(name).read())
            read = lambda name: inside.extractfile(f"{entries[0].split('/')[0]}/{name}").read().decode()  # noqa: E731
            manifest = read("Cargo.toml")
            for key in ("repository", "homepage", "documentation", "readme", "license", "description"):
                assert re.search(rf"^{key} = ", manifest, re.MULTILINE), f"{path.name} has no {key}"
            assert "all-features = true" in manifest and PLACEHOLDER not in manifest, path.name
            stands_alone(path.name, read("README.md"))
            # Versions of other people's crates stay open.
            assert all("urnfield" in part for part in re.findall(r'\[\S*dependencies\.(\S+?)\]\nversion = "=', manifest)), path.name
            assert not [name for name in entries if "/tests/" in name or "/oracle/" in name], path.name
            names.add(re.search(r'^name = "(.+)"', manifest, re.MULTILINE)[1])
            largest = max(largest, path.stat().st_size)
    assert names == set(published(root)), names
    assert largest < 600_000, f"{largest} bytes"
    return f"{len(files)} packages, the largest {largest} bytes"


def archive(root, files, clean, sources):
    for path in files:
        unpack(path, clean)
        (folder,) = [one for one in clean.iterdir() if one.is_dir()]
        names = [one.relative_to(clean).as_posix() for one in folder.rglob("*")]
        hold_licenses(path.name, names, lambda name: (clean / name).read_bytes())
        for wanted in ("urnfield.cdx.json", "urnfield-redis.cdx.json", "THIRD-PARTY.txt", "urnfield.1", "urnfield-plan.1", "urnfield-redis.1", "urnfield.bash", "_urnfield"):
            assert any(name.endswith(f"/{wanted}") for name in names), f"{path.name} has no {wanted}"
        used_programs(root, folder / "bin", clean)
    return ", ".join(path.name for path in files)


def unpack(path, folder):
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as inside:
            inside.extractall(folder)
    else:
        with tarfile.open(path) as inside:
            inside.extractall(folder, filter="data")


def used_programs(root, programs, clean):
    """Both programs run; the shell does the README's first job and writes a picture of each kind."""
    suffix = ".exe" if os.name == "nt" else ""
    shell_job(root, programs, clean / "job")
    for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        picture = clean / f"job/picture.{kind}"
        run(programs / f"urnfield{suffix}", "figure", "spread", "--bits", "512", "--items", "51", "--hashes", "7", "-o", picture)
        assert begins in picture.read_bytes()[:200], kind
    serving = subprocess.Popen([programs / f"urnfield{suffix}", "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = serving.stdout.readline().strip()
        assert address, "the page is not in the program"
        page = urllib.request.urlopen(address, timeout=30).read()
        assert b"<html" in page or b"<!doctype" in page.lower(), page[:200]
    finally:
        serving.kill()
        serving.communicate()
    assert "urnfield-redis" in said(programs / f"urnfield-redis{suffix}", "--version")
    # The shell finds the other program beside itself, which refuses a server that is not there.
    refused = subprocess.run([programs / f"urnfield{suffix}", "redis", "info", "seen", "--server", "rediss://127.0.0.1:1/"], capture_output=True, text=True)
    assert refused.returncode == 2 and "127.0.0.1:1" in refused.stderr and "without TLS" not in refused.stderr, refused.stderr


def debian(root, files, clean, sources):
    for path in files:
        # An empty root with a list of installed packages of its own; its C library is the machine's.
        for name in ("var/lib/dpkg/updates", "var/lib/dpkg/info"):
            (clean / name).mkdir(parents=True)
        (clean / "var/lib/dpkg/status").touch()
        run("dpkg", f"--root={clean}", "--force-not-root", "--force-depends", "--log=/dev/null", "--install", path,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        assert said("dpkg-query", f"--admindir={clean}/var/lib/dpkg", "-W", "-f", "${Status}", "urnfield") == "install ok installed"
        names = [one.relative_to(clean).as_posix() for one in clean.glob("usr/**/*")]
        hold_licenses(path.name, names, lambda name: (clean / name).read_bytes())
        assert "usr/share/man/man1/urnfield-plan.1.gz" in names and "usr/share/doc/urnfield/copyright" in names
        used_programs(root, clean / "usr/bin", clean)
    return ", ".join(path.name for path in files)


def metadata_of(text, what):
    about = email.message_from_string(text)
    assert len(about.get_all("Project-URL")) >= 4 and about.get_all("License-File"), what
    assert "Programming Language :: Rust" in about.get_all("Classifier"), what
    stands_alone(what, about.get_payload())


def wheel(root, files, clean, sources):
    for path in files:
        with zipfile.ZipFile(path) as inside:
            names = inside.namelist()
            hold_licenses(path.name, names, inside.read)
            (about,) = [name for name in names if name.endswith(".dist-info/METADATA")]
            metadata_of(inside.read(about).decode(), path.name)
    machine = os.uname().machine if hasattr(os, "uname") else ""
    ours = [path for path in files if "musllinux" not in path.name and (machine in path.name or not machine)]
    if sys.platform == "linux":
        assert all("manylinux2014" in path.name or "manylinux_2_17" in path.name for path in ours), ours
    used_python(root, ours[0], clean)
    return ", ".join(path.name for path in files)


def used_python(root, package, clean, *, alone=True):
    venv.create(clean / "venv", with_pip=True)
    python = clean / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    offline = ["--no-index"] if alone else []
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *offline, package)
    python_job(root, python, clean / "job")


def sdist(root, files, clean, sources):
    (path,) = files
    with tarfile.open(path) as inside:
        names = inside.getnames()
        hold_licenses(path.name, names, lambda name: inside.extractfile(name).read())
        (about,) = [name for name in names if name.count("/") == 1 and name.endswith("/PKG-INFO")]
        metadata_of(inside.extractfile(about).read().decode(), path.name)
        assert any(name.endswith("/Cargo.lock") for name in names), "the versions are locked"
    if sources:
        used_python(root, path, clean, alone=False)
    return f"{path.name}{', built' if sources else ', opened'}"


def npm(root, files, clean, sources):
    (path,) = files
    tests, npm_program = root / "crates/urnfield-wasm/npm/tests", "npm.cmd" if os.name == "nt" else "npm"
    for name in ("package.json", "node.test.js", "bundled.js", "types.ts", "tsconfig.json"):
        (clean / name).write_bytes((tests / name).read_bytes())
    run(npm_program, "install", "--no-audit", "--no-fund", "--loglevel=error", path, cwd=clean, stdout=subprocess.DEVNULL)
    inside = [one.relative_to(clean).as_posix() for one in clean.glob("node_modules/urnfield/*")]
    hold_licenses(path.name, inside, lambda name: (clean / name).read_bytes())
    stands_alone(path.name, (clean / "node_modules/urnfield/README.md").read_text(encoding="utf-8"))
    golden = root / "crates/urnfield/tests/golden"
    run("node", "--test", "node.test.js", cwd=clean, capture_output=True, text=True, env=os.environ | {"GOLDEN": str(golden)})
    (script,) = re.findall(r"^```js\n(.*?)^```", (clean / "node_modules/urnfield/README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[:1]
    (clean / "readme.js").write_text(script, encoding="utf-8")
    printed = said("node", "readme.js", cwd=clean).splitlines()
    assert printed[0] == "true false" and "9592957" in printed and "0.0099999977" in printed[-1], printed
    # For a browser, with the module in the bundle; Node stands in for the browser.
    run(clean / "node_modules/.bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild"), "bundled.js", "--bundle", "--format=esm", "--platform=browser",
        "--target=es2022", "--loader:.wasm=binary", "--outfile=bundle.mjs", "--log-level=error", cwd=clean)
    for installed in clean.glob("node_modules/urnfield/urnfield.wasm"):
        installed.unlink()
    assert said("node", "bundle.mjs", cwd=clean) == "true false 9592957\n"
    run(clean / "node_modules/.bin" / ("tsc.cmd" if os.name == "nt" else "tsc"), "-p", ".", cwd=clean)
    return f"{path.name}, {path.stat().st_size} bytes, from Node and from a bundle"


def recipes(root, files, clean, sources):
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"@[A-Z0-9]+@", text) and PLACEHOLDER not in text, path.name
        digest = re.search(r"\b[0-9a-f]{64}\b", text)[0]
        source = next(path.parent.parent.glob("urnfield-*-source.tar.gz"))
        assert hashlib.sha256(source.read_bytes()).hexdigest() == digest and source.name in text, path.name
    return ", ".join(path.name for path in files)
