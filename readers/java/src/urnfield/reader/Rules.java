package urnfield.reader;

import static urnfield.reader.Xxh3.high;

import java.util.HashSet;
import java.util.Set;
import java.util.function.LongPredicate;

/** Probe rules 1 and 2: from a digest to the bits of an item. */
final class Rules {
    private Rules() {}

    static Digester.Rule of(Bits bits, long m, long k, boolean line, boolean classic) {
        if (line) {
            return (h1, h2) -> line(bits, m, (int) k, classic, h1, h2);
        }
        if (!classic && m < 1L << 40) {
            return (h1, h2) -> narrow(bits, m, k, h1, h2);
        }
        return (h1, h2) -> anywhere(bits, m, k, classic, h1, h2);
    }

    /** Asks a standard filter of fewer than 2^40 bits, in which each word gives two positions. */
    private static boolean narrow(Bits bits, long m, long k, long h1, long h2) {
        long now = h1;
        long next = h2;
        for (long left = k; ; left -= 2) {
            if (!bits.isSet(high(now, m))) {
                return false;
            }
            if (left == 1) {
                return true;
            }
            if (!bits.isSet(high(Long.rotateLeft(now, 32), m))) {
                return false;
            }
            if (left == 2) {
                return true;
            }
            long y = now;
            now = next;
            next += Long.rotateLeft(y, 27);
        }
    }

    /** Shows the first k draws to `see`, until it says false; returns the two words that follow, or null. */
    static long[] draws(long m, long k, long h1, long h2, LongPredicate see) {
        long now = h1;
        long next = h2;
        for (long left = k; left > 0; left--) {
            if (m < 1L << 40) {
                if (!see.test(high(now, m)) || left > 1 && !see.test(high(Long.rotateLeft(now, 32), m))) {
                    return null;
                }
                left -= left > 1 ? 1 : 0;
            } else {
                // The words are the halves of one number of 128 bits.
                long low = now * m;
                boolean carried = Long.compareUnsigned(low + high(next, m), low) < 0;
                if (!see.test(high(now, m) + (carried ? 1 : 0))) {
                    return null;
                }
            }
            long y = now;
            now = next;
            next += Long.rotateLeft(y, 27);
        }
        return new long[] {now, next};
    }

    /** The next word of the replacement sequence with the increment c | 1. */
    private static long step(long z, long c) {
        return z * 0xd1342543de82ef95L + (c | 1);
    }

    private static boolean anywhere(Bits bits, long m, long k, boolean classic, long h1, long h2) {
        if (!classic) {
            return draws(m, k, h1, h2, bits::isSet) != null;
        }
        Set<Long> seen = new HashSet<>();
        if (k > m - k) {
            // Drawn are the positions that the item does not have.
            for (long z = h1; seen.size() < m - k; z = step(z, h2)) {
                seen.add(high(z, m));
            }
            for (long p = 0; p < m; p++) {
                if (!bits.isSet(p) && !seen.contains(p)) {
                    return false;
                }
            }
            return true;
        }
        long[] rest = draws(m, k, h1, h2, p -> {
            seen.add(p);
            return bits.isSet(p);
        });
        if (rest == null) {
            return false;
        }
        for (long z = rest[0]; seen.size() < k; z = step(z, rest[1])) {
            long p = high(z, m);
            if (!bits.isSet(p)) {
                return false;
            }
            seen.add(p);
        }
        return true;
    }

    /** Asks a filter by probe rule 2: all bits of an item are in one line of 512. */
    private static boolean line(Bits bits, long m, int k, boolean classic, long h1, long h2) {
        long first = 8 * high(h1, m >>> 9);
        long y = h2;
        for (int j = 0; j < k; j++) {
            if (j == 7) {
                y = h1 * 0x9e3779b97f4a7c15L;
            }
            if ((bits.word(first + (y >>> 61)) >>> (y >>> 55) & 1) == 0) {
                return false;
            }
            y <<= 9;
        }
        return !classic || replacements(bits, first, k, h1, h2);
    }

    private static boolean replacements(Bits bits, long first, int k, long h1, long h2) {
        long[] seen = new long[8];
        int different = 0;
        for (int j = 0; j < k; j++) {
            long y = (j < 7 ? h2 : h1 * 0x9e3779b97f4a7c15L) << 9 * (j % 7);
            different += (int) (~seen[(int) (y >>> 61)] >>> (y >>> 55) & 1);
            seen[(int) (y >>> 61)] |= 1L << (y >>> 55);
        }
        for (long z = h1; different < k; ) {
            z = step(z, h2);
            if ((bits.word(first + (z >>> 61)) >>> (z >>> 55) & 1) == 0) {
                return false;
            }
            different += (int) (~seen[(int) (z >>> 61)] >>> (z >>> 55) & 1);
            seen[(int) (z >>> 61)] |= 1L << (z >>> 55);
        }
        return true;
    }
}
