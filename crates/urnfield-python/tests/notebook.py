"""Runs a notebook's cells in order, as Jupyter would show them, without Jupyter.

``python notebook.py FILE.ipynb`` writes what the cells show into the file; the tests compare.
"""

import ast
import contextlib
import io
import json
import sys


def show(value):
    """What Jupyter keeps of the last value of a cell."""
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    html = getattr(value, "_repr_html_", None)
    if html is not None and (made := html()):
        data["text/html"] = made.splitlines(keepends=True)
    return data


def run(notebook):
    """The outputs of every code cell, in order."""
    names, outputs, count = {}, [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        out, found = io.StringIO(), []
        with contextlib.redirect_stdout(out):
            exec(compile(tree, f"cell {count}", "exec"), names)
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names) if last else None
        if out.getvalue():
            found.append({"name": "stdout", "output_type": "stream", "text": out.getvalue().splitlines(keepends=True)})
        if value is not None:
            found.append({"data": show(value), "execution_count": count, "metadata": {}, "output_type": "execute_result"})
        outputs.append(found)
    return outputs


def main(path):
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, (cell, found) in enumerate(zip(code, run(notebook), strict=True), 1):
        cell["outputs"], cell["execution_count"] = found, count
    with open(path, "w", encoding="utf-8") as file:
        json.dump(notebook, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
