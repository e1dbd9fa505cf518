"""Everything the shell is asked gives the shell's JSON, to the byte."""

import json
import math
import pickle
import re
from html import unescape

import pytest

import urnfield as urn
from urnfield import _core, _errors

ASKED = [
    (lambda **d: urn.plans(items=10**6, fpr="1%", **d), "plan --items 1e6 --fpr 1%"),
    (lambda **d: urn.plans(bits=10_000, items=1000, kind="classic", **d), "plan --bits 10000 --items 1000 --kind classic"),
    (lambda **d: urn.rate(bits=64, items=4, hashes=10, **d), "rate --bits 64 --items 4 --hashes 10"),
    (lambda **d: urn.rate(bits=512, items=51, hashes=7, kind="line", **d), "rate --bits 512 --items 51 --hashes 7 --kind line"),
    (lambda **d: urn.peak(bits=512, hashes=7, **d), "peak --bits 512 --hashes 7"),
    (lambda **d: urn.birthday(urns=365, balls=23, **d), "birthday --urns 365 --balls 23"),
    (lambda **d: urn.birthday(urns=2**64 - 1, probability="1e-9", **d), f"birthday --urns {2**64 - 1} --probability 1e-9"),
    (lambda **d: urn.critical(population=20_000, sizes=[300, 500], level="1%", **d), "critical --population 20000 --sizes 300,500 --level 1%"),
    (lambda **d: urn.power(population=20_000, sizes=[300, 500], level="1%", odds_ratio=2, **d), "power --population 20000 --sizes 300,500 --level 1% --odds-ratio 2"),
    (lambda **d: urn.estimate_balls(urns=365, occupied=22, **d), "estimate balls --urns 365 --occupied 22"),
    (lambda **d: urn.estimate_committees(urns=365, size=3, occupied=22, confidence=0.9, **d), "estimate committees --urns 365 --size 3 --occupied 22 --confidence 0.9"),
    (lambda **d: urn.estimate_population(sizes=[100, 100], distinct=190, **d), "estimate population --sizes 100,100 --distinct 190"),
    (lambda **d: urn.estimate_population(department=[(2, 100)], distinct=190, **d), "estimate population --department 2x100 --distinct 190"),
    (lambda **d: urn.law(urns=365, balls=23, **d), "law balls --urns 365 --balls 23"),
    (lambda **d: urn.law(urns=99, union="3x20+1x7", at_least=40, table=True, above="1e-3", **d), "law union --urns 99 --department 3x20+1x7 --at-least 40 --table --above 1e-3"),
    (lambda **d: urn.law(urns=99, intersection=["3x20", [30, 30]], quantile="0.9", **d), "law intersection --urns 99 --department 3x20 --department 1x30+1x30 --quantile 0.9"),
    (lambda **d: urn.overlap(population=20_000, sizes=[300, 500], observed=15, **d), "overlap --population 20000 --sizes 300,500 --observed 15"),
    (lambda **d: urn.parquet.plan(items=10**6, fpr="1%", **d), "parquet plan --items 1e6 --fpr 1%"),
]


@pytest.mark.parametrize("ask, words", ASKED, ids=[words for _, words in ASKED])
def test_answers_are_the_shells(shell, ask, words):
    answer = ask()
    assert answer.to_json().encode() == shell(*words.split(), "--json")
    assert str(answer) + "\n" == shell(*words.split()).decode()
    assert json.loads(answer.to_json()) == answer.to_dict()
    more = ask(digits=25)
    assert more.to_json().encode() == shell(*words.split(), "--json", "--digits", 25)
    again = pickle.loads(pickle.dumps(answer))
    assert again.to_json() == answer.to_json() and str(again) == str(answer)
    assert "<table>" in answer._repr_html_()
    assert len(answer.to_pandas()) == len(answer.to_polars()) == len(answer.rows()) >= 1
    assert set(answer) == set(answer.to_dict()) and len(answer) == len(answer.to_dict())


LISTS = {"heart": ["TP53", "BAX", "MYC", "KRAS"], "lung": ["BAX", "MYC", "EGFR"], "liver": ["MYC", "BAX", "ALB", "TP53"]}


