package orbline.devmongo;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.CannotIndexParallelArraysError;

/** The values of the indexed fields in one document: one row, or one per element where a field holds an array. */
final class IndexEntries {

    private final List<IndexKey> fields;
    private final List<Object> values = new ArrayList<>();
    private final Set<String> arrays = new LinkedHashSet<>();

    IndexEntries(List<IndexKey> fields, Document document) {
        this.fields = fields;
        for (IndexKey field : fields) {
            Object value = Utils.getSubdocumentValueCollectionAware(document, field.getKey());
            values.add(value);
            if (value instanceof Collection) {
                arrays.add(arrayPath(document, field.getKey()));
            }
        }
        if (arrays.size() > 1) {
            throw new CannotIndexParallelArraysError(arrays);
        }
    }

    boolean hasArray() {
        return !arrays.isEmpty();
    }

    /** True only if both documents have the same keys. Values of different types are never equal here. */
    boolean equalsValuesOf(IndexEntries other) {
        return values.equals(other.values);
    }

    /** True when no indexed field exists in the document: a sparse index leaves it out. */
    boolean isEmpty() {
        return values.stream().allMatch(value -> value instanceof Missing
            || value instanceof Collection<?> elements && !elements.isEmpty()
                && elements.stream().allMatch(Missing.class::isInstance));
    }

    /** All combinations: at most one path holds arrays, but several fields may lie inside it. */
    List<List<Object>> rows() {
        List<List<Object>> rows = List.of(List.of());
        for (Object value : values) {
            Collection<?> choices = value instanceof Collection<?> elements && !elements.isEmpty()
                ? elements : Collections.singletonList(value);
            List<List<Object>> longer = new ArrayList<>();
            for (List<Object> row : rows) {
                for (Object choice : choices) {
                    List<Object> next = new ArrayList<>(row);
                    next.add(choice);
                    longer.add(next);
                }
            }
            rows = longer;
        }
        return rows;
    }

    NavigableSet<byte[]> keys(byte[] suffix) {
        NavigableSet<byte[]> keys = new TreeSet<>(Codecs.KEYS);
        for (List<Object> row : rows()) {
            ByteArrayOutputStream key = new ByteArrayOutputStream();
            for (int i = 0; i < row.size(); i++) {
                key.writeBytes(fieldBytes(fields.get(i), row.get(i)));
            }
            key.writeBytes(suffix);
            keys.add(key.toByteArray());
        }
        return keys;
    }

    static byte[] fieldBytes(IndexKey field, Object value) {
        byte[] bytes = KeyBytes.of(value);
        return field.isAscending() ? bytes : KeyBytes.inverted(bytes);
    }

    private static String arrayPath(Document document, String path) {
        int dot = path.indexOf('.');
        while (dot > 0 && !(Utils.getSubdocumentValue(document, path.substring(0, dot)) instanceof Collection)) {
            dot = path.indexOf('.', dot + 1);
        }
        return dot < 0 ? path : path.substring(0, dot);
    }
}
