"""Python, Rust and the shell share one filter, to the byte."""

import threading

import pyarrow as pa
import pytest

import urnfield as urn
from urnfield.redis import SharedFilter

KEY = b"sixteen secrets!"
KEYS = [f"visitor-{i}" for i in range(3000)]


def lines(keys):
    return "".join(f"{key}\n" for key in keys).encode()


@pytest.mark.parametrize("kind", ["standard", "classic", "line", "line-classic"])
def test_python_and_the_program_see_the_same_filter(server, client, shell, tmp_path, kind):
    seen = SharedFilter.create(client, "seen", items=3000, fpr="1%", kind=kind)
    assert seen.add_many(KEYS[:1500]).count() > 1450
    server.shell("add", "seen", stdin=lines(KEYS[1500:]))
    built = shell.build(tmp_path, [key.encode() for key in KEYS], "--items", 3000, "--fpr", "1%", "--kind", kind)
    assert seen.pull().to_bytes() == built == server.shell("pull", "seen", "-o", "-")
    asked = KEYS[2990:] + [f"stranger-{i}" for i in range(2000)]
    told = server.shell("check", "seen", stdin=lines(asked))
    mask = seen.contains_many(asked)
    assert told == lines(key for key, yes in zip(asked, mask) if yes) and all(mask.to_list()[:10])
    # A filter that the program made is opened here.
    server.shell("create", "other", "--items", 3000, "--fpr", "1%", "--kind", kind)
    other = SharedFilter.open(client, "other")
    assert other.design == seen.design and other.planned_items == 3000
    other.add_many(pa.table({"key": KEYS}), "key")
    assert server.shell("pull", "other", "-o", "-") == built
    assert urn.Filter.from_bytes(built) == other.pull()


def test_the_kinds_of_keys_are_noted_on_the_server(server, client, shell, tmp_path):
    numbers = list(range(-500, 500))
    seen = SharedFilter.create(client, "seen", items=1000, fpr="1%")
    assert seen.key_kinds == ()
    seen.add_many(numbers)
    built = shell.build(tmp_path, [str(n).encode() for n in numbers], "--items", 1000, "--fpr", "1%", "--integers")
    assert seen.pull().to_bytes() == built == server.shell("pull", "seen", "-o", "-")
    opened = SharedFilter.open(client, "seen")
    assert opened.key_kinds == seen.pull().key_kinds == ("integers",) == tuple(opened.info()["key_kinds"])
    with pytest.warns(urn.UrnfieldWarning, match="holds integers only") as caught:
        assert "42" not in opened
    assert len(caught) == 1 and caught[0].filename == __file__
    assert 42 in opened and "43" not in opened  # Warned of once.
    with pytest.warns(urn.UrnfieldWarning, match="holds integers only"):
        seen.add("amphora")
    assert opened.key_kinds == ("texts", "integers")
    copy = SharedFilter.create_from(client, "copy", seen.pull())
    assert copy.key_kinds == ("texts", "integers") and copy.pull().to_bytes() == seen.pull().to_bytes()
    words = SharedFilter.create(client, "words", design=seen.design)
    words.add_many(["a", "b"])
    words.union("seen")
    assert words.key_kinds == ("texts", "integers")
    unknown = SharedFilter.create(client, "unknown", design=seen.design)
    unknown.push(urn.Filter(seen.design.bits, seen.design.hashes).with_payload(seen.pull().payload()))
    unknown.add("a")
    assert unknown.key_kinds == () == unknown.pull().key_kinds
    words.union("unknown")
    assert words.key_kinds == ()
    words.intersect("seen")
    assert words.pull().key_kinds == ()