def test_overlaps_of_names_are_the_shells(shell, tmp_path):
    for name, names in LISTS.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{one}\n" for one in names))
    files = [tmp_path / f"{name}.txt" for name in LISTS]
    found = urn.overlap(LISTS, population=20_000)
    assert found.to_json().encode() == shell("overlap", *files, "--population", 20_000, "--json")
    assert str(found) + "\n" == shell("overlap", *files, "--population", 20_000).decode()
    by_p = urn.overlap(LISTS, population=20_000, sort="p", degree=2)
    assert by_p.to_json().encode() == shell("overlap", *files, "--population", 20_000, "--sort", "p", "--degree", 2, "--json")
    for options, words in (
        ({"alternative": "two-sided"}, ["--alternative", "two-sided"]),
        ({"given": True, "confidence": "99%"}, ["--given", "--confidence", "99%"]),
        ({"ignore_case": True, "trim": True, "unquote": True, "drop_version": True}, ["--ignore-case", "--trim", "--unquote", "--drop-version"]),
    ):
        mine = urn.overlap(LISTS, population=20_000, **options)
        assert mine.to_json().encode() == shell("overlap", *files, "--population", 20_000, *words, "--json")
    shell("overlap", *files, "--population", 20_000, "--plot", tmp_path / "heat.svg", "--style", "heat")
    assert urn.overlap(LISTS, population=20_000, style="heat").to_svg() == (tmp_path / "heat.svg").read_text()
    shell("overlap", *files, "--population", 20_000, "--plot", tmp_path / "plot.svg")
    assert found.to_svg() == (tmp_path / "plot.svg").read_text()
    assert found._repr_html_().startswith("<svg") and "<table>" in found._repr_html_()
    universe = [f"gene{i}" for i in range(500)] + [one for names in LISTS.values() for one in names]
    known = urn.overlap(LISTS, universe=set(universe))
    assert known["population"] == 506
    frame = found.to_pandas()
    assert list(frame["observed"]) == [row["observed"] for row in found.to_dict()["rows"]]
    assert found["rows"][0]["expected"] < 1
    repeated = urn.overlap({"a": ["x", "x", " y"], "b": ["x"]}, population=9)
    assert any("repeats" in remark for remark in repeated.remarks)


def test_enrichment_is_the_shells(shell, tmp_path):
    sets = {"repair": ["TP53", "BRCA1", "ATM"], "growth": ["EGF", "FGF2", "MYC"], "nothing": ["ALB"]}
    names = ["TP53", "ATM", "MYC", "KRAS"]
    (tmp_path / "list.txt").write_text("".join(f"{name}\n" for name in names))
    (tmp_path / "sets.gmt").write_text("".join("\t".join([name, "", *members]) + "\n" for name, members in sets.items()))
    found = urn.enrich(names, sets, population=20_000)
    words = ["enrich", tmp_path / "list.txt", "--sets", tmp_path / "sets.gmt", "--population", 20_000]
    assert found.to_json().encode() == shell(*words, "--json")
    assert str(found) + "\n" == shell(*words).decode()
    assert len(found.to_pandas()) == 3
    with pytest.raises(TypeError, match="sets are named"):
        urn.enrich(names, [["a"]], population=9)
    with pytest.raises(ValueError, match="no tab"):
        urn.enrich(names, {"a\tb": ["x"]}, population=9)


