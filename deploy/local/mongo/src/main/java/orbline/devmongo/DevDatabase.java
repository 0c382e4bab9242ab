package orbline.devmongo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractSynchronizedMongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.IndexNotFoundException;
import de.bwaldvogel.mongo.oplog.Oplog;
import io.netty.channel.Channel;

/** One database: which maps of the store hold its collections and indexes. */
final class DevDatabase extends AbstractSynchronizedMongoDatabase<Object> {

    static final String DATA = "databases.";
    private static final String META = "meta.";
    private static final String INDEX = "index.";
    private static final Document OK = new Document("ok", 1.0);

    private final MVStore store;
    private final Ledger ledger;

    DevDatabase(String name, MVStore store, CursorRegistry cursors, Ledger ledger) {
        super(name, cursors);
        this.store = store;
        this.ledger = ledger;
        initializeNamespacesAndIndexes();
    }

    @Override
    public Document handleCommand(Channel channel, String command, Document query, DatabaseResolver resolver, Oplog oplog) {
        UnaryOperator<Document> run = request -> super.handleCommand(channel, command, request, resolver, oplog);
        return switch (command) {
            case "update" -> CommandRules.update(query, run);
            case "insert" -> CommandRules.insert(query, run.apply(query));
            case "listCollections" -> CommandRules.listCollections(query, run.apply(query));
            case "aggregate" -> Pipelines.run(query, this, existing(query.get(command)), resolver, oplog);
            case "dropIndexes" -> dropIndexes(existing(query.get(command)), query.get("index"));
            case "explain" -> explain((Document) query.get(command));
            case "drop" -> existing(query.get(command)) == null ? OK.clone() : run.apply(query);
            default -> run.apply(query);
        };
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

    private MongoCollection<Object> existing(Object name) {
        return resolveCollection(name.toString(), false);
    }

    private Document explain(Document find) {
        DevCollection collection = (DevCollection) existing(find.get("find"));
        Document filter = (Document) find.getOrDefault("filter", new Document());
        Document plan = collection == null ? new Document("stage", "EOF")
            : collection.explain(filter, (Document) find.get("sort"), find.containsKey("limit"));
        return OK.clone().append("queryPlanner", new Document("winningPlan", plan));
    }

    /** The library would forget indexes of the same name on other collections. */
    private Document dropIndexes(MongoCollection<Object> collection, Object which) {
        if (collection != null) {
            Document own = new Document("ns", collection.getFullName());
            List<Document> chosen = new ArrayList<>();
            indexes.get().handleQuery(own).forEach(index -> {
                boolean isChosen = "*".equals(which) ? !isPrimaryKeyIndex((Document) index.get("key"))
                    : index.get(which instanceof Document ? "key" : "name").equals(which);
                if (isChosen) {
                    chosen.add(index);
                }
            });
            if (chosen.isEmpty() && !"*".equals(which)) {
                throw new IndexNotFoundException("index not found with name [" + which + "]");
            }
            chosen.forEach(index -> {
                dropIndex(collection, (String) index.get("name"));
                indexes.get().deleteDocuments(own.clone().append("name", index.get("name")), 1);
            });
        }
        return OK.clone();
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