def test_a_keyed_filter_is_shared_too(server, client, tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(KEY)
    secret.chmod(0o600)
    seen = SharedFilter.create(client, "keyed", items=1000, fpr="0.1%", key=KEY)
    seen.add_many(KEYS[:500])
    server.shell("add", "keyed", "--key-file", secret, stdin=lines(KEYS[500:1000]))
    whole = urn.Filter.for_items(1000, "0.1%", key=KEY)
    whole.update(KEYS[:1000])
    assert seen.pull().to_bytes() == whole.to_bytes() == server.shell("pull", "keyed", "-o", "-")
    assert SharedFilter.open(client, "keyed", key=KEY).contains(KEYS[777])
    with pytest.raises(urn.MismatchError, match="keyed answers only to its secret key; add key="):
        SharedFilter.open(client, "keyed")
    with pytest.raises(urn.MismatchError, match="a keyed filter answers only to its key: another key") as refused:
        SharedFilter.open(client, "keyed", key=b"another sixteen!")
    assert "another sixteen" not in str(refused.value) + repr(seen)
    SharedFilter.create_from(client, "copy", whole, key=KEY).push(whole)
    assert server.shell("pull", "copy", "-o", "-") == whole.to_bytes()


@pytest.mark.filterwarnings("ignore::urnfield.UrnfieldWarning")  # Texts and integers are mixed.
@pytest.mark.parametrize("bits", [1, 64, 4096, 4097, 40_000])
@pytest.mark.parametrize("kind", ["standard", "classic"])
def test_shards_answer_like_a_filter(client, bits, kind):
    design = urn.Design(bits, 1 if bits < 64 else 7, kind)
    seen = SharedFilter.create(client, "x", design=design, shard_bits=4096, seed=3)
    mine = urn.Filter(design.bits, design.hashes, kind, seed=3)
    for some in (KEYS[:1], KEYS[:1], KEYS[:700], KEYS[300:1500], [], [1, None, "a", b"b", -5], range(1000)):
        some = list(some)
        assert seen.add_many(some).to_list() == mine.new_among(some).to_list()
    asked = [None, *KEYS, *(f"stranger {i}" for i in range(3000)), *range(900, 2000)]
    for _ in range(2):
        assert seen.contains_many(asked).to_list() == mine.contains_many(asked).to_list()
    assert (seen.pull(), seen.bits_set(), seen.fpr().ends) == (mine, mine.bits_set(), mine.fpr().ends)
    assert seen.add("one more") == mine.add("one more") and "one more" in seen and seen.contains("one more")


def test_what_is_pushed_is_pulled(server, client, shell, tmp_path):
    file = tmp_path / "built.urn"
    file.write_bytes(shell.build(tmp_path, [key.encode() for key in KEYS], "--items", 3000, "--fpr", "1%", "--seed", 9))
    filter = urn.Filter.load(file)
    seen = SharedFilter.create_from(client, "pushed", filter)
    assert seen.pull().to_bytes() == file.read_bytes() == server.shell("pull", "pushed", "-o", "-")
    more = filter.copy()
    more.update(["someone", "else"])
    server.shell("push", "pushed", "-", stdin=more.to_bytes())
    assert seen.pull() == more
    SharedFilter.create_from(client, "pushed", filter)
    assert seen.pull() == more
    large = urn.Filter(2**26 + 2**25 + 77, 5)
    large.update(KEYS)
    assert SharedFilter.create_from(client, "large", large).pull() == large
    assert server.shell("pull", "large", "-o", "-") == large.to_bytes()
    with pytest.raises(urn.MismatchError, match="equal items have equal positions"):
        seen.push(urn.Filter.for_items(3000, "1%"))


def test_union_and_intersection(server, client):
    filters, mine = {}, {}
    for name, some in {"a": KEYS[:1000], "b": KEYS[500:2000], "c": KEYS[900:950]}.items():
        filters[name] = SharedFilter.create(client, name, items=3000, fpr="1%", shard_bits=2**14)
        filters[name].add_many(some)
        mine[name] = urn.Filter.for_items(3000, "1%")
        mine[name].update(some)
    filters["a"].union("b", "c")
    assert filters["a"].pull() == mine["a"] | mine["b"] | mine["c"] and not filters["a"].is_intersection
    filters["b"].intersect("c")
    both = mine["b"] & mine["c"]
    assert filters["b"].pull() == both and filters["b"].pull().is_intersection
    assert server.shell("pull", "b", "-o", "-") == filters["b"].pull().to_bytes()
    for one in (filters["b"], SharedFilter.open(client, "b")):
        with pytest.raises(urn.Error, match="b is an intersection and no set's filter"):
            one.add("more")
    assert filters["c"].pull() == mine["c"]
    server.shell("union", "c", "a")
    assert filters["c"].pull() == mine["a"] | mine["b"] | mine["c"]
    SharedFilter.create(client, "other", items=3001, fpr="1%")
    with pytest.raises(urn.MismatchError, match="bits = .* against .* create them with the same items"):
        filters["a"].union("other")
    assert client.keys("*:part:*") == []


def test_info_is_the_programs(server, client):
    import json

    seen = SharedFilter.create(client, "seen", items=1000, fpr="1%")
    seen.add_many(KEYS[:900])
    told, theirs = seen.info(), json.loads(server.shell("info", "seen", "--json"))
    assert set(told) == set(theirs)
    for name in ("kind", "bits", "hashes", "bits_set", "planned_items", "shards", "server", "server_version", "eviction"):
        assert told[name] == theirs[name], name
    seen.drop()
    assert client.dbsize() == 0


def test_a_new_key_is_told_once_however_many_add_it(server):
    with server.client() as client:
        SharedFilter.create(client, "seen", items=10_000, fpr="1%")
    told = []

    def add():
        with server.client() as client:
            told.append(SharedFilter.open(client, "seen").add_many(KEYS).to_list())

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = urn.Filter.for_items(10_000, "1%")
    alone.update(KEYS)
    with server.client() as client:
        assert SharedFilter.open(client, "seen").pull() == alone
    times = [sum(column) for column in zip(*told)]
    # A key whose bits others have set between them is told to nobody.
    assert max(times) == 1 and sum(times) > 2900


def test_the_page_shows_what_happens(client, project, tmp_path, monkeypatch, capsys):
    import re

    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(# redis\n.*?)^```", (project / "docs/reference/redis.md").read_text(), re.M | re.S)
    assert blocks
    for block in blocks:
        capsys.readouterr()
        exec(block, {"client": client})
        said = [line.split("#")[-1].strip() for line in block.splitlines() if line.startswith("print(")]
        assert capsys.readouterr().out.splitlines() == said
    assert urn.Filter.load("visitors.urn").planned_items == 1_000_000
