package orbline.devmongo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.bson.Document;

/** Corrects responses of the library that differ from MongoDB's and that callers rely on. */
final class CommandRules {

    private CommandRules() {
    }

    /** An ordered update stops at its first error; the library continues. */
    static Document update(Document query, UnaryOperator<Document> run) {
        List<?> statements = (List<?>) query.get("updates");
        if (!isOrdered(query) || statements.size() < 2) {
            return run.apply(query);
        }
        int matched = 0;
        int modified = 0;
        List<Document> upserted = new ArrayList<>();
        List<Document> errors = new ArrayList<>();
        for (int i = 0; i < statements.size() && errors.isEmpty(); i++) {
            Document single = query.clone();
            single.put("updates", List.of(statements.get(i)));
            Document reply = run.apply(single);
            matched += ((Number) reply.get("n")).intValue();
            modified += ((Number) reply.get("nModified")).intValue();
            collect(reply, "upserted", i, upserted);
            collect(reply, "writeErrors", i, errors);
        }
        Document reply = new Document("n", matched).append("nModified", modified);
        if (!upserted.isEmpty()) {
            reply.put("upserted", upserted);
        }
        if (!errors.isEmpty()) {
            reply.put("writeErrors", errors);
        }
        return reply.append("ok", 1.0);
    }

    /** The number of inserted documents; the library reports the number of received ones. */
    static Document insert(Document query, Document reply) {
        if (reply.get("writeErrors") instanceof List<?> errors && !errors.isEmpty()) {
            int sent = ((List<?>) query.get("documents")).size();
            Object first = ((Document) errors.get(0)).get("index");
            reply.put("n", isOrdered(query) ? first : (Object) (sent - errors.size()));
        }
        return reply;
    }

    /** Only the collections that match the filter; the library ignores it. */
    static Document listCollections(Document query, Document reply) {
        if (query.get("filter") instanceof Document filter) {
            Document cursor = (Document) reply.get("cursor");
            cursor.put("firstBatch", ((List<?>) cursor.get("firstBatch")).stream()
                .filter(collection -> new DefaultQueryMatcher().matches((Document) collection, filter)).toList());
        }
        return reply;
    }

    private static boolean isOrdered(Document query) {
        return !Boolean.FALSE.equals(query.get("ordered"));
    }

    private static void collect(Document reply, String field, int index, List<Document> into) {
        if (reply.get(field) instanceof List<?> entries) {
            entries.forEach(entry -> into.add(((Document) entry).append("index", index)));
        }
    }
}
