"""DuckDB asks a filter of ours: duckdb_reads_ours.py PATH/TO/urnfield (needs duckdb).

DuckDB writes a file with Bloom filters. `urnfield build --format parquet` makes the filter of the same values in
the same size: it must be DuckDB's, byte for byte. Then the filter of other values takes its place in the file, and
DuckDB must answer from it as `urnfield check --format parquet` does.
"""

import pathlib
import subprocess
import sys
import tempfile

import duckdb

urnfield = str(pathlib.Path(sys.argv[1]).resolve())
N = 3000


def run(*args):
    return subprocess.run([urnfield, *args], capture_output=True, text=True, cwd=folder)


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    file, swapped = folder / "duck.parquet", folder / "swapped.parquet"
    # Forty times each, so that DuckDB makes a dictionary, and so a filter; one row group.
    duckdb.sql(f"copy (select 'guest-' || i as name from range({N}) t(i), range(40)) "
               f"to '{file}' (format parquet, row_group_size 200000)")
    offset, length = duckdb.sql(
        f"select bloom_filter_offset, bloom_filter_length from parquet_metadata('{file}')").fetchall()[0]
    data = file.read_bytes()
    bits = str(length // 32 * 32 * 8)
    for name in ["guest", "other"]:
        (folder / f"{name}.txt").write_text("".join(f"{name}-{i}\n" for i in range(N)))
        made = run("build", f"{name}.txt", "--format", "parquet", "--bits", bits, "-o", f"{name}.bloom")
        assert made.returncode == 0, made.stderr
    assert (folder / "guest.bloom").read_bytes() == data[offset:offset + length]
    other = (folder / "other.bloom").read_bytes()
    swapped.write_bytes(data[:offset] + other + data[offset + length:])
    probes = [f"{name}-{i}" for name in ["guest", "other"] for i in range(0, N, 10)]
    (folder / "probes.txt").write_text("\n".join(probes) + "\n")
    yes = set(run("check", "other.bloom", "--format", "parquet", "probes.txt").stdout.split())
    excludes = f"select bloom_filter_excludes from parquet_bloom_probe('{swapped}', 'name', ?)"
    for key in probes:
        excluded, = duckdb.execute(excludes, [key]).fetchall()[0]
        assert excluded != (key in yes), key
    print(f"DuckDB {duckdb.__version__}: the same bytes; {len(probes)} questions, {len(yes)} yes, no disagreement")
