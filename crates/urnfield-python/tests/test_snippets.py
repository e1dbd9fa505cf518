"""What the page offers as "Copy as Python" runs, and says what the shell says."""

import contextlib
import io
import json
import os
import shutil
import subprocess
from urllib.parse import parse_qsl

import pytest

from urnfield import _core

#: A question of every kind that a tab of the page asks; the page's own module writes the Python.
ASKED = [
    "plan?items=1e6&fpr=1%25",
    "plan?items=1e6&fpr=1%25&kind=all&confidence=99.9%25&max-hashes=7",
    "plan?bits=9592957&items=1000000&no-per-filter",
    "plan?bits=64KiB&fpr=0.1%25&kind=line",
    "rate?bits=512&items=51&hashes=7&kind=classic",
    "rate?bits=64&items=4&hashes=10&spread&digits=30",
    "law/balls?urns=365&balls=23",
    "law/balls?urns=365&balls=23&at-least=20&at-least=23&quantile=1/2&quantile=99%25&pmf=22",
    "law/union?urns=40&department=6x5%2B2x8&table&above=1e-3",
    "law/intersection?urns=99&department=3x20&department=2x30&moments=2&pgf=1/3",
    "law/intersection?urns=20000&sizes=300,500&at-least=15",
    "law/waiting?urns=365&occupied=365&quantile=1/2",
    "estimate/committees?urns=1024&size=7&occupied=300&confidence=90%25",
    "estimate/balls?urns=365&occupied=200",
    "estimate/population?sizes=100,100&distinct=190",
    "estimate/population?department=2x100&distinct=190",
    "estimate/population?balls=300&distinct=240",
    "estimate/population?marked=100&caught=80&recaptured=12",
    "birthday?urns=365&balls=23",
    "birthday?urns=2%5E64&probability=1e-6",
    "critical?population=20000&sizes=300,500&level=1%25",
    "overlap?population=20000&sizes=300,500&observed=15",
    "figure/pmf?urns=365&balls=23",
    "figure/pmf?urns=40&department=6x5%2B2x8",
    "figure/fp-vs-k?bits=1000&items=100&hashes=1-20",
    "figure/spread?bits=512&items=51&hashes=7",
]

WRITES = """
const [{ python }, { read }] = await Promise.all([import(process.argv[1]), import(process.argv[2])]);
const asked = JSON.parse(process.argv[3]);
console.log(JSON.stringify(asked.map((address) => python(read("#" + address)))));
"""


#: The tab of lists writes its own, out of what it shows and how the names are read.
OF_LISTS = """
const { python } = await import(process.argv[1]);
const state = { command: "overlap", values: JSON.parse(process.argv[2]).map((name) => [name, ""]) };
console.log(JSON.stringify(python(state, [{ name: "Monday" }, { name: "Tuesday" }], 40)));
"""


def node(code, *words):
    program = shutil.which("node")
    if program is None:
        assert os.environ.get("CI") != "true", "the page's own module writes the snippets, which takes Node 20"
        pytest.skip("no Node: the page's own module writes the snippets")
    done = subprocess.run([program, "--input-type=module", "-e", code, *map(str, words)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def snippets(project):
    page = project / "crates/urnfield-wasm/page"
    written = node(WRITES, f"file://{page}/python.js", f"file://{page}/address.js", json.dumps(ASKED))
    return dict(zip(ASKED, written, strict=True))


def run(code, folder=None):
    """What a program prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.chdir(folder or "."):
        exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
    return out.getvalue()


def test_every_question_of_the_page_is_here():
    words = {words.replace(" ", "/") for words, _ in _core.questions()}
    # Lists, of which the page knows the sizes, are no question of words and values alone.
    of_the_page = {address.split("?")[0] for address in ASKED} - {"overlap"}
    assert of_the_page <= words
    # The first ones of the table are the page's: figure pmf is the last of them.
    names = [words.replace(" ", "/") for words, _ in _core.questions()]
    assert set(names[: names.index("figure/pmf") + 1]) == of_the_page


@pytest.mark.parametrize("address", ASKED)
def test_a_snippet_says_what_the_shell_says(address, snippets, shell):
    held_against(address, snippets[address], shell)


def test_snippets_of_the_pages_own_list(project, shell):
    """Every mood of every tab, as the page's tests list them; histories are a file of the shell's."""
    page = project / "crates/urnfield-wasm/page"
    every = node('const { QUESTIONS } = await import(process.argv[1]); console.log(JSON.stringify(QUESTIONS));', f"file://{page}/tests/snippets.js")
    asked = [address for address in every if "histories=" not in address]
    written = node(WRITES, f"file://{page}/python.js", f"file://{page}/address.js", json.dumps(asked))
    assert len(asked) > 20
    for address, code in zip(asked, written, strict=True):
        held_against(address, code, shell)


def held_against(address, code, shell):
    assert code.startswith("import urnfield as urn\n")
    command, query = address.split("?")
    # What only the page sees is no part of the question.
    options = [(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != "see"]
    words = [*command.split("/"), *(word for name, value in options for word in ([f"--{name}", value] if value else [f"--{name}"]))]
    said = run(code)
    if command.startswith("figure"):
        head, *rows = shell(*words).decode().splitlines()
        assert said == f"<figure of {len(rows)} points: {head}>\n"
    else:
        assert said == shell(*words).decode()


@pytest.mark.filterwarnings("error::urnfield.UrnfieldWarning")
@pytest.mark.parametrize("switches", [[], ["header", "ignore-case", "drop-missing"]], ids=str)
def test_snippets_of_lists(project, shell, tmp_path, switches):
    code = node(OF_LISTS, f"file://{project}/crates/urnfield-wasm/page/tab-lists.js", json.dumps(switches))
    names = {"Monday": ["ada", "ben", "cleo", "dora"], "Tuesday": ["ben", "cleo", "emil"]}
    if switches:
        names = {day: ["gene", *(name.capitalize() if day == "Monday" else name for name in each), "NA"] for day, each in names.items()}
    for name, each in names.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{one}\n" for one in each))
    files = [tmp_path / f"{name}.txt" for name in names]
    words = ["overlap", *files, "--population", 40, *(f"--{name}" for name in switches)]
    assert shell.json(*words)["rows"][0]["observed"] == 2
    assert run(code, tmp_path) == shell(*words).decode()
