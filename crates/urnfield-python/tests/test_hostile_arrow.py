"""Arrow data that breaks the rules of the interface is refused with a sentence, and never read."""

import importlib.util
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pyarrow as pa
import pytest

import urnfield as urn

spec = importlib.util.spec_from_file_location("producers", Path(__file__).with_name("producers.py"))
made = importlib.util.module_from_spec(spec)
spec.loader.exec_module(made)

TEXT = [None, made.ends(0, 3, 6), b"urnkra"]
NUMBERS = [None, made.words(1, 2, 3, 4)]


def text(length=2, memory=TEXT, **other):
    return made.array(length, memory, **other)


def table(child, schema=None, length=2, child_schema=None, **other):
    child_schema = child_schema or made.schema(b"u", name=b"key")
    return made.One(schema or made.schema(b"+s", below=[child_schema]), made.array(length, [None], below=[child], **other))


def ways(column, **options):
    """Everything that reads keys."""
    for read in ("update", "contains_many", "new_among"):
        f = urn.Filter(1000, 3)
        yield f, lambda read=read, f=f: getattr(f, read)(column(), **options)


def refused(column, match, kind=urn.FormatError, **options):
    for f, read in ways(column, **options):
        before = f.copy()
        made.RELEASED.clear()
        with pytest.raises(kind, match=match) as caught:
            read()
        assert len(str(caught.value)) > 20 and f == before
        # What was handed over is released once, whatever it was.
        assert len(made.RELEASED) == 2


def test_what_keeps_the_rules_is_read():
    for f, read in ways(lambda: made.One(made.schema(b"u"), text())):
        made.RELEASED.clear()
        f.add("urn")
        read()
        assert made.RELEASED.count(b"u") == 1 and made.RELEASED.count(2) == 1
    f = urn.Filter(1000, 3)
    assert f.update(table(text(3, [None, made.ends(0, 1, 4, 7), b"xurnkra"]), length=2, offset=1), "key") == 2
    plain = urn.Filter(1000, 3)
    plain.update(["urn", "kra"])
    assert f == plain
    assert f.contains_many(made.Many(made.schema(b"u"), [text(), text()])).to_list() == [True] * 4


def test_a_column_is_as_long_as_its_table():
    for length, child, offset in ((2**26, 1, 0), (3, 1, 0), (1, 1, 1), (2**62, 1, 2**62), (2, 2, 1)):
        refused(lambda child=child, length=length, offset=offset: table(text(child, offset=0), length=length, offset=offset), "table|a sum below 2\\^63")


@pytest.mark.parametrize(
    "wrong, match",
    [
        ({"length": -1}, "length of an Arrow array is a count of 0 or more, got -1"),
        ({"offset": -1}, "offset of an Arrow array is a count of 0 or more, got -1"),
        ({"offset": 2**63 - 1}, "a sum below 2\\^63"),
        ({"length": 2**63 - 1}, "a sum below 2\\^63"),
        ({"length": 2**61}, "fits into memory"),
        ({"length": 2**60 - 1, "offset": 2**60}, "fits into memory"),
        ({"length": 2**62 - 1, "offset": 2**62 - 1}, "fits into memory"),
        ({"null_count": 3}, "at most as many nulls as rows, got 3 of 2"),
        ({"null_count": -2}, "at most as many nulls as rows, got -2 of 2"),
        ({"null_count": 1}, "bits that say which, got 1"),
        ({"n_buffers": 2}, "of this type has 3 buffers, got 2"),
        ({"n_buffers": 4}, "of this type has 3 buffers, got 4"),
        ({"n_buffers": -1}, "buffers of an Arrow array is a count of 0 or more, got -1"),
        ({"buffers": None}, "the buffers that it counts, got none"),
        ({"n_children": 1}, "as many children as its schema, got 1 and 0"),
        ({"n_children": -1}, "as many children as its schema, got -1 and 0"),
        ({"release": made.release(made.Array)()}, "read already|released"),
    ],
)
def test_numbers_that_cannot_be(wrong, match):
    if "release" not in wrong:
        refused(lambda: made.One(made.schema(b"u"), text(**wrong)), match)
    refused(lambda: table(text(**wrong)), match)


