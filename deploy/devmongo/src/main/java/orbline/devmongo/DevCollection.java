package orbline.devmongo;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractSynchronizedMongoCollection;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;

/**
 * A collection as BSON by position. Each query parses the documents it finds, so the library may edit them and no reader
 * sees half an update. BSON takes a tenth of the heap of parsed objects.
 */
final class DevCollection extends AbstractSynchronizedMongoCollection<Object> {

    private final MVMap<Object, byte[]> documents;
    /** True while an update that changes one document runs; guarded by the write lock. */
    private boolean singleUpdate;

    DevCollection(MongoDatabase database, String name, CollectionOptions options, MVMap<Object, byte[]> documents,
                  CursorRegistry cursors) {
        super(database, name, options, cursors);
        this.documents = documents;
    }

    @Override
    public int count() {
        return documents.size();
    }

    @Override
    public boolean isEmpty() {
        return documents.isEmpty();
    }

    @Override
    protected Document getDocument(Object position) {
        return Codecs.decoded(documents.get(position));
    }

    @Override
    protected Object addDocumentInternal(Document document) {
        Object position = getIdField() == null ? UUID.randomUUID() : Missing.ofNullable(Utils.getSubdocumentValue(document, getIdField()));
        documents.put(position, Codecs.encoded(document));
        return position;
    }

    @Override
    protected void handleUpdate(Object position, Document before, Document after) {
        documents.put(position, Codecs.encoded(after));
    }

    @Override
    protected void removeDocument(Object position) {
        documents.remove(position);
    }

    @Override
    public void addIndex(Index<Object> index) {
        boolean isNew = index.isEmpty();
        try {
            super.addIndex(index);
        } catch (RuntimeException e) {
            if (isNew) {
                index.drop();
            }
            throw e;
        }
    }

    @Override
    public synchronized Document updateDocuments(Document selector, Document update, ArrayFilters arrayFilters,
                                                 boolean isMulti, boolean isUpsert, Oplog oplog) {
        singleUpdate = !isMulti;
        try {
            return super.updateDocuments(selector, update, arrayFilters, isMulti, isUpsert, oplog);
        } finally {
            singleUpdate = false;
        }
    }

    @Override
    protected QueryResult queryDocuments(Document query, Document orderBy, int skip, int limit, int batchSize,
                                         Document projection) {
        int most = singleUpdate ? 1 : limit;
        if (orderBy != null && orderBy.containsKey("$natural")) {
            return matchDocuments(query, orderBy, skip, most, batchSize, projection);
        }
        Optional<IndexScan> scan = bestScan(query, orderBy, most > 0);
        Stream<Document> candidates = scan.map(IndexScan::positions)
            .or(() -> branchPositions(query))
            .map(positions -> positions.map(this::getDocument))
            .orElseGet(() -> all(false));
        Comparator<Document> order = scan.filter(IndexScan::isOrdered).isPresent() ? null : SortOrder.of(orderBy);
        return matchDocumentsFromStream(query, candidates, skip, most, batchSize, order, projection);
    }

    /** The chosen way to find the documents, in the shape of MongoDB's winning plan. */
    Document explain(Document query, Document orderBy, boolean limited) {
        return bestScan(query, orderBy, limited)
            .map(scan -> new Document("stage", "FETCH").append("inputStage", scan.explain()))
            .orElseGet(() -> new Document("stage", branchPositions(query).isPresent() ? "OR" : "COLLSCAN"));
    }

    private Optional<IndexScan> bestScan(Document query, Document orderBy, boolean limited) {
        Conditions conditions = new Conditions(query);
        return getIndexes().stream()
            .map(index -> new IndexScan((OrderedIndex) index, conditions, orderBy))
            .filter(scan -> scan.score(limited) > 0)
            .max(Comparator.comparingInt(scan -> scan.score(limited)));
    }

    /** Indexes serve an `$or` when they serve each of its branches. */
    private Optional<Stream<Object>> branchPositions(Document query) {
        if (!(query.get("$or") instanceof List<?> branches)) {
            return Optional.empty();
        }
        List<Stream<Object>> found = branches.stream().filter(Document.class::isInstance)
            .flatMap(branch -> bestScan((Document) branch, null, false).map(IndexScan::positions).stream()).toList();
        return found.size() == branches.size() ? Optional.of(found.stream().flatMap(Function.identity()).distinct()) : Optional.empty();
    }

    @Override
    protected QueryResult matchDocuments(Document query, Document orderBy, int skip, int limit, int batchSize,
                                         Document projection) {
        return matchDocumentsFromStream(query, all(isNaturalDescending(orderBy)), skip, limit, batchSize, null, projection);
    }

    @Override
    protected Stream<DocumentWithPosition<Object>> streamAllDocumentsWithPosition() {
        return documents.entrySet().stream()
            .map(entry -> new DocumentWithPosition<>(Codecs.decoded(entry.getValue()), entry.getKey()));
    }

    /** In ascending or descending order of _id. */
    private Stream<Document> all(boolean reverse) {
        Cursor<Object, byte[]> cursor = documents.cursor(reverse ? documents.lastKey() : null, null, reverse);
        Iterable<Object> positions = () -> cursor;
        return StreamSupport.stream(positions.spliterator(), false).map(position -> Codecs.decoded(cursor.getValue()));
    }

    @Override
    protected void updateDataSize(int sizeDelta) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected int getDataSize() {
        return 0;
    }

    @Override
    protected boolean tracksDataSize() {
        return false;
    }
}
