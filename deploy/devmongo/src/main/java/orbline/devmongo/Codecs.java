package orbline.devmongo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Keys and values in the file, as BSON. */
final class Codecs {

    private static final byte BSON_STRING = 0x02;
    /** Where the text begins in the BSON of a document of one string without a name, and how long the rest is. */
    private static final int TEXT_AT = 10;
    private static final int TEXT_AROUND = 12;

    /** Whole documents as received; they begin with their length. */
    static final BasicDataType<byte[]> DOCUMENTS = new BasicDataType<>() {
        @Override
        public int getMemory(byte[] document) {
            return 24 + document.length;
        }

        @Override
        public void write(WriteBuffer buffer, byte[] document) {
            buffer.put(document);
        }

        @Override
        public byte[] read(ByteBuffer buffer) {
            byte[] document = new byte[Integer.reverseBytes(buffer.getInt(buffer.position()))];
            buffer.get(document);
            return document;
        }

        @Override
        public byte[][] createStorage(int size) {
            return new byte[size][];
        }
    };

    /** Positions of documents, that is their _id; ordered as MongoDB orders values. */
    static final BasicDataType<Object> POSITIONS = new BasicDataType<>() {
        @Override
        public int compare(Object a, Object b) {
            if (a instanceof String first && b instanceof String second) {
                return first.compareTo(second);
            } else if (a instanceof ObjectId first && b instanceof ObjectId second) {
                return first.compareTo(second);
            }
            return Arrays.compareUnsigned(KeyBytes.of(a), KeyBytes.of(b));
        }

        @Override
        public int getMemory(Object position) {
            return position instanceof String text ? 56 + text.length() : 64;
        }

        /** As BSON; encodes a string, the usual case, without a document. */
        @Override
        public void write(WriteBuffer buffer, Object position) {
            if (position instanceof String text) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                buffer.putInt(Integer.reverseBytes(TEXT_AROUND + bytes.length)).put(BSON_STRING).put((byte) 0)
                    .putInt(Integer.reverseBytes(bytes.length + 1)).put(bytes).put((byte) 0).put((byte) 0);
            } else {
                buffer.put(encoded(new Document("", position instanceof Missing ? null : position)));
            }
        }

        @Override
        public Object read(ByteBuffer buffer) {
            int start = buffer.position();
            if (buffer.get(start + Integer.BYTES) == BSON_STRING) {
                byte[] bytes = new byte[Integer.reverseBytes(buffer.getInt(start)) - TEXT_AROUND];
                buffer.get(start + TEXT_AT, bytes).position(start + TEXT_AROUND + bytes.length);
                return new String(bytes, StandardCharsets.UTF_8);
            }
            return Missing.ofNullable(decoded(DOCUMENTS.read(buffer)).get(""));
        }

        @Override
        public Object[] createStorage(int size) {
            return new Object[size];
        }
    };

    static final BasicDataType<byte[]> KEYS = new BasicDataType<>() {
        @Override
        public int compare(byte[] a, byte[] b) {
            return Arrays.compareUnsigned(a, b);
        }

        @Override
        public int getMemory(byte[] key) {
            return 24 + key.length;
        }

        @Override
        public void write(WriteBuffer buffer, byte[] key) {
            buffer.putVarInt(key.length).put(key);
        }

        @Override
        public byte[] read(ByteBuffer buffer) {
            byte[] key = new byte[DataUtils.readVarInt(buffer)];
            buffer.get(key);
            return key;
        }

        @Override
        public byte[][] createStorage(int size) {
            return new byte[size][];
        }
    };

    private Codecs() {
    }

    static byte[] encoded(Document document) {
        ByteBuf bytes = Unpooled.buffer();
        BsonEncoder.encodeDocument(document, bytes);
        return Arrays.copyOf(bytes.array(), bytes.readableBytes());
    }

    static Document decoded(byte[] bytes) {
        return new BsonReader(bytes).document();
    }
}
