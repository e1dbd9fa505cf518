package urnfield.reader;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** XXH3-128 with a seed: digest 1 of the format. */
final class Xxh3 implements Digester {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long P1 = 0x9e3779b185ebca87L;
    private static final long P2 = 0xc2b2ae3d27d4eb4fL;
    private static final long P3 = 0x165667b19e3779f9L;
    private static final long P4 = 0x85ebca77c2b2ae63L;
    private static final long P5 = 0x27d4eb2f165667c5L;
    private static final long Q1 = 0x9e3779b1L;
    private static final long Q2 = 0x85ebca77L;
    private static final long Q3 = 0xc2b2ae3dL;
    private static final byte[] SECRET = unhex(
            "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                    + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                    + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                    + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                    + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                    + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");
    private static final long PAIR_16 = pair(16);
    private static final long PAIR_32 = pair(32);
    private static final long PAIR_48 = pair(48);

    private final long seed;
    /** What keys of four to eight bytes are combined with. */
    private final long flip;

    Xxh3(long seed) {
        this.seed = seed;
        this.flip = PAIR_16 + (seed ^ ((long) Integer.reverseBytes((int) seed) << 32));
    }

    static byte[] unhex(String text) {
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    static long word(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    private static long pair(int at) {
        return word(SECRET, at) ^ word(SECRET, at + 8);
    }

    /** The high half of the product of two unsigned words. */
    static long high(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }

    private static long fold(long a, long b) {
        return a * b ^ high(a, b);
    }

    @Override
    public boolean ask(Rule rule, byte[] key) {
        int n = key.length;
        if (n > 240) {
            return askLong(rule, key);
        }
        if (n > 16) {
            return askMiddle(rule, key);
        }
        if (n > 8) {
            long last = word(key, n - 8);
            long one = word(key, 0) ^ last ^ PAIR_32 - seed;
            long low = one * P1 + ((long) (n - 1) << 54);
            last ^= PAIR_48 + seed;
            long high = high(one, P1) + last + (last & 0xffffffffL) * (Q2 - 1);
            long mixed = low ^ Long.reverseBytes(high);
            return rule.ask(finish(mixed * P2), finish(high(mixed, P2) + high * P2));
        }
        if (n > 3) {
            long both = (int) INT.get(key, 0) & 0xffffffffL | (long) (int) INT.get(key, n - 4) << 32;
            return eight(rule, both, n);
        }
        if (n > 0) {
            int one = (key[0] & 255) << 16 | (key[n >> 1] & 255) << 24 | key[n - 1] & 255 | n << 8;
            int other = Integer.rotateLeft(Integer.reverseBytes(one), 13);
            long low = ((int) INT.get(SECRET, 0) ^ (int) INT.get(SECRET, 4)) & 0xffffffffL;
            long high = ((int) INT.get(SECRET, 8) ^ (int) INT.get(SECRET, 12)) & 0xffffffffL;
            return rule.ask(
                    avalanche64(one & 0xffffffffL ^ low + seed), avalanche64(other & 0xffffffffL ^ high - seed));
        }
        return rule.ask(avalanche64(seed ^ pair(64)), avalanche64(seed ^ pair(80)));
    }

    @Override
    public boolean ask(Rule rule, long integer) {
        return eight(rule, integer, 8);
    }

    private boolean eight(Rule rule, long x, int length) {
        long factor = P1 + (length << 2);
        long keyed = x ^ flip;
        long low = keyed * factor;
        long high = high(keyed, factor) + (low << 1);
        low ^= high >>> 3;
        low = (low ^ low >>> 35) * 0x9fb21c651e98df25L;
        return rule.ask(low ^ low >>> 28, finish(high));
    }

    private boolean askMiddle(Rule rule, byte[] key) {
        int n = key.length;
        long a = n * P1;
        long b = 0;
        // Each pass takes 16 bytes at one place and 16 at another.
        if (n <= 128) {
            for (int i = (n - 1) / 32; i >= 0; i--) {
                int two = n - 16 * (i + 1);
                a = low(a, key, 16 * i, two, 32 * i, seed);
                b = low(b, key, two, 16 * i, 32 * i + 16, seed);
            }
        } else {
            for (int at = 0; at < 128; at += 32) {
                a = low(a, key, at, at + 16, at, seed);
                b = low(b, key, at + 16, at, at + 16, seed);
            }
            a = finish(a);
            b = finish(b);
            for (int at = 128; at + 32 <= n; at += 32) {
                a = low(a, key, at, at + 16, at - 125, seed);
                b = low(b, key, at + 16, at, at - 109, seed);
            }
            a = low(a, key, n - 16, n - 32, 103, -seed);
            b = low(b, key, n - 32, n - 16, 119, -seed);
        }
        return rule.ask(finish(a + b), -finish(a * P1 + b * P4 + (n - seed) * P2));
    }

    /** Mixes the product of 16 bytes at one place and the sum of 16 at another into a word. */
    private static long low(long sum, byte[] key, int product, int plain, int secret, long seed) {
        long folded = fold(
                word(key, product) ^ word(SECRET, secret) + seed,
                word(key, product + 8) ^ word(SECRET, secret + 8) - seed);
        return sum + folded ^ word(key, plain) + word(key, plain + 8);
    }

    private boolean askLong(Rule rule, byte[] key) {
        byte[] own = new byte[192];
        for (int i = 0; i < 192; i += 16) {
            LONG.set(own, i, word(SECRET, i) + seed);
            LONG.set(own, i + 8, word(SECRET, i + 8) - seed);
        }
        long[] sums = {Q3, P1, P2, P3, P4, Q2, P5, Q1};
        int n = key.length;
        for (int at = 0; at < n - 64; at += 64) {
            stripe(sums, key, at, own, at / 64 % 16 * 8);
            if ((at + 64) % 1024 == 0 && at + 64 <= (n - 1) / 1024 * 1024) {
                for (int i = 0; i < 8; i++) {
                    sums[i] = (sums[i] ^ sums[i] >>> 47 ^ word(own, 128 + 8 * i)) * Q1;
                }
            }
        }
        stripe(sums, key, n - 64, own, 121);
        return rule.ask(merge(sums, own, 11, n * P1), merge(sums, own, 117, ~(n * P2)));
    }

    private static void stripe(long[] sums, byte[] key, int at, byte[] secret, int from) {
        for (int i = 0; i < 8; i++) {
            long value = word(key, at + 8 * i);
            long keyed = value ^ word(secret, from + 8 * i);
            sums[i ^ 1] += value;
            sums[i] += (keyed & 0xffffffffL) * (keyed >>> 32);
        }
    }

    private static long merge(long[] sums, byte[] secret, int from, long start) {
        long sum = start;
        for (int i = 0; i < 8; i += 2) {
            sum += fold(sums[i] ^ word(secret, from + 8 * i), sums[i + 1] ^ word(secret, from + 8 * i + 8));
        }
        return finish(sum);
    }

    /** XXH3's last mixing of a word. */
    private static long finish(long x) {
        x = (x ^ x >>> 37) * 0x165667919e3779f9L;
        return x ^ x >>> 32;
    }

    /** XXH64's last mixing of a word. */
    private static long avalanche64(long x) {
        x = (x ^ x >>> 33) * P2;
        x = (x ^ x >>> 29) * P3;
        return x ^ x >>> 32;
    }
}
