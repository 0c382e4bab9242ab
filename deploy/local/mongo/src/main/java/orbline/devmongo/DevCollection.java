package orbline.devmongo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.h2.mvstore.MVMap;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;

/** A collection that never changes a stored document in place, and finds documents through its indexes. */
final class DevCollection extends H2Collection {

    private final MVMap<Object, Document> documents;
    private final Ledger ledger;
    /** True while an update that changes one document runs; guarded by the write lock. */
    private boolean singleUpdate;

    DevCollection(MongoDatabase database, String name, CollectionOptions options, MVMap<Object, Document> documents,
                  MVMap<String, Object> meta, CursorRegistry cursors, Ledger ledger) {
        super(database, name, options, documents, meta, cursors);
        this.documents = documents;
        this.ledger = ledger;
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
        QueryResult found = find(query, orderBy, skip, singleUpdate ? 1 : limit, batchSize, projection);
        return ledger.isWriting() ? copyOf(found) : found;
    }

    private QueryResult find(Document query, Document orderBy, int skip, int limit, int batchSize, Document projection) {
        if (orderBy != null && orderBy.containsKey("$natural")) {
            return matchDocuments(query, orderBy, skip, limit, batchSize, projection);
        }
        Optional<IndexScan> scan = bestScan(query, orderBy, limit > 0);
        Stream<Document> candidates = scan.map(IndexScan::positions)
            .or(() -> branchPositions(query))
            .map(positions -> positions.map(documents::get))
            .orElseGet(() -> documents.values().stream());
        Comparator<Document> order = scan.filter(IndexScan::isOrdered).isPresent() ? null : SortOrder.of(orderBy);
        return matchDocumentsFromStream(query, candidates, skip, limit, batchSize, order, projection);
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

    /** A query of alternatives is served by indexes when each alternative is. */
    private Optional<Stream<Object>> branchPositions(Document query) {
        if (!(query.get("$or") instanceof List<?> branches)) {
            return Optional.empty();
        }
        List<Stream<Object>> found = branches.stream().filter(Document.class::isInstance)
            .flatMap(branch -> bestScan((Document) branch, null, false).map(IndexScan::positions).stream()).toList();
        return found.size() == branches.size() ? Optional.of(found.stream().flatMap(Function.identity()).distinct()) : Optional.empty();
    }

    /** The library edits what it finds; readers may still be sending the stored document. */
    private static QueryResult copyOf(QueryResult found) {
        List<Document> copies = new ArrayList<>();
        found.forEach(document -> copies.add(document.cloneDeeply()));
        return new QueryResult(copies);
    }

    @Override
    protected boolean tracksDataSize() {
        return false;
    }
}
