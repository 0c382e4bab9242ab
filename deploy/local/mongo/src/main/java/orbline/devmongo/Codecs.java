package orbline.devmongo;

import java.nio.ByteBuffer;
import java.util.Arrays;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** How keys and values lie in the file: BSON, a fraction of Java serialisation in size and time. */
final class Codecs {

    /** A decoded document takes about this many times its BSON size on the heap. */
    private static final int HEAP_FACTOR = 4;

    static final BasicDataType<Document> DOCUMENTS = new BasicDataType<>() {
        @Override
        public int getMemory(Document document) {
            return 64 + HEAP_FACTOR * encoded(document).readableBytes();
        }

        @Override
        public void write(WriteBuffer buffer, Document document) {
            put(buffer, encoded(document));
        }

        @Override
        public Document read(ByteBuffer buffer) {
            return BsonDecoder.decodeBson(take(buffer));
        }

        @Override
        public Document[] createStorage(int size) {
            return new Document[size];
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

        @Override
        public void write(WriteBuffer buffer, Object position) {
            put(buffer, encoded(new Document("", position instanceof Missing ? null : position)));
        }

        @Override
        public Object read(ByteBuffer buffer) {
            return Missing.ofNullable(BsonDecoder.decodeBson(take(buffer)).get(""));
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

    private static ByteBuf encoded(Document document) {
        ByteBuf bytes = Unpooled.buffer();
        BsonEncoder.encodeDocument(document, bytes);
        return bytes;
    }

    private static void put(WriteBuffer buffer, ByteBuf bytes) {
        buffer.put(bytes.array(), 0, bytes.readableBytes());
    }

    private static ByteBuf take(ByteBuffer buffer) {
        int length = Integer.reverseBytes(buffer.getInt(buffer.position()));
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return Unpooled.wrappedBuffer(bytes);
    }
}
