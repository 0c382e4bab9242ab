package orbline.devmongo;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

import org.h2.mvstore.MVStore;

/**
 * Orders all access to the store: readers side by side, one writer at a time, and no writer's reply before
 * its changes are in the file. Writers that wait at the same time share one commit.
 */
final class Ledger {

    private final MVStore store;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private final Object commitTurn = new Object();
    /** Number of finished writes; guarded by the write lock. */
    private long written;
    /** Number of writes known to be in the file; guarded by commitTurn. */
    private long committed;
    /** Number of writes at the last compaction; guarded by the write lock. */
    private long compacted;

    Ledger(MVStore store) {
        this.store = store;
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
        long mine;
        lock.writeLock().lock();
        try {
            return action.get();
        } catch (VirtualMachineError e) { // out of memory in the middle of a write: what is saved must stay whole
            System.err.println("devmongo: " + e + ", stopping");
            Runtime.getRuntime().halt(1);
            throw e;
        } finally {
            mine = ++written;
            lock.writeLock().unlock();
            awaitCommit(mine);
        }
    }

    boolean isWriting() {
        return lock.isWriteLockedByCurrentThread();
    }

    /** Gives back space of old versions; a no-op when nothing changed since the last call. */
    void compact(int maxMillis) {
        lock.writeLock().lock();
        try {
            if (compacted != written) {
                store.compactFile(maxMillis);
                compacted = written;
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Lets running commands finish, then closes the file; later commands wait for ever. */
    void close() {
        lock.writeLock().lock();
        store.close();
    }

    /** A commit needs writers out, or it could save half a command; readers do no harm. */
    private void awaitCommit(long mine) {
        synchronized (commitTurn) {
            if (committed >= mine) {
                return;
            }
            lock.readLock().lock();
            try {
                long upTo = written;
                store.commit();
                committed = upTo;
            } finally {
                lock.readLock().unlock();
            }
        }
    }
}
