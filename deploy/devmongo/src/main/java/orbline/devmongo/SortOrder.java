package orbline.devmongo;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;

/**
 * The order of the indexes, so that a sort does not depend on the plan. An array sorts by its smallest element, in
 * descending order by its greatest. The library's comparator contradicts itself on arrays.
 */
final class SortOrder {

    private SortOrder() {
    }

    /** Null when there is nothing to sort by. */
    static Comparator<Document> of(Document orderBy) {
        if (orderBy == null || orderBy.isEmpty() || orderBy.containsKey("$natural")) {
            return null;
        }
        return orderBy.keySet().stream()
            .map(field -> byField(field, ((Number) orderBy.get(field)).intValue() > 0))
            .reduce(Comparator::thenComparing).orElseThrow();
    }

    private static Comparator<Document> byField(String field, boolean isAscending) {
        Comparator<byte[]> order = isAscending ? Arrays::compareUnsigned : (a, b) -> Arrays.compareUnsigned(b, a);
        return Comparator.comparing(document -> first(Utils.getSubdocumentValueCollectionAware(document, field), order), order);
    }

    private static byte[] first(Object value, Comparator<byte[]> order) {
        if (value instanceof Collection<?> elements && !elements.isEmpty()) {
            return elements.stream().map(KeyBytes::of).min(order).orElseThrow();
        }
        return KeyBytes.of(value);
    }
}
