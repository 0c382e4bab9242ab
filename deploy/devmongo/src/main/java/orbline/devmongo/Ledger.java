package orbline.devmongo;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

import org.h2.mvstore.MVStoreException;

/**
 * Orders all access to the storage: concurrent readers, one writer at a time, and no reply to a writer before its
 * changes are in a file. Waiting writers share one flush.
 */
final class Ledger {

    /** Maximum number of compactions after a write, because a small file may never be full enough. */
    private static final int COMPACTION_STEPS = 20;

    private final Storage storage;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private final Object flushTurn = new Object();
    /** Number of finished writes; guarded by the write lock. */
    private long written;
    /** Number of writes known to be in a file; guarded by flushTurn. */
    private long flushed;
    /** Number of writes at the last decision about compaction; guarded by the write lock, like the next field. */
    private long writtenBefore;
    private int stepsLeft;

    Ledger(Storage storage) {
        this.storage = storage;
    }

    <T> T read(Supplier<T> action) {
        lock.readLock().lock();
        try {
            return action.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    <T> T write(Supplier<T> action) {
        try {
            return flushed(action);
        } catch (VirtualMachineError | MVStoreException e) { // an incomplete write, or the store has failed
            halt(e);
            throw e;
        }
    }

    /** Releases space of old versions in steps and only without writers, because each step blocks them. */
    void compact() {
        lock.writeLock().lock();
        try {
            boolean isQuiet = written == writtenBefore;
            writtenBefore = written;
            if (!isQuiet) {
                stepsLeft = COMPACTION_STEPS;
            } else if (stepsLeft > 0) {
                stepsLeft = storage.compact() ? stepsLeft - 1 : 0;
            }
        } catch (MVStoreException e) {
            halt(e);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Lets running commands finish, then closes the files; later commands wait forever. */
    void close() {
        lock.writeLock().lock();
        storage.close();
    }

    private <T> T flushed(Supplier<T> action) {
        long mine;
        lock.writeLock().lock();
        try {
            return action.get();
        } finally {
            mine = ++written;
            lock.writeLock().unlock();
            awaitFlush(mine);
        }
    }

    private static void halt(Throwable e) {
        System.err.println("devmongo: " + e + ", stopping");
        Runtime.getRuntime().halt(1);
    }

    /** A flush excludes writers, because it could save half a command; readers may continue. */
    private void awaitFlush(long mine) {
        synchronized (flushTurn) {
            if (flushed >= mine) {
                return;
            }
            lock.readLock().lock();
            try {
                long upTo = written;
                storage.flush();
                flushed = upTo;
            } finally {
                lock.readLock().unlock();
            }
        }
    }
}
