package orbline.devmongo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

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

    private static final Document OK = new Document("ok", 1.0);

    private final Storage storage;

    DevDatabase(String name, Storage storage, CursorRegistry cursors) {
        super(name, cursors);
        this.storage = storage;
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
        return new DevCollection(this, name, options, storage.documents(fullName(name)), cursorRegistry);
    }

    @Override
    protected Index<Object> openOrCreateUniqueIndex(String collection, String name, List<IndexKey> keys, boolean sparse) {
        return new OrderedIndex(storage.index(indexPath(collection, name)), name, keys, sparse, true);
    }

    @Override
    protected Index<Object> openOrCreateSecondaryIndex(String collection, String name, List<IndexKey> keys, boolean sparse) {
        return new OrderedIndex(storage.index(indexPath(collection, name)), name, keys, sparse, false);
    }

    @Override
    protected void dropIndex(MongoCollection<Object> collection, String name) {
        super.dropIndex(collection, name);
        storage.remove(storage.index(indexPath(collection.getCollectionName(), name)));
    }

    @Override
    public void dropCollection(String name, Oplog oplog) {
        super.dropCollection(name, oplog);
        storage.remove(storage.documents(fullName(name)));
    }

    @Override
    public void moveCollection(MongoDatabase from, MongoCollection<?> collection, String newName) {
        throw Refusals.notSupported("renameCollection");
    }

    @Override
    protected long getStorageSize() {
        return storage.size();
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

    private String fullName(String collection) {
        return getFullCollectionNamespace(collection);
    }

    private String indexPath(String collection, String index) {
        return fullName(collection) + "." + index;
    }
}
