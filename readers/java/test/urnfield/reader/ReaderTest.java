package urnfield.reader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tests of the reader: vectors of the format page, golden files, and questions that the library answered. */
public final class ReaderTest {
    private static final Path GOLDEN = Path.of("../../crates/urnfield/tests/golden");
    private static final byte[] SECRET = "sixteen secrets!".getBytes(StandardCharsets.US_ASCII);

    private interface Test {
        void run() throws Exception;
    }

    private static int passed;
    private static int failed;

    public static void main(String[] arguments) {
        test("digests are those of the format page", ReaderTest::digests);
        test("positions are those of the format page", ReaderTest::positions);
        test("small filters have exactly their positions", ReaderTest::smallFilters);
        test("golden files open", ReaderTest::golden);
        test("every changed byte is found", ReaderTest::changes);
        test("wrong keys are refused", ReaderTest::wrongKeys);
        if (System.getenv("URNFIELD_QUESTIONS") == null) {
            System.out.println("skipped: answers are the library's (set URNFIELD_QUESTIONS)");
        } else {
            test("answers are the library's", ReaderTest::answers);
        }
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }

    private static void test(String name, Test test) {
        try {
            test.run();
            passed++;
            System.out.println("ok: " + name);
        } catch (Exception | AssertionError e) {
            failed++;
            System.out.println("FAILED: " + name);
            e.printStackTrace(System.out);
        }
    }

    private static void check(boolean holds, Object what) {
        if (!holds) {
            throw new AssertionError(what.toString());
        }
    }

    private static void refused(String why, Callable<?> call) throws Exception {
        try {
            call.call();
        } catch (RuntimeException e) {
            check(e.getMessage().contains(why), e.getMessage());
            return;
        }
        throw new AssertionError("not refused: " + why);
    }

    /** The rows of the table of the format page that has this heading. */
    private static List<String[]> rows(String heading) throws IOException {
        String page = Files.readString(Path.of("../../docs/reference/format.md"));
        String part = page.split("\n### " + heading + "\n")[1].split("\n#")[0];
        return part.lines().filter(line -> line.startsWith("| ")).skip(1)
                .map(line -> line.substring(2, line.length() - 2).split(" \\| ")).collect(Collectors.toList());
    }

