"""The archive: both programs with their manual, completions, licenses and bills of materials."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from .environment import within
from .tree import LICENSES, refuse, run, said

PROGRAMS = {"urnfield": "urnfield-cli", "urnfield-redis": "urnfield-redis"}
# What is shipped writes PNG and PDF, and speaks TLS.
FEATURES = "urnfield-cli/pictures,urnfield-redis/tls"
# The oldest C library that Rust's own programs run with.
GLIBC = "2.17"
SHELLS = {"bash": "urnfield.bash", "zsh": "_urnfield", "fish": "urnfield.fish", "powershell": "urnfield.ps1"}


def host():
    """Returns the target that this machine's compiler builds for."""
    return re.search(r"^host: (.+)$", said("rustc", "-vV"), re.MULTILINE)[1]


def build(root, tools, target, profile):
    """Builds the programs, for old systems too where this is Linux, and returns their folder."""
    rust = host()
    # The page goes into the program.
    run("bash", root / "crates/urnfield-wasm/page/build", stdout=subprocess.DEVNULL)
    command = ["cargo", "build"]
    if rust.endswith("-linux-gnu"):
        command = [tools / "cargo-zigbuild", "zigbuild", "--target", f"{rust}.{GLIBC}"]
    else:
        command += ["--target", rust]
    packages = [word for name in PROGRAMS.values() for word in ("-p", name)]
    run(*command, *packages, "--features", FEATURES, "--profile", profile, "--locked", "--quiet", "--target-dir", target,
        cwd=root, env=within(tools))
    return Path(target) / rust / profile


def archive(root, built, out, version):
    """Packs the programs and what belongs to them, and returns the folder that was packed."""
    rust, suffix = host(), ".exe" if os.name == "nt" else ""
    folder = out / "work" / f"urnfield-{version}-{rust}"
    for name in ("bin", "share/man/man1", "share/completions", "share/doc"):
        (folder / name).mkdir(parents=True)
    for name in PROGRAMS:
        shutil.copy2(built / f"{name}{suffix}", folder / "bin")
    program, server = folder / f"bin/urnfield{suffix}", folder / f"bin/urnfield-redis{suffix}"
    for name, page in manual(program) + helps(server):
        (folder / "share/man/man1" / f"{name}.1").write_text(page, encoding="utf-8", newline="\n")
    for shell, name in SHELLS.items():
        script = said(program, "completions", shell)
        (folder / "share/completions" / name).write_text(script, encoding="utf-8", newline="\n")
    for name in (*LICENSES, "README.md", "CHANGELOG.md"):
        shutil.copy(root / name, folder / "share/doc")
    for name, package in PROGRAMS.items():
        bill = said(sys.executable, root / "tools/sbom", package, FEATURES, rust, cwd=root)
        (folder / "share/doc" / f"{name}.cdx.json").write_text(bill, encoding="utf-8", newline="\n")
    (folder / "share/doc/THIRD-PARTY.txt").write_text(third_party(root, folder), encoding="utf-8", newline="\n")
    packed(folder, out)
    return folder


def packed(folder, out):
    """Packs a folder as people of its system unpack it."""
    if os.name == "nt":
        with zipfile.ZipFile(out / f"{folder.name}.zip", "w", zipfile.ZIP_DEFLATED) as files:
            for path in sorted(folder.rglob("*")):
                files.write(path, path.relative_to(folder.parent))
        return
    tarred(folder, out / f"{folder.name}.tar.gz")


