package orbline.devmongo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntFunction;
import java.util.zip.CRC32;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.WriteBuffer;

/**
 * What was changed since the store was last saved: the new value of each key that was written, in order. Appending
 * to it is all that a reply waits for; saving would write whole pages of every index. The file starts with its
 * generation. A journal of another generation than the store's belongs to changes that were saved.
 */
final class Journal {

    private static final int FILE_HEADER = Long.BYTES;
    /** Length and checksum: a group that a crash cut short was never acknowledged. */
    private static final int GROUP_HEADER = 2 * Integer.BYTES;

    private final FileChannel file;
    /** The group that is appended next; guarded by the ledger's lock. */
    private WriteBuffer group = newGroup();
    private long end;
    private boolean recording;

    Journal(Path path) {
        try {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does the changes of this generation again. */
    void replay(long generation, IntFunction<MVMap<?, ?>> mapOf) {
        try {
            ByteBuffer all = ByteBuffer.allocate((int) file.size());
            DataUtils.readFully(file, 0, all);
            all.rewind();
            if (all.remaining() < FILE_HEADER || all.getLong() != generation) {
                return;
            }
            while (isWhole(all)) {
                int groupEnd = all.position() + GROUP_HEADER + all.getInt(all.position());
                all.position(all.position() + GROUP_HEADER);
                while (all.position() < groupEnd) {
                    change(mapOf.apply(DataUtils.readVarInt(all)), all);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forgets everything; from now on changes are recorded under this generation. */
    void restart(long generation) {
        recording = true;
        group = newGroup();
        try {
            file.truncate(0);
            end = file.write(ByteBuffer.allocate(FILE_HEADER).putLong(generation).flip(), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records a new value, or the removal when there is none. */
    <K, V> void record(MVMap<K, V> map, K key, V value) {
        if (recording) {
            group.putVarInt(map.getId()).put((byte) (value == null ? 0 : 1));
            map.getKeyType().write(group, key);
            if (value != null) {
                map.getValueType().write(group, value);
            }
        }
    }

    /** Appends what was recorded; after an error the next call does it again in the same place. */
    void append() {
        ByteBuffer bytes = group.getBuffer().duplicate().flip();
        int length = bytes.limit() - GROUP_HEADER;
        if (length > 0) {
            bytes.putInt(0, length).putInt(Integer.BYTES, checksum(bytes.slice(GROUP_HEADER, length)));
            DataUtils.writeFully(file, end, bytes);
            end += bytes.limit();
            group = newGroup();
        }
    }

    long size() {
        return end;
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

    private static WriteBuffer newGroup() {
        WriteBuffer group = new WriteBuffer();
        group.putLong(0);
        return group;
    }
}
