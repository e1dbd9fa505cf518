package urnfield.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/** The words of a payload, in memory or in a mapped file. */
abstract class Bits {
    /** Returns 64 bits, the lowest of which is position 64·i. */
    abstract long word(long i);

    /** Returns whether the bit at a position is set. */
    final boolean isSet(long p) {
        return (word(p >>> 6) >>> p & 1) != 0;
    }

    static final class InMemory extends Bits {
        private final long[] words;

        InMemory(byte[] bytes, int from) {
            words = new long[(bytes.length - from) / 8];
            ByteBuffer.wrap(bytes, from, 8 * words.length).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
        }

        @Override
        long word(long i) {
            return words[(int) i];
        }
    }

    /** A file in pieces, because a buffer has at most 2^31 bytes. */
    static final class Mapped extends Bits {
        private static final int PIECE = 30;
        private final ByteBuffer[] pieces;

        Mapped(FileChannel file, long from, long size) throws IOException {
            pieces = new ByteBuffer[(int) (size + (1L << PIECE) - 1 >>> PIECE)];
            for (int i = 0; i < pieces.length; i++) {
                long at = (long) i << PIECE;
                pieces[i] = file.map(MapMode.READ_ONLY, from + at, Math.min(1L << PIECE, size - at))
                        .order(ByteOrder.LITTLE_ENDIAN);
            }
        }

        @Override
        long word(long i) {
            long at = 8 * i;
            return pieces[(int) (at >>> PIECE)].getLong((int) at & (1 << PIECE) - 1);
        }
    }
}
