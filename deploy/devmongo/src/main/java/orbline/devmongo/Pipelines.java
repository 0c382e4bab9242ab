package orbline.devmongo;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.QueryParameters;
import de.bwaldvogel.mongo.backend.aggregation.Aggregation;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;

/** Runs an aggregation whose first $match, $sort and $limit go through the indexes; the library scans for them. */
final class Pipelines {

    private Pipelines() {
    }

    static Document run(Document query, MongoDatabase database, MongoCollection<?> collection, DatabaseResolver resolver,
                        Oplog oplog) {
        List<Document> rest = new ArrayList<>(Aggregation.parse(query.get("pipeline")));
        Document match = (Document) takeFirst(rest, "$match");
        Document sort = (Document) takeFirst(rest, "$sort");
        Number limit = (Number) takeFirst(rest, "$limit");
        Aggregation aggregation = Aggregation.fromPipeline(rest, resolver, database, collection, oplog);
        aggregation.validate(query);
        List<Document> result = List.of();
        if (collection != null) {
            Document selector = new Document("$query", match == null ? new Document() : match).append("$orderby", sort);
            QueryParameters first = new QueryParameters(selector, 0, limit == null ? 0 : limit.intValue());
            result = aggregation.runStages(stream(collection.handleQuery(first)));
        }
        Document cursor = new Document("id", 0L)
            .append("ns", database.getDatabaseName() + "." + query.get("aggregate"))
            .append("firstBatch", result);
        return new Document("cursor", cursor).append("ok", 1.0);
    }

    private static Object takeFirst(List<Document> stages, String name) {
        boolean isFirst = !stages.isEmpty() && stages.get(0).keySet().equals(Set.of(name));
        return isFirst ? stages.remove(0).get(name) : null;
    }

    private static Stream<Document> stream(Iterable<Document> documents) {
        return StreamSupport.stream(documents.spliterator(), false);
    }
}
