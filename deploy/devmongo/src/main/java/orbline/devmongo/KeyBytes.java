package orbline.devmongo;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.LegacyUUID;
import de.bwaldvogel.mongo.bson.MaxKey;
import de.bwaldvogel.mongo.bson.MinKey;
import de.bwaldvogel.mongo.bson.ObjectId;

/**
 * Writes BSON values as bytes whose unsigned order is MongoDB's order of values. Every encoding ends by
 * itself (fixed length or terminator), so encodings can be joined, and inverted for descending fields.
 */
final class KeyBytes {

    private static final int MIN_KEY = 0x05;
    private static final int EMPTY_ARRAY = 0x08;
    private static final int NULL = 0x0a;
    private static final int NUMBER = 0x10;
    private static final int STRING = 0x20;
    private static final int DOCUMENT = 0x30;
    private static final int ARRAY = 0x38;
    private static final int BINARY = 0x40;
    private static final int OBJECT_ID = 0x50;
    private static final int BOOLEAN = 0x58;
    private static final int DATE = 0x60;
    private static final int TIMESTAMP = 0x68;
    private static final int OTHER = 0x70;
    private static final int MAX_KEY = 0x7f;
    private static final int END = 0x00;

    private KeyBytes() {
    }

    static byte[] of(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(24);
        append(out, value);
        return out.toByteArray();
    }

    /** The smallest bytes that are greater than everything that starts with the prefix; null when there are none. */
    static byte[] successor(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xff) {
                byte[] next = Arrays.copyOf(prefix, last + 1);
                next[last]++;
                return next;
            }
        }
        return null;
    }

    static byte[] joined(byte[] first, byte[] second) {
        byte[] result = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, result, first.length, second.length);
        return result;
    }

    static byte[] inverted(byte[] bytes) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = (byte) ~bytes[i];
        }
        return result;
    }

    private static void append(ByteArrayOutputStream out, Object value) {
        out.write(typeOf(value));
        appendBody(out, value);
    }

    private static int typeOf(Object value) {
        if (Missing.isNullOrMissing(value)) {
            return NULL;
        } else if (value instanceof Number) {
            return NUMBER;
        } else if (value instanceof String) {
            return STRING;
        } else if (value instanceof ObjectId) {
            return OBJECT_ID;
        } else if (value instanceof Instant) {
            return DATE;
        } else if (value instanceof Boolean) {
            return BOOLEAN;
        } else if (value instanceof Map) {
            return DOCUMENT;
        } else if (value instanceof Collection<?> values) {
            return values.isEmpty() ? EMPTY_ARRAY : ARRAY;
        } else if (value instanceof BinData || value instanceof UUID || value instanceof LegacyUUID) {
            return BINARY;
        } else if (value instanceof BsonTimestamp) {
            return TIMESTAMP;
        } else if (value instanceof MinKey) {
            return MIN_KEY;
        } else if (value instanceof MaxKey) {
            return MAX_KEY;
        }
        return OTHER;
    }

    private static void appendBody(ByteArrayOutputStream out, Object value) {
        switch (typeOf(value)) {
            case NULL, EMPTY_ARRAY, MIN_KEY, MAX_KEY -> { }
            case NUMBER -> appendNumber(out, (Number) value);
            case STRING -> appendText(out, (String) value);
            case OBJECT_ID -> out.writeBytes(((ObjectId) value).toByteArray());
            case DATE -> appendLong(out, ((Instant) value).toEpochMilli() ^ Long.MIN_VALUE);
            case BOOLEAN -> out.write((Boolean) value ? 1 : 0);
            case DOCUMENT -> appendFields(out, (Map<?, ?>) value);
            case ARRAY -> {
                ((Collection<?>) value).forEach(element -> append(out, element));
                out.write(END);
            }
            case BINARY -> appendBinary(out, value);
            case TIMESTAMP -> appendLong(out, ((BsonTimestamp) value).getValue());
            default -> appendText(out, value.toString());
        }
    }

    private static void appendFields(ByteArrayOutputStream out, Map<?, ?> fields) {
        fields.forEach((name, value) -> {
            out.write(typeOf(value));
            appendText(out, name.toString());
            appendBody(out, value);
        });
        out.write(END);
    }

    /** As double, then what a 64-bit integer lost by that; NaN is below every other number, as in MongoDB. */
    private static void appendNumber(ByteArrayOutputStream out, Number value) {
        double number = value.doubleValue() + 0.0;
        if (Double.isNaN(number)) {
            appendLong(out, 0);
        } else {
            long bits = Double.doubleToLongBits(number);
            appendLong(out, bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
        }
        int rest = value instanceof Long exact ? (int) (exact - (long) number) : 0;
        out.write((rest + 0x8000) >>> 8);
        out.write(rest);
    }

    private static void appendText(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                out.write(bytes, from, i + 1 - from);
                out.write(0xff);
                from = i + 1;
            }
        }
        out.write(bytes, from, bytes.length - from);
        out.write(0);
        out.write(0);
    }

    private static void appendBinary(ByteArrayOutputStream out, Object value) {
        UUID uuid = value instanceof LegacyUUID legacy ? legacy.getUuid() : value instanceof UUID plain ? plain : null;
        byte[] data = uuid == null ? ((BinData) value).getData()
            : ByteBuffer.allocate(16).putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits()).array();
        out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        out.write(uuid == null ? 0 : value instanceof LegacyUUID ? 3 : 4);
        out.writeBytes(data);
    }

    private static void appendLong(ByteArrayOutputStream out, long value) {
        out.writeBytes(ByteBuffer.allocate(8).putLong(value).array());
    }
}
