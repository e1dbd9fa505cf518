"""What the documents show happens."""

import doctest
import importlib
import re

import pytest

import urnfield as urn

MODULES = ["urnfield", "urnfield.stats", "urnfield.parquet", "urnfield.parts", *(f"urnfield._{name}" for name in ("core", "answer", "distributions", "figure", "filters", "lists", "questions"))]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    tried = 0
    for test in finder.find(module, name, module=False if name == "urnfield._core" else None):
        tried += runner.run(test).attempted
    assert runner.summarize().failed == 0
    assert tried > 0


def test_everything_public_has_a_docstring():
    for name in urn.__all__:
        thing = getattr(urn, name)
        if callable(thing):
            assert thing.__doc__, name
            for method, value in vars(thing).items() if isinstance(thing, type) else ():
                if not method.startswith("_") and callable(value):
                    assert value.__doc__ or method in ("mean", "variance", "skewness"), (name, method)


def blocks(text):
    """Python blocks of a page, which share their names from the first to the last."""
    found = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    # What needs a cluster is run with one, by the tests of Spark.
    return [block for block in found if not block.startswith(("# spark", "# ray"))]


@pytest.mark.parametrize("page", ["README.md", "docs/guide/python.md", "docs/guide/coming-from.md", "docs/reference/engines.md", "docs/reference/scale.md", "crates/urnfield-python/README.md"])
def test_pages(page, project, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    found = blocks((project / page).read_text())
    assert found, page
    names = {}
    for number, block in enumerate(found):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, f"{page} block {number + 1}", page, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
            assert runner.summarize().failed == 0, capsys.readouterr().out
        else:
            exec(compile(block, f"{page} block {number + 1}", "exec"), names)
            said = [line.split("#")[-1].strip() for line in block.splitlines() if line.startswith("print(") and "#" in line]
            out = capsys.readouterr().out.splitlines()
            assert [line.strip() for line in out][: len(said)] == said, (page, block, out)


def test_the_notebook_shows_what_happens(project, tmp_path, monkeypatch):
    import json
    import sys

    monkeypatch.chdir(tmp_path)
    sys.path.insert(0, str(project / "crates/urnfield-python/tests"))
    try:
        import notebook as runner
    finally:
        sys.path.pop(0)
    path = project / "examples/python/tour.ipynb"
    shown = json.loads(path.read_text())
    code = [cell for cell in shown["cells"] if cell["cell_type"] == "code"]
    pictures = 0

    def said(outputs):
        """What a cell says. How tables and pictures look is for the shell's tests; here they have to be there."""
        nonlocal pictures
        for one in outputs:
            html = "".join(one.get("data", {}).get("text/html", []))
            pictures += "<svg" in html
            yield ("<svg" in html, "<table" in html) if html else one
        return

    for cell, found in zip(code, runner.run(shown), strict=True):
        assert list(said(cell["outputs"])) == list(said(found)), "".join(cell["source"])
    assert pictures >= 6


def test_the_example_of_two_days(project, tmp_path):
    import subprocess
    import sys

    for name, days in {"monday": range(600), "tuesday": range(400, 1000)}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"visitor-{i}\n" for i in days))
    command = [sys.executable, project / "examples/python/two_days.py", "monday.txt", "tuesday.txt"]
    for _ in range(2):  # the second run replaces the filter of the first
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert run.stdout.splitlines() == [f"visitor-{i}" for i in range(400, 600)]
        assert run.stderr.startswith("together: ")
    both = urn.Filter.load(tmp_path / "both.urn")
    assert all(f"visitor-{i}" in both for i in range(1000))