def test_figures_are_the_shells(shell, tmp_path):
    for name, options, words in (
        ("pmf", {"urns": 365, "balls": 23}, ["--urns", 365, "--balls", 23]),
        ("pmf", {"urns": 99, "department": ["3x20", [30, 30]], "every": True}, ["--urns", 99, "--department", "3x20", "--department", "1x30+1x30", "--every"]),
        ("spread", {"bits": 512, "items": 51, "hashes": 7, "kind": "classic"}, ["--bits", 512, "--items", 51, "--hashes", 7, "--kind", "classic"]),
        ("fp-vs-k", {"bits": 1000, "items": 100, "hashes": "1-20"}, ["--bits", 1000, "--items", 100, "--hashes", "1-20"]),
    ):
        drawn = urn.figure(name, **options)
        path = tmp_path / f"{name}.svg"
        shell("figure", name, *words, "-o", path, "--force")
        assert drawn.to_svg() == path.read_text() == drawn._repr_html_()
        assert drawn.to_csv().encode() == shell("figure", name, *words)
        assert len(drawn.to_pandas()) == len(drawn.to_polars()) == len(drawn.to_csv().splitlines()) - 1
        assert drawn.to_dict()["title"]
        drawn.save(tmp_path / f"{name}-python.svg") if not (tmp_path / f"{name}-python.svg").exists() else None
    with pytest.raises(FileExistsError):
        drawn.save(tmp_path / "fp-vs-k-python.svg")
    with pytest.raises(urn.DomainError, match="unrecognized|needs"):
        urn.figure("nothing")


def test_audits_are_the_shells(shell, golden):
    for name in ("pyarrow.parquet", "duckdb.parquet", "rust.parquet"):
        path = golden / "parquet" / name
        audit = urn.parquet.audit(path)
        said = shell("parquet", "audit", path, "--json").decode()
        assert "".join(answer.to_json() for answer in audit) == said
        assert len(audit) == len(audit.to_pandas()) == len(audit.to_polars()) == len(said.splitlines()) > 0
        assert "<table>" in audit._repr_html_() and str(audit[0]) in repr(audit)
    with pytest.raises(FileNotFoundError):
        urn.parquet.audit(golden / "none.parquet")
    with pytest.raises(urn.FormatError):
        urn.parquet.audit(golden / "standard-100-3.urn")


def test_intervals_have_two_ends_and_no_middle():
    """All of a list on another: the odds are infinite, and so is one end of their interval."""
    found = urn.overlap({"a": ["x"], "b": ["x", "y"]}, population=10)
    row, said = found["rows"][0], found.to_dict()["rows"][0]
    assert row["odds_ratio"] == math.inf == row["odds_interval"]["hi"]
    assert row["odds_interval"]["lo"].digits(5) == said["odds_interval"]["lo"][:7] == "0.10256"
    assert (row["fold_interval"]["lo"] < row["fold_interval"]["hi"]) is True
    frame = found.to_pandas()
    assert float(frame["odds_interval_hi"][0]) == math.inf
    assert float(frame["fold_interval_lo"][0]) == pytest.approx(0.125) and float(frame["fold_interval_hi"][0]) == 5
    assert (frame["expected_interval_lo"][0], frame["expected_interval_hi"][0]) == (0, 1)
    assert found.to_polars().shape == frame.shape
    assert "inf" in found._repr_html_()


def test_tables_have_a_row_for_each():
    plans = urn.plans(items=10**6, fpr="1%").to_pandas()
    assert list(plans["kind"]) == ["standard", "classic", "line"] and list(plans["bits"])[0] == 9592957
    table = urn.law(urns=365, balls=23, table=True).to_polars()
    assert table.shape == (23, 2) and abs(table["pmf"].sum() - 1) < 1e-12


def test_what_makes_no_question_is_one_sentence():
    with pytest.raises(urn.DomainError, match="urnfield.birthday needs <balls=N.probability=P> as well; see help.urnfield.birthday.$"):
        urn.birthday(urns=365)
    with pytest.raises(urn.DomainError, match="unexpected argument .colour=. found; see help.urnfield.law.$"):
        urn.law(urns=365, balls=23, colour="red")
    with pytest.raises(TypeError, match="lists are named"):
        urn.overlap([["a"], ["b"]], population=9)
    with pytest.raises(urn.DomainError, match="population= or universe="):
        urn.overlap(LISTS)
    with pytest.raises(TypeError, match="got one text"):
        urn.overlap({"a": "text", "b": ["x"]}, population=9)
    with pytest.raises(urn.Error, match="two lists or more"):
        urn.overlap({"a": ["x"]}, population=9)
    answer = urn.birthday(urns=365, balls=23)
    with pytest.raises(AttributeError, match="an answer has urns"):
        answer.nothing
    with pytest.raises(KeyError):
        answer["nothing"]


