package orbline.devmongo;

import java.util.List;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractSynchronizedMongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;

/** One database: which maps of the store hold its collections and indexes. */
final class DevDatabase extends AbstractSynchronizedMongoDatabase<Object> {

    static final String DATA = "databases.";
    private static final String META = "meta.";
    private static final String INDEX = "index.";

    private final MVStore store;
    private final Ledger ledger;

    DevDatabase(String name, MVStore store, CursorRegistry cursors, Ledger ledger) {
        super(name, cursors);
        this.store = store;
        this.ledger = ledger;
        initializeNamespacesAndIndexes();
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(String name, CollectionOptions options) {
        return new DevCollection(this, name, options, dataMap(name), metaMap(name), cursorRegistry, ledger);
    }

    @Override
    protected Index<Object> openOrCreateUniqueIndex(String collection, String name, List<IndexKey> keys, boolean sparse) {
        return new OrderedIndex(indexMap(collection, name), name, keys, sparse, true);
    }

    @Override
    protected Index<Object> openOrCreateSecondaryIndex(String collection, String name, List<IndexKey> keys, boolean sparse) {
        return new OrderedIndex(indexMap(collection, name), name, keys, sparse, false);
    }

    @Override
    protected void dropIndex(MongoCollection<Object> collection, String name) {
        super.dropIndex(collection, name);
        store.removeMap(indexMap(collection.getCollectionName(), name));
    }

    @Override
    public void dropCollection(String name, Oplog oplog) {
        super.dropCollection(name, oplog);
        store.removeMap(dataMap(name));
        store.removeMap(metaMap(name));
    }

    @Override
    public void moveCollection(MongoDatabase from, MongoCollection<?> collection, String newName) {
        throw Refusals.notSupported("renameCollection");
    }

    @Override
    protected long getStorageSize() {
        return store.getFileStore().size();
    }

    @Override
    protected long getFileSize() {
        return getStorageSize();
    }

    private MVMap<Object, Document> dataMap(String collection) {
        return store.openMap(DATA + getFullCollectionNamespace(collection),
            new MVMap.Builder<Object, Document>().keyType(Codecs.POSITIONS).valueType(Codecs.DOCUMENTS));
    }

    private MVMap<String, Object> metaMap(String collection) {
        return store.openMap(META + getFullCollectionNamespace(collection));
    }

    private MVMap<byte[], Object> indexMap(String collection, String index) {
        return store.openMap(INDEX + getFullCollectionNamespace(collection) + "." + index,
            new MVMap.Builder<byte[], Object>().keyType(Codecs.KEYS).valueType(Codecs.POSITIONS));
    }
}
