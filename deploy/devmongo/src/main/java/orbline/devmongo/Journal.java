package orbline.devmongo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.WriteBuffer;

/**
 * The changes since the last save of the store: the new value of each written key, in order. A reply waits only for the
 * append; a save writes whole pages of every index. Two files alternate, because changes continue during a save. Each
 * file starts with its generation. A generation before the store's contains saved changes only. Later generations are
 * applied again in order, even if some of their changes were saved, because each change contains the whole value.
 */
final class Journal {

    private static final int FILE_HEADER = Long.BYTES;
    /** Length and checksum: a group that a crash cut short was never acknowledged. */
    private static final int GROUP_HEADER = 2 * Integer.BYTES;

    private FileChannel file;
    /** Contains the changes of the running save; unused after it. */
    private FileChannel other;
    /** The group that is appended next; guarded by the ledger's lock. Reused, because a new one takes a megabyte. */
    private final WriteBuffer group = new WriteBuffer();
    private long end;
    private boolean recording;

    Journal(Path path) {
        file = open(path);
        other = open(Path.of(path + ".2"));
    }

    /** Applies the changes of this and later generations again. */
    void replay(long generation, IntFunction<MVMap<?, ?>> mapOf) {
        Stream.of(contents(file), contents(other)).filter(all -> all.remaining() >= FILE_HEADER)
            .sorted(Comparator.comparingLong(all -> all.getLong(0)))
            .filter(all -> all.getLong() >= generation)
            .forEach(all -> replay(all, mapOf));
    }

    /**
     * Records further changes under this generation, in the file whose changes have been saved. After an error no
     * change may be acknowledged.
     */
    void begin(long generation) {
        recording = true;
        beginGroup();
        FileChannel before = file;
        file = other;
        other = before;
        try {
            file.truncate(0);
        } catch (IOException e) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_WRITING_FAILED, "Emptying the journal failed", e);
        }
        DataUtils.writeFully(file, 0, ByteBuffer.allocate(FILE_HEADER).putLong(generation).flip());
        end = FILE_HEADER;
    }

    /** Records a new value; null records a removal. */
    <K, V> void record(MVMap<K, V> map, K key, V value) {
        if (recording) {
            group.putVarInt(map.getId()).put((byte) (value == null ? 0 : 1));
            map.getKeyType().write(group, key);
            if (value != null) {
                map.getValueType().write(group, value);
            }
        }
    }

    /** Appends the recorded changes; after an error the next call repeats it at the same position. */
    void append() {
        ByteBuffer bytes = group.getBuffer().duplicate().flip();
        int length = bytes.limit() - GROUP_HEADER;
        if (length > 0) {
            bytes.putInt(0, length).putInt(Integer.BYTES, checksum(bytes.slice(GROUP_HEADER, length)));
            DataUtils.writeFully(file, end, bytes);
            end += bytes.limit();
            beginGroup();
        }
    }

    long size() {
        return end;
    }

    private static FileChannel open(Path path) {
        try {
            return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ByteBuffer contents(FileChannel file) {
        try {
            ByteBuffer all = ByteBuffer.allocate((int) file.size());
            DataUtils.readFully(file, 0, all);
            return all.rewind();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void replay(ByteBuffer groups, IntFunction<MVMap<?, ?>> mapOf) {
        while (isWhole(groups)) {
            int groupEnd = groups.position() + GROUP_HEADER + groups.getInt(groups.position());
            groups.position(groups.position() + GROUP_HEADER);
            while (groups.position() < groupEnd) {
                change(mapOf.apply(DataUtils.readVarInt(groups)), groups);
            }
        }
    }

    private static <K, V> void change(MVMap<K, V> map, ByteBuffer from) {
        boolean isRemoved = from.get() == 0;
        K key = map.getKeyType().read(from);
        if (isRemoved) {
            map.remove(key);
        } else {
            map.put(key, map.getValueType().read(from));
        }
    }

    private static boolean isWhole(ByteBuffer all) {
        int start = all.position();
        if (all.remaining() < GROUP_HEADER) {
            return false;
        }
        int length = all.getInt(start);
        return length > 0 && length <= all.remaining() - GROUP_HEADER
            && checksum(all.slice(start + GROUP_HEADER, length)) == all.getInt(start + Integer.BYTES);
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }

    private void beginGroup() {
        group.clear().putLong(0);
    }
}
