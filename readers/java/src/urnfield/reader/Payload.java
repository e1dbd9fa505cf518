package urnfield.reader;

import static urnfield.reader.Xxh3.high;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Encoding 1 (entropy coded), turned into the raw bytes. */
final class Payload {
    private static final int TOTAL = 1 << 14;
    private static final long[] WAYS = {1, 8, 28, 56, 70, 56, 28, 8, 1};

    private final ByteBuffer coded;

    private Payload(ByteBuffer coded) {
        this.coded = coded.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Decodes a payload of m bits, of which `ones` are set. */
    static byte[] decode(byte[] file, int from, long m, long ones) {
        ByteBuffer coded = ByteBuffer.wrap(file, from, file.length - from).slice();
        byte[] out = new byte[Math.toIntExact((m + 63) / 64 * 8)];
        long minority = Math.min(ones, m - ones);
        Payload payload = new Payload(coded);
        if (minority < (m + 1023) / 1024) {
            payload.gaps(m, minority, out);
        } else {
            payload.chunks(m, minority, out);
        }
        if (m - ones < ones) {
            for (int i = 0; i < out.length; i++) {
                out[i] = (byte) ~out[i];
            }
            for (long p = m; p < 8L * out.length; p++) {
                out[(int) (p >>> 3)] ^= (byte) (1 << (p & 7));
            }
        }
        return out;
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw Filter.damaged("the compressed payload is not well-formed");
        }
    }

    /** x·y / 2^62. */
    private static long shifted(long x, long y) {
        return high(x, y) << 2 | x * y >>> 62;
    }

    private static long[] powers(long b) {
        long[] p = new long[9];
        p[0] = 1L << 62;
        for (int i = 1; i < 9; i++) {
            p[i] = shifted(p[i - 1], b);
        }
        return p;
    }

    /** x·2^62 / y for x < y, bit by bit. */
    private static long quotient(long x, long y) {
        long q = 0;
        for (int i = 0; i < 62; i++) {
            x <<= 1;
            q <<= 1;
            if (x >= y) {
                x -= y;
                q++;
            }
        }
        return q;
    }

    /** The remainders that stand for each byte. */
    private static final class Slots {
        final int[] count = new int[256];
        final int[] start = new int[256];
        final byte[] bytes = new byte[TOTAL];

        Slots finished() {
            int at = 0;
            for (int b = 0; b < 256; b++) {
                start[b] = at;
                Arrays.fill(bytes, at, at += count[b], (byte) b);
            }
            return this;
        }
    }

    private void chunks(long m, long s, byte[] out) {
        long a = quotient(s, m);
        long[] set = powers(a);
        long[] clear = powers((1L << 62) - a);
        long[] w = new long[9];
        long[] above = new long[10];
        for (int c = 8; c >= 0; c--) {
            w[c] = shifted(set[c], clear[8 - c]);
            above[c] = above[c + 1] + WAYS[c] * w[c];
        }
        int t = 1;
        while (t < 9 && w[t] >= 1L << 49) {
            t++;
        }
        long escape = t < 9 ? Math.max(1, above[t] + (1L << 47) >> 48) : 0;
        long used = escape;
        long[] f = new long[9];
        for (int c = t - 1; c > 0; c--) {
            f[c] = (above[c] + (WAYS[c] << 47) - (used << 48)) / (WAYS[c] << 48);
            used += WAYS[c] * f[c];
        }
        f[0] = TOTAL - used;
        Slots plain = new Slots();
        for (int b = 0; b < 256; b++) {
            plain.count[b] = (int) f[Integer.bitCount(b)];
        }
        if (t < 9) {
            plain.count[255] = (int) escape;
        }
        Slots escaped = t < 8 ? escaped(t, w, above[t]) : null;
        plain.finished();
        int count = (out.length + (1 << 20) - 1) >>> 20;
        check(coded.remaining() >= 4 * count);
        ByteBuffer rest = coded.slice();
        rest.position(4 * count);
        for (int i = 0; i < count; i++) {
            int length = coded.getInt(4 * i);
            check(length >= 0 && length <= rest.remaining());
            ByteBuffer one = rest.slice();
            one.limit(length);
            chunk(one.order(ByteOrder.LITTLE_ENDIAN), out, i << 20, Math.min(out.length, i + 1 << 20), plain, escaped);
            rest.position(rest.position() + length);
        }
        check(!rest.hasRemaining());
    }

    private static Slots escaped(int t, long[] w, long above) {
        long rest = TOTAL;
        for (int c = t; c < 9; c++) {
            rest -= WAYS[c];
        }
        Slots slots = new Slots();
        int left = TOTAL;
        for (int b = 0; b < 256; b++) {
            int c = Integer.bitCount(b);
            if (c >= t) {
                // rest < 2^14 and w < 2^49, because t is the least such c.
                slots.count[b] = 1 + (int) (rest * w[c] / above);
                left -= slots.count[b];
            }
        }
        slots.count[(1 << t) - 1] += left;
        return slots.finished();
    }

    private static void chunk(ByteBuffer coded, byte[] out, int from, int to, Slots plain, Slots escaped) {
        check(coded.remaining() >= 32 && coded.remaining() % 2 == 0);
        int[] states = new int[8];
        for (int j = 0; j < 8; j++) {
            states[j] = coded.getInt();
            check(Integer.compareUnsigned(states[j], 1 << 16) >= 0);
        }
        for (int i = from; i < to; i += 8) {
            for (int j = 0; j < 8; j++) {
                out[i + j] = take(states, j, plain, coded);
            }
            for (int j = 0; escaped != null && j < 8; j++) {
                if (out[i + j] == -1) {
                    out[i + j] = take(states, j, escaped, coded);
                }
            }
        }
        check(!coded.hasRemaining() && Arrays.stream(states).allMatch(x -> x == 1 << 16));
    }

    private static byte take(int[] states, int j, Slots slots, ByteBuffer words) {
        int r = states[j] & TOTAL - 1;
        int b = slots.bytes[r] & 255;
        int x = slots.count[b] * (states[j] >>> 14) + r - slots.start[b];
        if (x >>> 16 == 0) {
            check(words.remaining() >= 2);
            x = x << 16 | words.getShort() & 0xffff;
        }
        states[j] = x;
        return (byte) b;
    }

    private long at;

    private int bit() {
        check(at < 8L * coded.limit());
        return coded.get((int) (at >>> 3)) >>> (at++ & 7) & 1;
    }

    /** Gaps between the bits of the minority. */
    private void gaps(long m, long s, byte[] out) {
        long d = s == 0 ? 1 : Math.max(1, m * 45426 / 65536 / s);
        int width = 63 - Long.numberOfLeadingZeros(d);
        long h = (2L << width) - d;
        long next = 0;
        for (; s > 0; s--) {
            long gap = 0;
            while (bit() == 1) {
                gap += d;
                check(gap < m);
            }
            long v = 0;
            for (int j = 0; j < width; j++) {
                v |= (long) bit() << j;
            }
            next += gap + (v < h ? v : 2 * v + bit() - h);
            check(next < m);
            out[(int) (next >>> 3)] |= (byte) (1 << (next & 7));
            next++;
        }
        int used = (int) ((at + 7) / 8);
        while (at < 8L * used) {
            check(bit() == 0);
        }
        check(coded.limit() == Math.max(used, (out.length + 4095) / 4096 - 128));
        for (int i = used; i < coded.limit(); i++) {
            check(coded.get(i) == 0);
        }
    }
}
