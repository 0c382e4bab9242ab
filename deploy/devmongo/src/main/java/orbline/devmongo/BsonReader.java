package orbline.devmongo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Reads a stored document; the library's decoder is several times slower, and every query parses the documents it finds. */
final class BsonReader {

    /** Names of fields seen before, each in the slot of its hash: most documents have the same few. */
    private static final String[] NAMES = new String[4_096];

    private final byte[] bytes;
    private final ByteBuffer numbers;
    private int at;

    BsonReader(byte[] bytes) {
        this.bytes = bytes;
        this.numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    Document document() {
        Document document = new Document();
        at += Integer.BYTES;
        for (byte type = bytes[at++]; type != 0; type = bytes[at++]) {
            document.put(name(), value(type));
        }
        return document;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        at += Integer.BYTES;
        for (byte type = bytes[at++]; type != 0; type = bytes[at++]) {
            name();
            elements.add(value(type));
        }
        return elements;
    }

    private Object value(byte type) {
        return switch (type) {
            case 0x01 -> numbers.getDouble(advance(Double.BYTES));
            case 0x02 -> text();
            case 0x03 -> document();
            case 0x04 -> array();
            case 0x07 -> new ObjectId(Arrays.copyOfRange(bytes, advance(12), at));
            case 0x08 -> bytes[advance(1)] != 0;
            case 0x09 -> Instant.ofEpochMilli(numbers.getLong(advance(Long.BYTES)));
            case 0x0a -> null;
            case 0x10 -> numbers.getInt(advance(Integer.BYTES));
            case 0x12 -> numbers.getLong(advance(Long.BYTES));
            default -> rareValue(type);
        };
    }

    private String text() {
        int length = numbers.getInt(advance(Integer.BYTES));
        return new String(bytes, advance(length), length - 1, StandardCharsets.UTF_8);
    }

    private Object rareValue(byte type) {
        ByteBuf rest = Unpooled.wrappedBuffer(bytes).readerIndex(at);
        Object value = BsonDecoder.decodeValue(type, rest);
        at = rest.readerIndex();
        return value;
    }

    private String name() {
        int start = at;
        int hash = 0;
        while (bytes[at] != 0) {
            hash = 31 * hash + bytes[at++];
        }
        int length = at++ - start;
        int slot = (hash ^ hash >>> 12) & NAMES.length - 1;
        String known = NAMES[slot];
        if (known == null || !isSame(known, start, length)) {
            known = new String(bytes, start, length, StandardCharsets.UTF_8);
            NAMES[slot] = known;
        }
        return known;
    }

    /** Names beyond ASCII differ from their bytes, so they are decoded each time. */
    private boolean isSame(String known, int start, int length) {
        boolean same = known.length() == length;
        for (int i = 0; same && i < length; i++) {
            same = known.charAt(i) == bytes[start + i];
        }
        return same;
    }

    /** Start of a value of this length. */
    private int advance(int length) {
        int start = at;
        at += length;
        return start;
    }
}