def test_numbers_too_small_for_any_fraction_are_read():
    """The shell's JSON has decimals with any exponent."""
    rate = urn.rate(bits=2**40, items=1, hashes=2**18).fpr
    held = urn.Design(2**40, 2**18).fpr(1)
    assert rate.overlaps(held) and str(rate) == str(held) == "2.71261163123594e-1736091"
    assert rate < "1e-1736090" and rate > "1e-1736092" and float(rate) == 0
    pmf = urn.law(urns=10**6, balls=10**6, pmf=10)
    assert pmf["pmf"]["value"].overlaps(urn.Occupancy.balls(10**6, 10**6).pmf(10)) and len(pmf.to_pandas()) == 1


def test_numbers_with_something_said_of_them_have_two_cells():
    found = urn.estimate_population(sizes=[100, 100], distinct=190)
    (row,) = found.rows()
    assert row["mvue"] == pytest.approx(926.36, abs=0.01) and row["mvue_unbiased_up_to"] == 200
    assert found.to_polars()["mvue"].dtype.is_float()


def test_the_shells_words_are_pythons():
    with pytest.raises(urn.DomainError, match="add restrict=True to drop what is outside"):
        urn.overlap(LISTS, universe=["TP53"])
    with pytest.raises(urn.DomainError, match="^level: a rate lies strictly between 0 and 1, got 2$"):
        urn.critical(population=20_000, sizes=[300, 500], level=2)
    with pytest.raises(urn.DomainError, match="see help.urnfield.$"):
        urn.figure("nothing")
    with pytest.raises(urn.DomainError, match="see help.urnfield.estimate_balls.$"):
        _core.ask("estimate balls", [("urns", 5)])
    said = _errors._in_python
    assert said("a plan needs two of --items, --fpr and --bits; see `urnfield plan --help`") == "a plan needs two of items=, fpr= and bits=; see help(urnfield.plans)"
    assert said("limit it with --degree 2 or --degree 2-3") == "limit it with degree=2 or degree=2-3"
    assert said("keep the probable rows with --table --above 1e-9") == "keep the probable rows with table=True above=1e-9"
    assert said('"--trim" in line 2; add --trim') == '"--trim" in line 2; add trim=True'
    assert said("nothing -- of the shell") == "nothing -- of the shell"


def test_jupyter_shows_what_fits_on_a_line():
    """A row of names shared by long lists would fill the page; `rows` has them all the same."""
    names = [f"gene-{i}" for i in range(400)]
    found = urn.overlap({"first": names, "second": names[:300], "third": names[100:]}, population=20_000)
    shown = found._repr_html_()
    assert "gene-7" in found.to_pandas()["names"][0] and "gene-7" not in shown
    head = re.search("<thead><tr>(.*?)</tr>", shown)[1]
    assert re.findall("<th>(.*?)</th>", head) == ["sets", "observed", "exclusive", "expected", "fold", "odds_ratio", "p", "holm", "bh"]
    assert len(re.findall("<td", shown)) == 9 * len(found.rows())
    rich = urn.enrich(names, {"some": names[:200], "<none>": ["x"]}, population=20_000)._repr_html_()
    (cut,) = re.findall('<td title="([^"]*)">([^<]*)…</td>', rich)
    assert cut[0].startswith(cut[1]) and len(unescape(cut[1])) == 77 and "gene-199" in cut[0] and "&lt;none&gt;" in rich


def test_what_has_parts_has_a_cell_for_each(golden):
    plan = urn.plans(items=10**6, fpr="1%").rows()[0]
    assert (plan["per_filter_bits"], plan["fpr"]) == (9604797, pytest.approx(0.01, rel=1e-6))
    audit = urn.parquet.audit(golden / "parquet" / "pyarrow.parquet")
    row, said = audit.rows()[0], audit.to_dict()[0]
    assert row["distinct_interval_lo"] == said["distinct"]["interval"]["lo"]
    for rows in (audit.rows(), urn.rate(bits=512, items=51, hashes=7, spread=True).rows()):
        assert not any(isinstance(cell, (dict, list)) for row in rows for cell in row.values())
