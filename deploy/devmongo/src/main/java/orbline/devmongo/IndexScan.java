package orbline.devmongo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;

/**
 * How one index serves one query: equality on leading fields, a range on the next one, and the order when the
 * sort continues the index.
 */
final class IndexScan {

    private record Span(byte[] from, byte[] to) { }

    private static final int MAX_SPANS = 2_000;
    private static final byte[] START = {0};

    private final OrderedIndex index;
    private final Conditions conditions;
    private final List<IndexKey> fields;
    private final List<Span> spans = new ArrayList<>();
    private int equalFields;
    private boolean hasRange;
    private boolean excludesMissing;
    private boolean ordered;
    private boolean reverse;

    IndexScan(OrderedIndex index, Conditions conditions, Document orderBy) {
        this.index = index;
        this.conditions = conditions;
        this.fields = index.getKeys();
        readConditions();
        readOrder(orderBy);
    }

    /** How well it serves, 0 = not at all; a lookup by all keys of a unique index beats everything. */
    int score(boolean limited) {
        if (index.isSparse() && !excludesMissing || fields.stream().anyMatch(field -> hasNumber(field.getKey()))) {
            return 0;
        } else if (index.isUnique() && equalFields == fields.size()) {
            return Integer.MAX_VALUE;
        }
        int order = ordered ? (limited ? 3 : 1) : 0;
        boolean useful = equalFields > 0 || hasRange || ordered && limited;
        return useful ? 4 * equalFields + (hasRange ? 2 : 0) + order : 0;
    }

    boolean isOrdered() {
        return ordered;
    }

    Document explain() {
        return new Document("stage", "IXSCAN").append("indexName", index.getName())
            .append("equalFields", equalFields).append("range", hasRange).append("sorted", ordered);
    }

    Stream<Object> positions() {
        Stream<Object> found = spans.stream().flatMap(span -> index.scan(span.from, span.to, reverse))
            .filter(position -> !conditions.excludes(position));
        return spans.size() > 1 || index.isMultikey() ? found.distinct() : found;
    }

    private void readConditions() {
        List<byte[]> prefixes = List.of(new byte[0]);
        for (IndexKey field : fields) {
            List<Object> values = conditions.equal(field.getKey());
            if (values == null || (long) values.size() * prefixes.size() > MAX_SPANS) {
                readRange(prefixes, field);
                return;
            }
            prefixes = extended(prefixes, field, values);
            equalFields++;
            excludesMissing |= values.stream().noneMatch(Missing.class::isInstance);
        }
        prefixes.forEach(prefix -> spans.add(new Span(prefix, KeyBytes.successor(prefix))));
    }

    private static List<byte[]> extended(List<byte[]> prefixes, IndexKey field, List<Object> values) {
        List<byte[]> longer = new ArrayList<>();
        for (byte[] prefix : prefixes) {
            values.forEach(value -> longer.add(KeyBytes.joined(prefix, IndexEntries.fieldBytes(field, value))));
        }
        return longer;
    }

    private void readRange(List<byte[]> prefixes, IndexKey field) {
        if (!conditions.hasRange(field.getKey())) {
            prefixes.forEach(prefix -> spans.add(new Span(prefix.length == 0 ? START : prefix, KeyBytes.successor(prefix))));
            return;
        }
        hasRange = true;
        excludesMissing = true;
        KeyRange range = KeyRange.of(conditions.lower(field.getKey()), conditions.upper(field.getKey()));
        KeyRange inIndex = field.isAscending() ? range : range.inverted();
        prefixes.forEach(prefix -> spans.add(new Span(inIndex.from(prefix), inIndex.to(prefix))));
    }

    /** The keys of a non-unique index end with _id, so a sort may end with it too. */
    private void readOrder(Document orderBy) {
        if (orderBy == null || orderBy.isEmpty() || spans.size() != 1 || index.isMultikey()) {
            return;
        }
        List<IndexKey> order = new ArrayList<>(fields);
        if (!index.isUnique()) {
            order.add(new IndexKey("_id", true));
        }
        int position = equalFields;
        Boolean backwards = null;
        for (String field : orderBy.keySet()) {
            if (isPinned(field)) {
                continue;
            }
            if (position == order.size() || !order.get(position).getKey().equals(field)) {
                return;
            }
            boolean against = order.get(position++).isAscending() != ((Number) orderBy.get(field)).intValue() > 0;
            if (backwards != null && backwards != against) {
                return;
            }
            backwards = against;
        }
        ordered = true;
        reverse = backwards != null && backwards;
    }

    private boolean isPinned(String field) {
        return fields.subList(0, equalFields).stream().anyMatch(key -> key.getKey().equals(field));
    }

    /** A number in a path may be a position in an array, which the index does not know. */
    private static boolean hasNumber(String path) {
        return path.matches("(.*\\.)?\\d+(\\..*)?");
    }
}