def test_products_do_not_wrap():
    """2^61 integers of 8 bytes would be none."""
    for format, width in ((b"l", 8), (b"i", 4), (b"w:16", 16), (b"w:2147483647", 2**31), (b"vu", 16), (b"u", 4), (b"U", 8)):
        for length, offset in ((2**64 // width, 0), (2**64 // width - 1, 1), (1, 2**64 // width), (2**63 // width, 1), (2**63 - 2, 0)):
            if max(length, offset) < 2**63:
                buffers = [None, made.words(1, 2)] + [b"data"] * {b"u": 1, b"U": 1, b"vu": 1}.get(format, 0)
                refused(lambda: made.One(made.schema(format), made.array(length, buffers, offset=offset)), "fits into memory|a sum below 2\\^63")
    for format in (b"w:", b"w:-1", b"w:2147483648", b"w:99999999999999999999"):
        refused(lambda: made.One(made.schema(format), made.array(1, [None, b"12"])), "width of an Arrow column is below 2\\^31 bytes")


def test_texts_outside_their_buffer():
    for offsets in (made.ends(0, 7, 6), made.ends(4, 3, 6), made.ends(-1, 3, 6), made.ends(0, -3, 6), made.ends(0, 3, -6), made.ends(0, 3, -(2**31))):
        refused(lambda: made.One(made.schema(b"u"), text(memory=[None, offsets, b"urnkra"])), "outside its buffers")
    large = made.words(0, 3, -(2**63))
    refused(lambda: made.One(made.schema(b"U"), text(memory=[None, large, b"urnkra"])), "outside its buffers")
    refused(lambda: made.One(made.schema(b"u"), text(memory=[None, made.ends(0, 3, 6), None])), "buffer of an Arrow array is missing")


def test_views_outside_their_buffers():
    data = b"a text of more than twelve bytes"
    good = made.view(len(data))
    f = urn.Filter(1000, 3)
    f.update(made.One(made.schema(b"vu"), made.array(1, [None, good, data, made.words(len(data))])))
    assert data in f
    for view in (made.view(33), made.view(20, 0, 20), made.view(20, 1), made.view(20, -1), made.view(20, 0, -1), made.view(-1), made.view(2**31 - 1)):
        refused(lambda: made.One(made.schema(b"vu"), made.array(1, [None, view, data, made.words(len(data))])), "outside its buffers")
    for lengths in (-1, 2**63 - 1):
        refused(lambda: made.One(made.schema(b"vu"), made.array(1, [None, good, data, made.words(lengths)])), "or more, got -1|fits into memory")
    for buffers in (2, 1, 0, 2**40):
        refused(lambda: made.One(made.schema(b"vu"), made.array(1, [None, good, data, made.words(32)], n_buffers=buffers)), "3 to 2\\^31 buffers")


def numbered(index, entries, schema_has=True, array_has=True, format=b"l", values=b"u"):
    return made.One(
        made.schema(format, entries=made.schema(values) if schema_has else None),
        made.array(len(index) // 8, [None, index], entries=entries if array_has else None),
    )


def test_dictionaries():
    index = made.words(0, 1, 0)
    f = urn.Filter(1000, 3)
    assert f.update(numbered(index, text())) == 3 and f.contains_many(["urn", "kra"]).count() == 2
    # Indices are no keys.
    refused(lambda: numbered(index, text(), array_has=False), "dictionary where its schema has one")
    refused(lambda: numbered(index, text(), schema_has=False), "dictionary where its schema has one")
    refused(lambda: numbered(made.words(0, 2), text()), "outside its buffers")
    refused(lambda: numbered(made.words(0, -1), text()), "outside its buffers")
    refused(lambda: numbered(index, text(length=-1)), "length of an Arrow array is a count of 0 or more")
    refused(lambda: numbered(index, text(length=2**62)), "fits into memory")
    refused(lambda: numbered(index, text(), format=b"u"), "integers|buffers")
    refused(lambda: numbered(index, made.array(2**40, [None, b""]), values=b"w:0"), "width 0", TypeError)


def test_dictionaries_that_lead_to_themselves():
    def endless():
        entries, values = made.schema(b"l"), made.array(2, [None, made.words(0, 1)])
        entries.dictionary, values.dictionary = made.ctypes.pointer(entries), made.ctypes.pointer(values)
        return made.One(entries, values)

    refused(endless, "dictionary of dictionaries", TypeError)


def test_a_dictionary_of_nulls_takes_no_memory():
    nulls = lambda length: numbered(made.words(0, 1, 0), made.array(length, null_count=length), values=b"n")
    for length in (0, 1):
        refused(lambda: nulls(length), "outside its buffers")
    for length in (2, 2**40, 2**62):
        empty = urn.Filter(1000, 3)
        f = empty.copy()
        assert f.update(nulls(length)) == 3 and f == empty
        assert f.contains_many(nulls(length)).to_list() == [None] * 3
        assert f.new_among(nulls(length)).to_list() == [None] * 3 and f == empty


def test_nulls_take_no_time():
    f = urn.Filter(1000, 3)
    assert f.update(made.One(made.schema(b"n"), made.array(2**40, null_count=2**40))) == 2**40
    many = [made.array(2**62, null_count=2**62) for _ in range(4)]
    with pytest.raises(urn.FormatError, match="fewer than 2\\^64 rows"):
        f.update(made.Many(made.schema(b"n"), many))
    assert f.bits_set() == 0


LONG = """
    import importlib.util, resource, signal, sys
    import urnfield as urn
    spec = importlib.util.spec_from_file_location("producers", sys.argv[1])
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    signal.alarm(60)  # Ends what hears nothing.
    f = urn.Filter(1000, 3)
    column = lambda format, rows, buffers: made.One(made.schema(format), made.array(rows, buffers))
"""


def child(body):
    producers = str(Path(__file__).with_name("producers.py"))
    return [sys.executable, "-c", textwrap.dedent(LONG) + textwrap.dedent(body), producers]


def test_answers_that_do_not_fit_into_memory_are_refused():
    body = """
        for ask in (f.contains_many, f.new_among):
            try:
                ask(column(b"n", 2**40, []))
            except MemoryError as error:
                print(error)
    """
    done = subprocess.run(child(body), capture_output=True, text=True, timeout=60, check=False)
    sentence = "the answers to 1099511627776 rows need 274877906944 bytes of memory, more than there is; ask in smaller batches\n"
    assert (done.stdout, done.stderr, done.returncode) == (sentence * 2, "", 0)


@pytest.mark.parametrize(
    "call",
    [
        'f.contains_many(column(b"n", 2**34, []))',
        'f.update(column(b"w:0", 2**40, [None, None]))',
        'f.update(column(b"w:0", 2**40, [None, None]), threads=2)',
        'urn.Filter(2**28, 3).update(column(b"w:0", 2**40, [None, None]))',
    ],
)
def test_long_columns_hear_ctrl_c(call):
    body = f"""
        print("begun", flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            print("heard", flush=True)
    """
    with subprocess.Popen(child(body), stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "begun\n"
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        try:
            assert running.stdout.readline() == "heard\n"
            # A batch of some million rows at the most, on however busy a machine.
            running.wait(10)
        finally:
            running.kill()


def test_columns_that_are_not_there():
    u = made.schema(b"u", name=b"key")
    refused(lambda: table(text(), n_children=0), "as many children as its schema, got 0 and 1")
    refused(lambda: table(text(), n_children=2**40), "as many children as its schema")
    refused(lambda: table(text(), children=None), "the children that it counts, got none")
    refused(lambda: table(None), "all its columns")
    refused(lambda: made.One(made.schema(b"+s", n_children=1), made.array(1, [None])), "all its columns")
    refused(lambda: made.One(made.schema(b"+s", below=[None]), made.array(1, [None])), "all its columns")
    refused(lambda: table(text(), child_schema=made.schema(b"u", name=b"\xff")), "name of an Arrow column is a text in UTF-8, got other bytes")
    refused(lambda: made.One(made.schema(b"\xff"), text()), "type of an Arrow column is a text in UTF-8, got other bytes")
    refused(lambda: made.One(made.schema(None), text()), "type of an Arrow column is a text in UTF-8, got none")
    refused(lambda: table(text(release=made.release(made.Array)())), "released before it was read")
    assert u.name == b"key"


def test_a_producer_that_fails_without_a_word():
    schema = lambda: made.schema(b"u")
    for column, match in (
        (lambda: made.Many(None, [], status=5), "could not give a schema \\(error 5\\)"),
        (lambda: made.Many(schema(), [], status=22), "could not give its next batch \\(error 22\\)"),
        (lambda: made.Many(schema(), [], status=22, error=b"  "), "could not give its next batch"),
        (lambda: made.Many(schema(), [], status=22, error=b"the well is dry"), "^the well is dry$"),
    ):
        for _, read in ways(column):
            with pytest.raises(urn.FormatError, match=match) as caught:
                read()
            assert isinstance(caught.value, ValueError)


def test_data_is_there_once():
    stream = made.Many(made.schema(b"u"), [text()])
    f = urn.Filter(1000, 3)
    assert f.update(stream) == 2
    with pytest.raises(urn.FormatError, match="read already"):
        f.update(stream)
    one = made.One(made.schema(b"u"), text())
    assert f.update(one) == 2
    with pytest.raises(urn.FormatError, match="read already"):
        f.update(one)


def test_what_pyarrow_takes_for_valid_is_read():
    """Slices of slices of tables, with nulls around and inside."""
    inner = pa.array(["a", None, "b", "c", None, "d", "e"]).slice(1, 5)
    for at in range(4):
        whole = pa.StructArray.from_arrays([inner], ["k"], mask=pa.array([False, True, False, False, True])).slice(at, 5 - at)
        keys = [None if row is None else row["k"] for row in whole.to_pylist()]
        f, plain = urn.Filter(1000, 3), urn.Filter(1000, 3)
        f.update(whole, "k")
        plain.update(keys)
        assert f == plain
        assert [answer is None for answer in f.contains_many(whole, "k")] == [key is None for key in keys]


def several(*columns, length=2):
    """A table of columns, each a schema and an array."""
    schemas, arrays = zip(*columns)
    return made.One(made.schema(b"+s", below=list(schemas)), made.array(length, [None], below=list(arrays)))


def test_every_column_of_a_key_is_checked():
    names = {"column": ["a", "b"]}
    a = lambda: (made.schema(b"u", name=b"a"), text())
    for b, match in (
        (lambda: (made.schema(b"u", name=b"b"), text(1)), "table|a sum below"),
        (lambda: (made.schema(b"u", name=b"b"), text(memory=[None, made.ends(0, 9, 6), b"urnkra"])), "outside its buffers"),
        (lambda: (made.schema(b"l", name=b"b", entries=made.schema(b"u")), made.array(2, [None, made.words(0, 7)], entries=text())), "outside its buffers"),
    ):
        for f in (urn.Filter(1000, 3), urn.FilterChain(10, "1%")):
            for read in ("update", "contains_many", "new_among"):
                with pytest.raises(urn.FormatError, match=match):
                    getattr(f, read)(several(a(), b()), **names)
    for length in (2, 2**40, 2**62):
        nulls = lambda name: (made.schema(b"n", name=name), made.array(length, null_count=length))
        f = urn.Filter(1000, 3)
        assert f.update(several(nulls(b"a"), nulls(b"b"), length=length), **names) == length and f.bits_set() == 0
    with pytest.raises(MemoryError):
        f.contains_many(several(nulls(b"a"), nulls(b"b"), length=2**62), **names)
