package urnfield.reader;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** SipHash-2-4-128 with a secret key: digest 2 of the format. */
final class SipHash implements Digester {
    private final long k0;
    private final long k1;

    SipHash(byte[] key) {
        k0 = Xxh3.word(key, 0);
        k1 = Xxh3.word(key, 8);
    }

    @Override
    public boolean ask(Rule rule, long integer) {
        return ask(rule, ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(integer).array());
    }

    @Override
    public boolean ask(Rule rule, byte[] key) {
        long[] h = digest(key);
        return rule.ask(h[0], h[1]);
    }

    /** The first eight bytes of S(S("urnfield key check 1")). */
    long check() {
        long[] inner = digest("urnfield key check 1".getBytes(StandardCharsets.US_ASCII));
        ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        return digest(bytes.putLong(inner[0]).putLong(inner[1]).array())[0];
    }

    long[] digest(byte[] key) {
        long a = k0 ^ 0x736f6d6570736575L;
        long b = k1 ^ 0x646f72616e646f6dL ^ 0xee;
        long c = k0 ^ 0x6c7967656e657261L;
        long d = k1 ^ 0x7465646279746573L;
        int end = key.length & ~7;
        long last = (long) key.length << 56;
        for (int i = end; i < key.length; i++) {
            last |= (key[i] & 255L) << 8 * (i - end);
        }
        long h1 = 0;
        // Two rounds for each word and for the last one, then four rounds for each half of the
        // result.
        int words = end / 8 + 1;
        for (int w = 0; w < words + 2; w++) {
            long x = w < words - 1 ? Xxh3.word(key, 8 * w) : w == words - 1 ? last : 0;
            d ^= x;
            if (w == words) {
                c ^= 0xee;
            } else if (w > words) {
                h1 = a ^ b ^ c ^ d;
                b ^= 0xdd;
            }
            for (int i = w < words ? 2 : 4; i > 0; i--) {
                a += b;
                c += d;
                b = Long.rotateLeft(b, 13) ^ a;
                d = Long.rotateLeft(d, 16) ^ c;
                a = Long.rotateLeft(a, 32);
                a += d;
                c += b;
                d = Long.rotateLeft(d, 21) ^ a;
                b = Long.rotateLeft(b, 17) ^ c;
                c = Long.rotateLeft(c, 32);
            }
            a ^= x;
        }
        return new long[] {h1, a ^ b ^ c ^ d};
    }
}
