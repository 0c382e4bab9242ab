package orbline.devmongo;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.DataType;

/** The maps of collections and indexes; their changes go to the journal. */
final class Storage {

    private static final String DATA = "databases.";
    private static final String INDEX = "index.";

    /** So many changes share one write of an index page. */
    private static final long SAVE_AT_BYTES = 4 << 20;
    /** Writers this far ahead of a save wait for it, because unsaved changes would fill the heap. */
    private static final long WAIT_AT_BYTES = 4 * SAVE_AT_BYTES;
    /** Share of the file that is in use, in percent, below which space is released. */
    private static final int FILL_RATE = 50;
    private static final int COMPACTED_BYTES = 1 << 19;

    private final MVStore store;
    private final Journal journal;
    /** True after maps were created, emptied or removed, which the journal does not record; guarded by the ledger's lock. */
    private boolean unjournaled;
    /** The save that runs concurrently with writers. */
    private CompletableFuture<Void> saved = CompletableFuture.completedFuture(null);

    /** Opens the maps of the store as they were when the last change was acknowledged. */
    Storage(MVStore store, Journal journal) {
        this.store = store;
        this.journal = journal;
        store.getMapNames().forEach(this::open);
        journal.replay(store.getStoreVersion(), store::getMap);
        save();
    }

    /** Full names of all collections. */
    Stream<String> collections() {
        return store.getMapNames().stream().filter(name -> name.startsWith(DATA)).map(name -> name.substring(DATA.length()));
    }

    MVMap<Object, byte[]> documents(String collection) {
        return open(DATA + collection, Codecs.POSITIONS, Codecs.DOCUMENTS);
    }

    MVMap<byte[], Object> index(String path) {
        return open(INDEX + path, Codecs.KEYS, Codecs.POSITIONS);
    }

    void remove(MVMap<?, ?> map) {
        store.removeMap(map);
        unjournaled = true;
    }

    long size() {
        return store.getFileStore().size();
    }

    /** Makes all changes durable; no writer may run, here and in the methods below. */
    void flush() {
        if (unjournaled) {
            save();
            return;
        }
        journal.append();
        if (saved.isDone() && journal.size() > SAVE_AT_BYTES) {
            saveBeside();
        } else if (journal.size() > WAIT_AT_BYTES) {
            awaitSaved();
        }
    }

    /** Releases some space of old versions; false when enough of the file is in use. */
    boolean compact() {
        awaitSaved();
        boolean isMoved = store.compact(FILL_RATE, COMPACTED_BYTES);
        if (isMoved) {
            save();
        }
        return isMoved;
    }

    void close() {
        save();
        store.close();
    }

    /**
     * Saves the new generation too, so that a start after a crash recognizes the old journal. Waits for the running save:
     * the store must not reuse the space of earlier pages before the new ones are written.
     */
    private void save() {
        awaitSaved();
        int generation = nextGeneration();
        store.commit();
        journal.begin(generation);
        unjournaled = false;
    }

    /**
     * Saves the current state concurrently with writers. Writers wait until the roots of the maps are recorded, not until
     * the pages are written. Before that, a start after a crash uses the earlier state and both journals.
     */
    private void saveBeside() {
        int generation = nextGeneration();
        if (store.tryCommit() < 0) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_INTERNAL, "the store was being saved already");
        }
        journal.begin(generation);
        saved = CompletableFuture.runAsync(this::awaitSaved);
    }

    private int nextGeneration() {
        int generation = store.getStoreVersion() + 1;
        store.setStoreVersion(generation);
        return generation;
    }

    private void awaitSaved() {
        store.executeFilestoreOperation(() -> { });
    }

    private void open(String name) {
        if (name.startsWith(DATA)) {
            documents(name.substring(DATA.length()));
        } else if (name.startsWith(INDEX)) {
            index(name.substring(INDEX.length()));
        }
    }

    private <K, V> MVMap<K, V> open(String name, DataType<? super K> keys, DataType<? super V> values) {
        unjournaled |= !store.hasMap(name);
        return store.openMap(name, new Builder<K, V>(this, keys, values));
    }

    private static final class Builder<K, V> extends MVMap.BasicBuilder<MVMap<K, V>, K, V> {
        private final Storage storage;

        Builder(Storage storage, DataType<? super K> keys, DataType<? super V> values) {
            this.storage = storage;
            setKeyType(keys);
            setValueType(values);
        }

        @Override
        protected MVMap<K, V> create(Map<String, Object> config) {
            return new JournaledMap<>(config, getKeyType(), getValueType(), storage);
        }
    }

    private static final class JournaledMap<K, V> extends MVMap<K, V> {
        private final Storage storage;

        JournaledMap(Map<String, Object> config, DataType<K> keys, DataType<V> values, Storage storage) {
            super(config, keys, values);
            this.storage = storage;
        }

        @Override
        public V put(K key, V value) {
            V before = super.put(key, value);
            storage.journal.record(this, key, value);
            return before;
        }

        @Override
        @SuppressWarnings("unchecked")
        public V remove(Object key) {
            V before = super.remove(key);
            storage.journal.record(this, (K) key, null);
            return before;
        }

        @Override
        public void clear() {
            super.clear();
            storage.unjournaled = true;
        }
    }
}
