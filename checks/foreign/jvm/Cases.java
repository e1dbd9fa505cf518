import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Writes cases: a file that a library made, what it was asked for, and the library's own answers.
 * The format is in checks/foreign/README.md.
 */
final class Cases {
    static final int STRANGERS = 1_000_000;
    static final int LISTED = 100_000;
    private final Path folder;

    Cases(Path folder) {
        this.folder = folder;
    }

    Path file(String name) {
        return folder.resolve(name + ".filter");
    }

    /** Keys that are integers: members 0 to items - 1, strangers behind them. */
    void integers(String name, String format, String form, double asked, int items, LongPredicate filter)
            throws IOException {
        texts(name, format, form, asked, items, i -> String.valueOf(i), key -> filter.test(Long.parseLong(key)));
    }

    /** The key of a number. */
    interface Name {
        String of(long number);
    }

    void texts(String name, String format, String form, double asked, int items, Name key, Predicate<String> filter)
            throws IOException {
        long accepted = 0;
        List<String> answers = new ArrayList<>();
        int members = Math.min(items, 10_000);
        for (int i = 0; i < members; i++) {
            String member = key.of(i);
            answers.add((filter.test(member) ? "1 " : "0 ") + member);
        }
        for (int i = 0; i < STRANGERS; i++) {
            String stranger = key.of(1_000_000_000L + i);
            boolean found = filter.test(stranger);
            accepted += found ? 1 : 0;
            if (i < LISTED) {
                answers.add((found ? "1 " : "0 ") + stranger);
            }
        }
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(name + ".keys"))) {
            for (String answer : answers) {
                out.write(answer);
                out.write('\n');
            }
        }
        String about = "format " + format + "\nkeys " + form + "\nasked " + asked + "\nitems " + items
            + "\nmembers " + members + "\nstrangers " + STRANGERS + "\naccepted " + accepted + "\n";
        Files.writeString(folder.resolve(name + ".about"), about);
        System.out.println(name + ": " + accepted + " of " + STRANGERS);
    }

    /** Adds a line to what is said about a case. */
    void more(String name, String line) throws IOException {
        Path about = folder.resolve(name + ".about");
        Files.writeString(about, Files.readString(about) + line + "\n");
    }
}
