import com.google.common.hash.Funnels;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.util.sketch.BloomFilter;

/** Makes filters with the libraries of the JVM. The argument is the folder to write to. */
public final class Make {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder);
        Cases cases = new Cases(folder);
        spark(cases);
        guava(cases);
        Orc.make(cases, folder);
        Rocks.make(cases, folder);
    }

    static void spark(Cases cases) throws IOException {
        Object[][] asked = {{50, 1e-4}, {1000, 1e-4}, {1000, 0.01}, {20_000, 0.03}};
        for (BloomFilter.Version version : BloomFilter.Version.values()) {
            for (Object[] each : asked) {
                int items = (Integer) each[0];
                double fpp = (Double) each[1];
                long bits = BloomFilter.optimalNumOfBits(items, fpp);
                int seed = version == BloomFilter.Version.V1 || items == 50 ? 0 : -7;
                BloomFilter filter = BloomFilter.create(version, items, bits, seed);
                String format = "spark-" + version.name().toLowerCase();
                String name = format + "-" + items + "-" + fpp;
                if (items == 20_000) {
                    for (int i = 0; i < items; i++) {
                        filter.putString(word(i));
                    }
                    cases.texts(name, format, "putString", fpp, items, Make::word, filter::mightContainString);
                } else {
                    for (int i = 0; i < items; i++) {
                        filter.putLong(i);
                    }
                    cases.integers(name, format, "putLong", fpp, items, filter::mightContainLong);
                }
                if (version == BloomFilter.Version.V2) {
                    cases.more(name, "seed " + (seed & 0xffffffffL));
                }
                try (OutputStream out = Files.newOutputStream(cases.file(name))) {
                    filter.writeTo(out);
                }
            }
        }
    }

    /** Texts of every length modulo 16, with letters outside of ASCII. */
    static String word(long i) {
        return "größe-" + i + "-" + "abcdefghijklmnopqrstuvwxyz".substring(0, (int) (i % 17));
    }

    static void guava(Cases cases) throws IOException {
        Object[][] asked = {{50, 1e-4}, {100, 0.01}, {1000, 1e-4}, {20_000, 0.03}};
        for (Object[] each : asked) {
            int items = (Integer) each[0];
            double fpp = (Double) each[1];
            com.google.common.hash.BloomFilter<Long> longs =
                com.google.common.hash.BloomFilter.create(Funnels.longFunnel(), items, fpp);
            for (long i = 0; i < items; i++) {
                longs.put(i);
            }
            String name = "guava-" + items + "-" + fpp;
            cases.integers(name, "guava", "longFunnel", fpp, items, longs::mightContain);
            cases.more(name, "size of the library");
            write(cases, name, longs, -1);
            // The older strategy is only read by today's library: the same bits with its number are
            // not its filter, so an empty one is read and filled.
            com.google.common.hash.BloomFilter<CharSequence> empty =
                com.google.common.hash.BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), items, fpp);
            String old = "guava-32-" + items + "-" + fpp;
            write(cases, old, empty, 0);
            com.google.common.hash.BloomFilter<CharSequence> texts;
            try (var in = Files.newInputStream(cases.file(old))) {
                texts = com.google.common.hash.BloomFilter.readFrom(in, Funnels.stringFunnel(StandardCharsets.UTF_8));
            }
            for (int i = 0; i < items; i++) {
                texts.put(word(i));
            }
            cases.texts(old, "guava", "stringFunnel", fpp, items, Make::word, texts::mightContain);
            cases.more(old, "variant MURMUR128_MITZ_32");
            write(cases, old, texts, -1);
        }
        com.google.common.hash.BloomFilter<CharSequence> chars =
            com.google.common.hash.BloomFilter.create(Funnels.unencodedCharsFunnel(), 500, 0.01);
        com.google.common.hash.BloomFilter<Integer> ints =
            com.google.common.hash.BloomFilter.create(Funnels.integerFunnel(), 500, 0.01);
        for (int i = 0; i < 500; i++) {
            chars.put(word(i));
            ints.put(i);
        }
        cases.texts("guava-chars", "guava", "unencodedCharsFunnel", 0.01, 500, Make::word, chars::mightContain);
        write(cases, "guava-chars", chars, -1);
        cases.integers("guava-ints", "guava", "integerFunnel", 0.01, 500, i -> ints.mightContain((int) i));
        write(cases, "guava-ints", ints, -1);
    }

    static void write(Cases cases, String name, com.google.common.hash.BloomFilter<?> filter, int strategy)
            throws IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        filter.writeTo(bytes);
        byte[] file = bytes.toByteArray();
        if (strategy >= 0) {
            file[0] = (byte) strategy;
        }
        Files.write(cases.file(name), file);
    }
}
