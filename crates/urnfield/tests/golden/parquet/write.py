"""Writes the golden files of Arrow C++ and DuckDB, and the vectors of XXH64, into a folder."""
import sys
import duckdb, pyarrow as pa, pyarrow.parquet as pq, xxhash

out = sys.argv[1]
names = [f"key-{i}" for i in range(300)]
ids = [i * i - 100 for i in range(300)]

# Two row groups of 150 rows; filters for all columns but the last.
table = pa.table({
    "name": pa.array(names, pa.string()),
    "id": pa.array(ids, pa.int64()),
    "small": pa.array([i - 7 for i in range(300)], pa.int32()),
    "share": pa.array([i / 8 for i in range(300)], pa.float64()),
    "bare": pa.array([i % 3 for i in range(300)], pa.int32()),
})
ask = {"ndv": 150, "fpp": 0.01}
pq.write_table(table, f"{out}/pyarrow.parquet", row_group_size=150, compression="zstd",
               store_schema=False,
               bloom_filter_options={c: ask for c in ["name", "id", "small", "share"]})

# A nested column, and one filter that is far too small.
nested = pa.table({"outer": pa.array([{"inner": n} for n in names]), "id": pa.array(ids, pa.int64())})
pq.write_table(nested, f"{out}/nested.parquet", compression="zstd", store_schema=False,
               bloom_filter_options={"outer.inner": {"ndv": 300, "fpp": 0.1},
                                     "id": {"ndv": 10, "fpp": 0.1}})

# Every value ten times: DuckDB has filters where it has dictionaries.
duckdb.sql(f"""copy (select 'key-' || (i % 300) as name, (i % 300) * (i % 300) - 100 as id
                     from range(3000) t(i))
               to '{out}/duckdb.parquet' (format parquet, compression zstd)""")

# Byte i of an input is (7 i + 3) mod 256.
with open(f"{out}/xxh64.txt", "w") as f:
    for n in range(101):
        bytes_ = bytes((7 * i + 3) % 256 for i in range(n))
        f.write(f"{n} {xxhash.xxh64(bytes_, seed=0).hexdigest()}\n")
