"""The library has one table of questions; Python's functions ask what stands in it, all of it, and nothing else."""

import inspect

import numpy as np
import pytest

import urnfield as urn
from urnfield import _core

TABLE = {words: {name: (need, reader) for name, need, reader in options} for words, options in _core.questions()}
ASKS = {"plan": urn.plans, "parquet plan": urn.parquet.plan}
ASKS |= {words: getattr(urn, words.replace(" ", "_")) for words in ("rate", "peak", "birthday", "critical", "power", "estimate balls", "estimate committees", "estimate population")}
#: How Python says which law is meant.
STATED = {"balls": {"balls"}, "union": {"department"}, "intersection": {"department", "sizes"}, "waiting": {"occupied"}}
SAID = {"balls", "union", "intersection", "sizes", "occupied"}


def takes(function):
    return {name: one for name, one in inspect.signature(function).parameters.items() if one.kind is not inspect.Parameter.VAR_KEYWORD}


def test_every_question_has_a_function():
    laws = {f"law {name}" for name in STATED} | {f"sample {name}" for name in STATED if name != "waiting"}
    figures = {words for words in TABLE if words.startswith("figure ")}
    assert set(TABLE) == set(ASKS) | laws | figures


@pytest.mark.parametrize("words", ASKS)
def test_functions_take_what_the_table_has(words):
    given = takes(ASKS[words])
    assert set(given) == {*TABLE[words], "digits"}
    for name, (need, _) in TABLE[words].items():
        required = given[name].default is inspect.Parameter.empty
        assert required == (need in ("Required", "Repeated")), name
        assert (given[name].default is False) == (need == "Flag"), name


def test_laws_take_what_the_table_has():
    for name, stated in STATED.items():
        assert stated <= set(TABLE[f"law {name}"])
        if name != "waiting":
            assert set(TABLE[f"sample {name}"]) == {"urns", "count", "seed"} | stated
    assert set(takes(urn.sample)) == {"urns", "count", "seed", "digits"} | SAID - {"occupied"}
    assert set(takes(urn.law)) == {"urns", "digits"} | SAID


VALUES = {"count": 3, "rate": "1/2", "number": "1/3", "threshold": "1e-3"}


@pytest.mark.parametrize("name", STATED)
def test_everything_can_be_asked_of_a_law(name, shell):
    stated = {"balls": {"balls": 5}, "union": {"union": [(2, 3), (1, 4)]}, "intersection": {"intersection": ["2x3", [4]]}, "waiting": {"occupied": 5}}[name]
    typed = {"balls": ["--balls", 5], "union": ["--department", "2x3+1x4"], "intersection": ["--department", "2x3", "--department", "1x4"], "waiting": ["--occupied", 5]}[name]
    asked = {option: of for option, of in TABLE[f"law {name}"].items() if option not in {"urns"} | STATED[name]}
    assert len(asked) >= 4
    for option, (need, reader) in asked.items():
        value = True if need == "Flag" else VALUES[reader]
        values = [value, value] if need in ("Any", "Repeated") else [value]
        words = [word for one in values for word in ([f"--{option.replace('_', '-')}"] if one is True else [f"--{option.replace('_', '-')}", one])]
        more = {"table": True} if option == "above" else {}
        words += ["--table"] if option == "above" else []
        answer = urn.law(urns=9, **stated, **{option: values if len(values) > 1 else value}, **more)
        assert answer.to_json().encode() == shell("law", name, "--urns", 9, *typed, *words, "--json"), option


def test_samples_are_the_shells(shell):
    found = urn.sample(urns=40, union="6x5+2x8", count=7, seed=3)
    assert found.to_json().encode() == shell("sample", "union", "--urns", 40, "--department", "6x5+2x8", "--count", 7, "--seed", 3, "--json")
    lists = urn.sample(urns=99, sizes=[20, 30], count=2)
    assert lists.to_json().encode() == shell("sample", "intersection", "--urns", 99, "--sizes", "20,30", "--count", 2, "--json")


def test_what_is_not_in_the_table_is_refused():
    with pytest.raises(urn.DomainError, match="unexpected argument .colour=. found; see help.urnfield.figure.$"):
        urn.figure("pmf", urns=5, balls=2, colour="red")
    with pytest.raises(TypeError, match="colour"):
        urn.rate(bits=64, items=4, colour="red")


def test_histories_are_rows_or_a_table(shell, tmp_path):
    rows = [["fox 1", 1, 0, 1], ["fox 2", 1, 1, 0], ["fox 3", 0, 1, 1], ["fox 4", 0, 0, 1]]
    table = "".join(",".join(map(str, row)) + "\n" for row in rows)
    (tmp_path / "foxes.csv").write_text(table)
    said = shell("estimate", "population", "--histories", tmp_path / "foxes.csv", "--json")
    for histories in (table, rows, [row[1:] for row in rows], ["".join(map(str, row[1:])) for row in rows], np.array([row[1:] for row in rows])):
        assert urn.estimate_population(histories=histories).to_json().encode() == said
    with pytest.raises(urn.DomainError, match="never caught in line 2"):
        urn.estimate_population(histories=[[1, 0], [0, 0]])