    private static byte[] item(String length) {
        byte[] bytes = new byte[Integer.parseInt(length)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i % 251);
        }
        return bytes;
    }

    private static long number(String hex) {
        return Long.parseUnsignedLong(hex, 16);
    }

    private static void digest(Digester digester, byte[] key, String h1, String h2) {
        check(digester.ask((a, b) -> a == number(h1) && b == number(h2), key), key.length + " bytes: " + h1);
    }

    private static void digests() throws IOException {
        for (String[] row : rows("Byte strings, digest 1")) {
            digest(new Xxh3(0), item(row[0]), row[1], row[2]);
            digest(new Xxh3(0x9e3779b97f4a7c15L), item(row[0]), row[3], row[4]);
        }
        for (String[] row : rows("Integers, digest 1")) {
            Digester.Rule same = (a, b) -> a == number(row[2]) && b == number(row[3]);
            check(new Xxh3(number(row[1])).ask(same, number(row[0])), row[0]);
        }
        for (String[] row : rows("Byte strings, digest 2")) {
            digest(new SipHash(Xxh3.unhex(row[0])), item(row[1]), row[2], row[3]);
        }
        for (String[] row : rows("Key checks")) {
            check(new SipHash(Xxh3.unhex(row[0])).check() == number(row[1]), row[0]);
        }
        for (String[] row : rows("Tuples, digest 1")) {
            digest(new Xxh3(0), Xxh3.unhex(row[1]), row[2], row[3]);
        }
    }

    private static void positions() throws IOException {
        int asked = 0;
        for (String[] row : rows("Positions of given digests")) {
            if (row[2].equals("standard")) {
                List<String> found = new ArrayList<>();
                Rules.draws(Long.parseLong(row[3]), Long.parseLong(row[4]), number(row[0]), number(row[1]),
                        p -> found.add(Long.toString(p)));
                check(String.join(" ", found).equals(row[5]), Arrays.toString(row));
                asked++;
            }
        }
        check(asked >= 10, asked);
    }

    /** A filter in which exactly the positions of the page are set has the item, and lacks it without any of them. */
    private static void exactly(boolean line, String kind, long m, long k, String h1, String h2, long[] positions) {
        byte[] bytes = new byte[(int) ((m + 63) / 64 * 8)];
        for (long p : positions) {
            bytes[(int) (p >>> 3)] |= (byte) (1 << (p & 7));
        }
        boolean classic = kind.equals("classic");
        check(ask(bytes, m, k, line, classic, h1, h2), kind + " " + m + " " + k);
        for (long p : positions) {
            byte[] without = bytes.clone();
            without[(int) (p >>> 3)] ^= (byte) (1 << (p & 7));
            check(!ask(without, m, k, line, classic, h1, h2), kind + " " + m + " " + k + " without " + p);
        }
    }

    private static boolean ask(byte[] bytes, long m, long k, boolean line, boolean classic, String h1, String h2) {
        return Rules.of(new Bits.InMemory(bytes, 0), m, k, line, classic).ask(number(h1), number(h2));
    }

    private static void smallFilters() throws IOException {
        for (String[] row : rows("Positions of given digests")) {
            long m = Long.parseLong(row[3]);
            if (m < 1 << 20) {
                long[] positions = Stream.of(row[5].split(" ")).mapToLong(Long::parseLong).toArray();
                exactly(false, row[2], m, Long.parseLong(row[4]), row[0], row[1], positions);
            }
        }
        for (String[] row : rows("Positions within lines")) {
            for (int i = 0; i < 2; i++) {
                long first = 512 * Long.parseLong(row[2]);
                long[] positions = Stream.of(row[3 + i].split(" ")).mapToLong(p -> first + Long.parseLong(p)).toArray();
                exactly(true, i == 0 ? "standard" : "classic", 512000, 14, row[0], row[1], positions);
            }
        }
    }

    private static void golden() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(GOLDEN)) {
            files = all.filter(path -> path.toString().endsWith(".urn")).collect(Collectors.toList());
        }
        check(files.size() >= 15, files);
        for (Path path : files) {
            Filter.open(path, path.toString().contains("keyed") ? SECRET : null);
        }
        Filter standard = Filter.open(GOLDEN.resolve("standard-100-3.urn"), null);
        check(standard.kind().equals("standard") && standard.bits() == 100 && standard.bitsSet() == 13, standard.kind());
        check(standard.contains(0) && standard.contains(4) && !standard.contains(5), "integers");
        Filter keyed = Filter.open(GOLDEN.resolve("keyed-100-3.urn"), SECRET);
        check(keyed.contains("amphora") && keyed.contains("krater"), "keyed");
        Filter few = Filter.open(GOLDEN.resolve("entropy-100001-2.urn"), null);
        for (int i = 0; i < 80; i++) {
            check(few.contains(i), i);
        }
        Filter tuples = Filter.open(GOLDEN.resolve("tuples-100-3.urn"), null);
        check(tuples.keyKinds().equals(List.of("tuples")), tuples.keyKinds());
        check(tuples.contains(Filter.tuple("Attica", 42)) && !tuples.contains(Filter.tuple("Attica", "42")), "tuples");
        check(Filter.open(GOLDEN.resolve("line-classic-512-14.urn"), null).kind().equals("line-classic"), "kind");
        check(Filter.open(GOLDEN.resolve("intersection-100-3.urn"), null).isIntersection(), "intersection");
        check(Filter.open(GOLDEN.resolve("planned-120-4.urn"), null).plannedItems() == 12, "planned");
    }

    private static void changes() throws Exception {
        for (String name : new String[] {"standard-100-3", "entropy-100001-2", "gaps-100003-100000", "line-1024-6"}) {
            byte[] file = Files.readAllBytes(GOLDEN.resolve(name + ".urn"));
            for (int i = 0; i < file.length; i++) {
                byte[] changed = file.clone();
                changed[i] ^= (byte) (1 << i % 8);
                refused("", () -> Filter.read(changed, null));
                byte[] shorter = Arrays.copyOf(file, i);
                refused("", () -> Filter.read(shorter, null));
            }
        }
    }

    private static void wrongKeys() throws Exception {
        Path keyed = GOLDEN.resolve("keyed-100-3.urn");
        Path seeded = GOLDEN.resolve("standard-100-3.urn");
        refused("keyed", () -> Filter.open(keyed, null));
        refused("not the key", () -> Filter.open(keyed, new byte[16]));
        refused("16 bytes", () -> Filter.open(keyed, new byte[3]));
        refused("has a seed", () -> Filter.open(seeded, SECRET));
        refused("compressed", () -> Filter.map(GOLDEN.resolve("entropy-100001-2.urn"), null));
        refused("surrogate", () -> Filter.open(seeded, null).contains("\ud800"));
        refused("two parts", () -> Filter.tuple("one"));
        refused("leave", () -> Filter.tuple("one", null));
    }

    private static void answers() throws IOException {
        Path folder = Path.of(System.getenv("URNFIELD_QUESTIONS"));
        int asked = 0;
        for (String row : Files.readAllLines(folder.resolve("list"))) {
            String[] fields = row.split("\t");
            byte[] key = fields[2].equals("-") ? null : Xxh3.unhex(fields[2]);
            Path path = folder.resolve(fields[0] + ".urn");
            Filter filter = fields[0].endsWith("compressed") ? Filter.open(path, key) : Filter.map(path, key);
            filter.verify();
            Filter copy = Filter.open(path, key);
            Iterator<String> yes = Files.readAllLines(folder.resolve(fields[0] + ".yes")).iterator();
            String next = yes.hasNext() ? yes.next() : null;
            for (String question : Files.readAllLines(folder.resolve(fields[0] + ".keys"))) {
                boolean texts = fields[1].equals("texts");
                boolean has = texts ? filter.contains(question) : filter.contains(Long.parseLong(question));
                boolean again = texts ? copy.contains(question) : copy.contains(Long.parseLong(question));
                check(has == question.equals(next) && has == again, path + ": " + question + " is " + has);
                next = has ? yes.hasNext() ? yes.next() : null : next;
                asked++;
            }
            check(next == null, path + ": " + next);
        }
        check(asked >= 1_000_000, asked);
    }
}