def tarred(folder, target):
    """Packs a folder whose bytes depend on its files alone."""
    def plain(about):
        about.uid = about.gid = about.mtime = 0
        about.uname = about.gname = "root"
        about.mode = 0o755 if about.mode & 0o100 else 0o644
        return about

    with open(target, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as zipped:
        with tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as files:
            for path in sorted(folder.rglob("*")):
                files.add(path, path.relative_to(folder.parent), recursive=False, filter=plain)


def manual(program):
    """Returns the pages of the shell's manual, each with its name."""
    pages, waiting = [], [[]]
    while waiting:
        words = waiting.pop(0)
        page = said(program, "man", *words)
        pages.append(("-".join(["urnfield", *words]), page))
        # Each command of its own stands in bold below COMMANDS.
        commands = page.partition('.SH COMMANDS')[2].partition(".SH ")[0]
        names = re.findall(r"^\\fB(.+?)\\fR$", commands, re.MULTILINE)
        waiting += [name.replace("\\-", "-").split()[1:] for name in names]
    return pages


def helps(program):
    """Returns one page with the help of a program that makes no manual of its own."""
    def text(*words):
        return said(program, *words, "--help")

    def quoted(help_text):
        lines = help_text.rstrip().replace("\\", "\\e").splitlines()
        return "\n".join(f"\\&{line}" for line in lines)

    first = text()
    page = [f'.TH {program.stem} 1', ".SH NAME", f"{program.stem} \\- {first.splitlines()[0]}", ".SH DESCRIPTION"]
    page += [".nf", quoted(first), ".fi"]
    commands = first.partition("Commands:\n")[2].partition("\n\n")[0]
    for name in re.findall(r"^  ([a-z][a-z-]*)", commands, re.MULTILINE):
        page += [f".SH {name.upper()}", ".nf", quoted(text(name)), ".fi"]
    return [(program.stem, "\n".join(page) + "\n")]


def third_party(root, folder):
    """Returns the license texts of all crates that the programs are made of, as their licenses ask."""
    metadata = json.loads(said("cargo", "metadata", "--all-features", "--locked", "--format-version", "1", cwd=root))
    places = {(one["name"], one["version"]): one for one in metadata["packages"]}
    wanted = set()
    for bill in folder.glob("share/doc/*.cdx.json"):
        parts = json.loads(bill.read_text(encoding="utf-8"))["components"]
        wanted |= {(part["name"], part["version"]) for part in parts}
    texts = []
    for key in sorted(wanted):
        package = places[key]
        if package["source"] is None:
            continue
        home = Path(package["manifest_path"]).parent
        found = sorted(path for path in home.iterdir() if re.match(r"(licen[cs]e|copying|notice|copyright)", path.name, re.I) and path.is_file())
        texts.append(f"==== {key[0]} {key[1]}: {package['license']}\n")
        texts += [path.read_text(encoding="utf-8", errors="replace") + "\n" for path in found]
    return "".join(texts)


def debian(folder, out, version):
    """Makes Debian's package from the folder of the archive."""
    if subprocess.run(["dpkg-deb", "--version"], capture_output=True).returncode:
        refuse("a .deb is made by dpkg-deb, which is not here; leave it out with --without deb")
    machine = said("dpkg", "--print-architecture").strip()
    tree = out / "work" / "deb"
    shutil.copytree(folder / "bin", tree / "usr/bin")
    shutil.copytree(folder / "share/man", tree / "usr/share/man")
    for page in tree.glob("usr/share/man/man1/*.1"):
        with open(f"{page}.gz", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as zipped:
            zipped.write(page.read_bytes())
        page.unlink()
    for shell, place in {"bash": "bash-completion/completions/urnfield", "zsh": "zsh/vendor-completions/_urnfield", "fish": "fish/vendor_completions.d/urnfield.fish"}.items():
        target = tree / "usr/share" / place
        target.parent.mkdir(parents=True)
        shutil.copy(folder / "share/completions" / SHELLS[shell], target)
    shutil.copytree(folder / "share/doc", tree / "usr/share/doc/urnfield")
    (tree / "usr/share/doc/urnfield/copyright").write_text(
        "".join((folder / "share/doc" / name).read_text(encoding="utf-8") + "\n" for name in LICENSES), encoding="utf-8")
    # The newest symbol of the C library that a program asks for is the oldest library that it runs with.
    symbols = b"".join(path.read_bytes() for path in (folder / "bin").iterdir())
    oldest = max((int(a), int(b)) for a, b in re.findall(rb"GLIBC_(\d+)\.(\d+)", symbols))
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file()) // 1024
    control = tree / "DEBIAN/control"
    control.parent.mkdir()
    control.write_text(
        f"Package: urnfield\nVersion: {version}\nArchitecture: {machine}\nInstalled-Size: {size}\n"
        f"Maintainer: The urnfield maintainers <maintainers@urnfield.invalid>\nSection: utils\nPriority: optional\n"
        f"Depends: libc6 (>= {oldest[0]}.{oldest[1]})\n"
        "Description: Bloom filters with exact false-positive rates\n"
        " Sizes, rates and bounds come from the exact probability law. The same laws\n"
        " test whether lists overlap by chance, and estimate populations.\n", encoding="utf-8")
    run("dpkg-deb", "--root-owner-group", "--build", tree, out / f"urnfield_{version}_{machine}.deb", stdout=subprocess.DEVNULL)
