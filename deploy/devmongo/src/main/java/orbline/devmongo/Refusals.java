package orbline.devmongo;

import java.util.List;
import java.util.Set;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.ErrorCode;
import de.bwaldvogel.mongo.exception.MongoServerError;

/** Commands and options that devmongo refuses, because callers would rely on an effect that it does not have. */
final class Refusals {

    private static final Set<String> SESSION_FIELDS = Set.of("lsid", "txnNumber", "startTransaction", "autocommit");
    private static final Set<String> SESSION_COMMANDS = Set.of("startSession", "endSessions", "refreshSessions",
        "killSessions", "commitTransaction", "abortTransaction");
    private static final Set<String> COLLECTION_OPTIONS = Set.of("validator", "viewOn", "timeseries", "collation",
        "clusteredIndex", "changeStreamPreAndPostImages");
    private static final Set<String> INDEX_OPTIONS = Set.of("partialFilterExpression", "collation", "wildcardProjection");
    private static final List<String> STATEMENTS = List.of("updates", "deletes");

    private Refusals() {
    }

    static void check(String command, Document query) {
        if (SESSION_COMMANDS.contains(command) || query.keySet().stream().anyMatch(SESSION_FIELDS::contains)) {
            throw notSupported("sessions and transactions");
        }
        if (query.get("readConcern") instanceof Document concern && "snapshot".equals(concern.get("level"))) {
            throw notSupported("read concern snapshot");
        }
        refuseAny(query, command.equals("create") ? COLLECTION_OPTIONS : Set.of("collation"));
        STATEMENTS.forEach(name -> documents(query, name).forEach(Refusals::checkStatement));
        if (query.get("update") instanceof List) {
            throw notSupported("pipeline updates");
        }
        documents(query, "pipeline").forEach(stage -> refuseAny(stage, Set.of("$changeStream")));
        documents(query, "indexes").forEach(Refusals::checkIndex);
    }

    static MongoServerError notSupported(String what) {
        return new MongoServerError(ErrorCode.IllegalOperation, "devmongo does not support " + what);
    }

    private static void checkStatement(Document statement) {
        refuseAny(statement, Set.of("collation"));
        if (statement.get("u") instanceof List) {
            throw notSupported("pipeline updates");
        }
    }

    private static void checkIndex(Document index) {
        refuseAny(index, INDEX_OPTIONS);
        if (index.get("key") instanceof Document key) {
            key.forEach((field, kind) -> {
                if (!(kind instanceof Number) || field.contains("$")) {
                    throw notSupported("index kind " + field + ": " + kind);
                }
            });
        }
    }

    private static void refuseAny(Document document, Set<String> names) {
        names.stream().filter(document::containsKey).findFirst().ifPresent(name -> {
            throw notSupported(name);
        });
    }

    private static List<Document> documents(Document query, String name) {
        return query.get(name) instanceof List<?> list
            ? list.stream().filter(Document.class::isInstance).map(Document.class::cast).toList() : List.of();
    }
}
