import com.google.common.base.Charsets;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import urnfield.reader.Filter;

/** Our reader beside Guava's filter, in turns. */
public final class Bench {
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        List<String> keys = Files.readAllLines(folder.resolve("keys"));
        String[] members = keys.toArray(new String[0]);
        String[] strangers = keys.stream().map(key -> key.replace("visitor", "strange")).toArray(String[]::new);
        BloomFilter<CharSequence> guava = BloomFilter.create(Funnels.stringFunnel(Charsets.UTF_8), members.length, 0.01);
        keys.forEach(guava::put);
        Map<String, Predicate<String>> filters = new LinkedHashMap<>();
        filters.put("Guava", guava::mightContain);
        Filter standard = Filter.open(folder.resolve("standard.urn"), null);
        Filter line = Filter.open(folder.resolve("line.urn"), null);
        Filter mapped = Filter.map(folder.resolve("line.urn"), null);
        filters.put("urnfield, standard", standard::contains);
        filters.put("urnfield, line", line::contains);
        filters.put("urnfield, line, mapped", mapped::contains);
        int rounds = 15;
        double[][] times = new double[2 * filters.size()][rounds];
        for (int round = 0; round < rounds; round++) {
            int row = 0;
            for (Predicate<String> filter : filters.values()) {
                for (String[] asked : new String[][] {members, strangers}) {
                    int found = 0;
                    long begun = System.nanoTime();
                    for (String key : asked) {
                        found += filter.test(key) ? 1 : 0;
                    }
                    times[row++][round] = (System.nanoTime() - begun) / (double) asked.length;
                    if (asked == members ? found != asked.length : found > asked.length / 50) {
                        throw new AssertionError(found);
                    }
                }
            }
        }
        int row = 0;
        for (String name : filters.keySet()) {
            Arrays.sort(times[row]);
            Arrays.sort(times[row + 1]);
            System.out.printf("| Java | %s | %.1f | %.1f |%n", name, times[row][rounds / 2], times[row + 1][rounds / 2]);
            row += 2;
        }
    }
}
