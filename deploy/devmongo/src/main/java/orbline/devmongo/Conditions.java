package orbline.devmongo;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.MaxKey;
import de.bwaldvogel.mongo.bson.MinKey;

/**
 * The conditions of a query on single fields that an index can serve. They may be weaker than the query, never stronger,
 * because every found document is matched against the whole query afterwards.
 */
final class Conditions {

    /** One side of a range; the value is never null. */
    record Bound(Object value, boolean inclusive) { }

    private final Map<String, List<Object>> equal = new HashMap<>();
    private final Map<String, Bound> lower = new HashMap<>();
    private final Map<String, Bound> upper = new HashMap<>();
    private final Set<String> excludedIds = new HashSet<>();

    Conditions(Document query) {
        read(query);
    }

    /** The values of which the field must have one; null when there is no such condition. */
    List<Object> equal(String field) {
        return equal.get(field);
    }

    Bound lower(String field) {
        return lower.get(field);
    }

    Bound upper(String field) {
        return upper.get(field);
    }

    boolean hasRange(String field) {
        return lower.containsKey(field) || upper.containsKey(field);
    }

    /** Documents that need not be read, because the query leaves out their _id. */
    boolean excludes(Object position) {
        return position instanceof String id && excludedIds.contains(id);
    }

    private void read(Document query) {
        query.forEach((field, value) -> {
            if (field.equals("$and") && value instanceof Collection<?> parts) {
                parts.stream().filter(Document.class::isInstance).forEach(part -> read((Document) part));
            } else if (!field.startsWith("$") && !BsonRegularExpression.isRegularExpression(value)) {
                readField(field, value);
            }
        });
    }

    private void readField(String field, Object value) {
        if (value instanceof Document operators && operators.keySet().stream().anyMatch(key -> key.startsWith("$"))) {
            operators.forEach((operator, operand) -> readOperator(field, operator, operand));
        } else {
            readEqual(field, List.of(Missing.ofNullable(value)));
        }
    }

    private void readOperator(String field, String operator, Object operand) {
        switch (operator) {
            case "$eq" -> readEqual(field, List.of(Missing.ofNullable(operand)));
            case "$in" -> readIn(field, operand);
            case "$nin" -> readExcluded(field, operand);
            case "$gt", "$gte" -> readBound(lower, field, operand, operator.equals("$gte"));
            case "$lt", "$lte" -> readBound(upper, field, operand, operator.equals("$lte"));
            default -> { }
        }
    }

    private void readIn(String field, Object operand) {
        if (operand instanceof Collection<?> values) {
            readEqual(field, values.stream().map(Missing::ofNullable).toList());
        }
    }

    private void readExcluded(String field, Object operand) {
        if (field.equals("_id") && operand instanceof Collection<?> values) {
            values.stream().filter(String.class::isInstance).map(String.class::cast).forEach(excludedIds::add);
        }
    }

    /** Null also matches fields that array elements on the path lack, so only undotted fields use an index for it. */
    private void readEqual(String field, List<Object> values) {
        boolean usable = values.stream().allMatch(value -> value instanceof Missing
            ? !field.contains(".")
            : !(value instanceof Collection) && !BsonRegularExpression.isRegularExpression(value));
        if (usable) {
            equal.putIfAbsent(field, values);
        }
    }

    private static void readBound(Map<String, Bound> bounds, String field, Object value, boolean inclusive) {
        boolean usable = !Missing.isNullOrMissing(value) && !(value instanceof Collection)
            && !(value instanceof MinKey) && !(value instanceof MaxKey);
        if (usable) {
            bounds.putIfAbsent(field, new Bound(value, inclusive));
        }
    }
}
