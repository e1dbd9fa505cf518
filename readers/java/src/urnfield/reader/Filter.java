package urnfield.reader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A Bloom filter that was read from a {@code .urn} file, in memory or mapped. Any number of threads
 * may ask it.
 *
 * <pre>{@code
 * Filter filter = Filter.open(Path.of("visitors.urn"), null);
 * filter.contains("visitor-7");
 * }</pre>
 */
public final class Filter {
    /** A file that is no filter, a damaged one, or a wrong key, in one sentence. */
    public static final class FormatException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FormatException(String message) {
            super(message);
        }
    }

    private static final String[] KEY_KINDS = {"texts", "integers", "digests", "tuples"};

    private final String kind;
    private final long bits;
    private final long hashes;
    private final long bitsSet;
    private final long plannedItems;
    private final int keyKinds;
    private final boolean intersection;
    private final Digester digester;
    private Bits payload;
    private Digester.Rule rule;

    static FormatException damaged(String what) {
        return new FormatException("damaged: " + what + "; get a new copy");
    }

    private static void sound(boolean holds, String what) {
        if (!holds) {
            throw damaged(what);
        }
    }

    private static void known(boolean holds, String what, int number) {
        if (!holds) {
            throw new FormatException(what + " " + number + " is unknown to this reader; read the file with a newer one");
        }
    }

    /** Opens a filter in memory and makes every check. The key is that of a keyed filter, else null. */
    public static Filter open(Path path, byte[] key) throws IOException {
        return read(Files.readAllBytes(path), key);
    }

    /** Reads a filter from the bytes of its file, as {@link #open}. */
    public static Filter read(byte[] file, byte[] key) {
        Filter filter = new Filter(ByteBuffer.wrap(file), file.length, key);
        CRC32C sum = new CRC32C();
        sum.update(file, 128, file.length - 128);
        ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        sound((int) sum.getValue() == header.getInt(120), "the payload's checksum is wrong");
        boolean raw = file[13] == 0;
        byte[] bytes = raw ? file : Payload.decode(file, 128, filter.bits, filter.bitsSet);
        filter.hold(new Bits.InMemory(bytes, raw ? 128 : 0));
        filter.verify();
        return filter;
    }

    /**
     * Maps a raw file. Its payload stays unread until it is asked for; {@link #verify} reads it.
     * The file may not change or be truncated meanwhile: replace it by renaming another one over
     * it.
     */
    public static Filter map(Path path, byte[] key) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(128);
            while (header.hasRemaining() && file.read(header) >= 0) {}
            header.flip();
            Filter filter = new Filter(header, file.size(), key);
            if (header.get(13) != 0) {
                throw new FormatException("a compressed filter cannot be mapped; open it, or write it raw");
            }
            filter.hold(new Bits.Mapped(file, 128, file.size() - 128));
            return filter;
        }
    }

    private Filter(ByteBuffer file, long size, byte[] key) {
        ByteBuffer h = file.order(ByteOrder.LITTLE_ENDIAN);
        if (h.limit() < 8 || h.getLong(0) != 0x0a1a0a0d4e525589L) {
            throw new FormatException(
                    "this is no urnfield filter: it does not begin with the bytes 89 55 52 4e 0d 0a 1a 0a");
        }
        sound(h.limit() >= 128, "a header has 128 bytes, got " + h.limit());
        int version = h.getShort(8) & 0xffff;
        known(version == 1 || version == 2, "version", version);
        CRC32C sum = new CRC32C();
        sum.update(h.duplicate().position(0).limit(124));
        sound((int) sum.getValue() == h.getInt(124), "the header's checksum is wrong");
        int kindByte = h.get(10);
        int ruleByte = h.get(11);
        int digest = h.get(12);
        int encoding = h.get(13);
        known(kindByte == 1 || kindByte == 2, "kind", kindByte);
        known(ruleByte == 1 || ruleByte == 2, "probe rule", ruleByte);
        known(encoding == 0 || encoding == 1, "encoding", encoding);
        known(digest == 1 || digest == 2, "digest", digest);
        hashes = h.getLong(16);
        bits = h.getLong(24);
        bitsSet = h.getLong(48);
        plannedItems = h.getLong(56);
        keyKinds = h.get(14) & 255;
        intersection = version == 2;
        boolean classic = kindByte == 1;
        kind = (ruleByte == 2 ? "line" : classic ? "" : "standard") + (classic ? ruleByte == 2 ? "-classic" : "classic" : "");
        sound(h.getLong(digest == 1 ? 40 : 32) == 0 && h.get(15) == 0, "a field that is not used is not zero");
        sound(keyKinds < 16 && (keyKinds == 0 || !intersection && bitsSet != 0), "the kinds of its keys are " + keyKinds);
        sound(sourcesFit(h), "the filters that it was made of do not fit");
        boolean shape = bits >= 1 && bits <= 1L << 48 && hashes != 0
                && (!classic || Long.compareUnsigned(hashes, bits) <= 0)
                && (ruleByte == 1 || bits % 512 == 0 && hashes > 0 && hashes <= 14);
        sound(shape, "no filter has " + Long.toUnsignedString(bits) + " bits and " + Long.toUnsignedString(hashes) + " hashes");
        sound(Long.compareUnsigned(bitsSet, bits) <= 0, Long.toUnsignedString(bitsSet) + " bits of " + bits + " are set");
        long length = h.getLong(64);
        long raw = (bits + 63) / 64 * 8;
        sound((encoding == 1 || length == raw) && size - 128 == length && (raw + 4095) / 4096 <= size,
                "the payload has " + Long.toUnsignedString(length) + " bytes and the file " + size);
        if (hashes < 0) {
            throw new FormatException("this reader takes fewer than 2^63 hashes, got "
                    + Long.toUnsignedString(hashes) + "; use the library");
        }
        if (encoding == 1 && raw > 1 << 30) {
            throw new FormatException("this reader unpacks at most 2^30 bytes, got " + raw + "; write the filter raw");
        }
        digester = digest == 1 ? new Xxh3(h.getLong(32)) : keyed(key, h.getLong(40));
        if (digest == 1 && key != null) {
            throw new FormatException("a key was given and the filter has a seed; pass null");
        }
    }

    private static SipHash keyed(byte[] key, long check) {
        if (key == null) {
            throw new FormatException("the filter is keyed and no key was given; pass its 16 bytes");
        }
        if (key.length != 16) {
            throw new FormatException("a key has 16 bytes, got " + key.length);
        }
        SipHash hash = new SipHash(key);
        if (hash.check() != check) {
            throw new FormatException("this is not the key of this filter");
        }
        return hash;
    }

    private boolean sourcesFit(ByteBuffer h) {
        long count = h.getLong(72);
        long before = bits;
        if (count == 1 || !intersection && count != 0) {
            return false;
        }
        for (int i = 0; i < 5; i++) {
            long set = h.getLong(80 + 8 * i);
            boolean named = Long.compareUnsigned(i, count) < 0;
            if (named ? set < bitsSet || set > before : set != 0) {
                return false;
            }
            before = set;
        }
        return true;
    }

    private void hold(Bits words) {
        payload = words;
        rule = Rules.of(words, bits, hashes, kind.startsWith("line"), kind.endsWith("classic"));
    }

    /** Reads the whole payload: as many bits are set as the header says, and no spare one. Open files are verified. */
    public void verify() {
        long count = 0;
        for (long i = 0; i < (bits + 63) / 64; i++) {
            count += Long.bitCount(payload.word(i));
        }
        sound(bits % 64 == 0 || payload.word(bits >>> 6) >>> bits == 0, "a spare bit is set");
        sound(count == bitsSet, count + " bits are set where the header says " + bitsSet);
    }

    /** Returns whether bytes may have been inserted. If false, they certainly were not. */
    public boolean contains(byte[] key) {
        return digester.ask(rule, key);
    }

    /** Returns whether a text may have been inserted, which is its UTF-8. */
    public boolean contains(CharSequence key) {
        return digester.ask(rule, utf8(key));
    }

    /** Returns whether an integer may have been inserted, which is another key than the text of its digits. */
    public boolean contains(long key) {
        return digester.ask(rule, key);
    }

    private static byte[] utf8(CharSequence text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            char c = text.charAt(i);
            if (c > 127) {
                return beyondAscii(text);
            }
            bytes[i] = (byte) c;
        }
        return bytes;
    }

    private static byte[] beyondAscii(CharSequence text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "a text has half of a surrogate pair, which has no UTF-8; pass its bytes instead", e);
        }
    }

    /** Returns the bytes of a key of several parts, for {@link #contains(byte[])}: texts, bytes, Long or Integer. */
    public static byte[] tuple(Object... parts) {
        if (parts.length < 2) {
            throw new IllegalArgumentException("a tuple has at least two parts, got " + parts.length + "; add one");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Object part : parts) {
            boolean integer = part instanceof Long || part instanceof Integer;
            byte[] content;
            if (integer) {
                content = little(8).putLong(((Number) part).longValue()).array();
            } else if (part instanceof CharSequence) {
                content = utf8((CharSequence) part);
            } else if (part instanceof byte[]) {
                content = (byte[]) part;
            } else {
                throw new IllegalArgumentException(
                        "a part of a tuple is a text, bytes, Long or Integer, got " + part + "; leave such records out");
            }
            out.write(integer ? 2 : 1);
            out.writeBytes(little(4).putInt(content.length).array());
            out.writeBytes(content);
        }
        return out.toByteArray();
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns standard, classic, line or line-classic. */
    public String kind() {
        return kind;
    }

    /** Returns the number of bits. */
    public long bits() {
        return bits;
    }

    /** Returns the number of bits of a key. */
    public long hashes() {
        return hashes;
    }

    /** Returns how many bits are set, as the header says. */
    public long bitsSet() {
        return bitsSet;
    }

    /** Returns for how many keys it was planned, 0 where that is unknown. Above 2^63 it is negative: it is unsigned. */
    public long plannedItems() {
        return plannedItems;
    }

    /** Returns the kinds of its keys: texts, integers, digests, tuples; none where they are unknown. */
    public List<String> keyKinds() {
        List<String> kinds = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            if ((keyKinds >> i & 1) == 1) {
                kinds.add(KEY_KINDS[i]);
            }
        }
        return kinds;
    }

    /** Returns whether it was made by an AND of filters, and so need not be that of any set. */
    public boolean isIntersection() {
        return intersection;
    }
}
