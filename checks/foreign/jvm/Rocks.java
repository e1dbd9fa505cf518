import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeSet;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** SST files of RocksDB, whose filter is asked through a database that the file is ingested into. */
final class Rocks {
    static void make(Cases cases, Path folder) throws Exception {
        RocksDB.loadLibrary();
        make(cases, folder, "rocksdb-50", 50, 10, 5, i -> "k" + i);
        make(cases, folder, "rocksdb-1000", 1000, 10, 6, i -> "k" + i);
        make(cases, folder, "rocksdb-20000", 20_000, 16, 5, i -> "k" + i);
        make(cases, folder, "rocksdb-keys", 60, 8, 5, Rocks::longKey);
        // Keys of 1 to 300 bytes, through every branch of the hash function.
        make(cases, folder, "rocksdb-long", 3000, 8, 5, Rocks::longKey);
    }

    static String longKey(long i) {
        String number = "k" + i;
        return number + "-".repeat((int) (i * 7 % (301 - number.length())));
    }

    static void make(Cases cases, Path folder, String name, int items, double bitsPerKey, int version, Cases.Name key)
            throws Exception {
        Path file = cases.file(name);
        Files.deleteIfExists(file);
        var table = new BlockBasedTableConfig().setFilterPolicy(new BloomFilter(bitsPerKey, false))
            .setFormatVersion(version).setCacheIndexAndFilterBlocks(true);
        Statistics statistics = new Statistics();
        try (Options options = new Options().setTableFormatConfig(table).setCreateIfMissing(true)
                .setStatistics(statistics)) {
            TreeSet<String> keys = new TreeSet<>();
            for (int i = 0; i < items - 2; i++) {
                keys.add(key.of(i));
            }
            // A question outside of the keys' range would not reach the filter.
            keys.add("a");
            keys.add("z");
            try (SstFileWriter writer = new SstFileWriter(new EnvOptions(), options)) {
                writer.open(file.toString());
                for (String each : keys) {
                    writer.put(each.getBytes(StandardCharsets.UTF_8), new byte[] {1});
                }
                writer.finish();
            }
            Path home = folder.resolve(name + ".db");
            Path copy = folder.resolve(name + ".copy");
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            try (RocksDB db = RocksDB.open(options, home.toString())) {
                db.ingestExternalFile(List.of(copy.toString()), new IngestExternalFileOptions());
                cases.texts(name, "rocksdb", "Slice", 0, items - 2, key, text -> {
                    try {
                        long before = statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL);
                        db.get(text.getBytes(StandardCharsets.UTF_8));
                        return statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL) == before;
                    } catch (RocksDBException error) {
                        throw new IllegalStateException(error);
                    }
                });
            }
        }
    }
}
