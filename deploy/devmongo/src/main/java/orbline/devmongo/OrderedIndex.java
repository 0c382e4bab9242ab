package orbline.devmongo;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;

/**
 * An index as a sorted map from key bytes to the document's position. The keys of a non-unique index end with
 * the position, so equal values are adjacent, in the order of _id.
 */
final class OrderedIndex extends Index<Object> {

    /** Present if a document contained an array here, so that one document may have several keys. */
    private static final byte[] MULTIKEY = {};
    private static final byte[] NO_SUFFIX = {};
    private static final String ID = "_id";

    private final MVMap<byte[], Object> map;
    private final boolean unique;

    OrderedIndex(MVMap<byte[], Object> map, String name, List<IndexKey> fields, boolean sparse, boolean unique) {
        super(name, fields, sparse);
        this.map = map;
        this.unique = unique;
    }

    @Override
    public boolean isUnique() {
        return unique;
    }

    @Override
    public boolean isSparse() {
        return super.isSparse();
    }

    @Override
    public boolean hasSameOptions(Index<?> other) {
        return toIndexDescription().equals(other.toIndexDescription());
    }

    boolean isMultikey() {
        return map.containsKey(MULTIKEY);
    }

    /** Positions of all keys from (inclusive) to (exclusive, null = end); loads only what is consumed. */
    Stream<Object> scan(byte[] from, byte[] to, boolean reverse) {
        Cursor<byte[], Object> cursor = reverse ? map.cursor(to, from, true) : map.cursor(from, to, false);
        Iterable<byte[]> keys = () -> cursor;
        return StreamSupport.stream(keys.spliterator(), false)
            .filter(key -> key.length > 0 && (to == null || Codecs.KEYS.compare(key, to) < 0))
            .map(key -> cursor.getValue());
    }

    @Override
    public Object getPosition(Document document) {
        return keys().equals(List.of(ID)) ? map.get(entries(document).first()) : null;
    }

    @Override
    public void checkAdd(Document document, MongoCollection<Object> collection) {
        checkFree(document, null, collection);
    }

    @Override
    public void add(Document document, Object position, MongoCollection<Object> collection) {
        checkAdd(document, collection);
        put(entries(document), document, position);
    }

    @Override
    public Object remove(Document document) {
        Object position = null;
        for (byte[] key : entries(document)) {
            position = map.remove(key);
        }
        return position;
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<Object> collection) {
        checkFree(after, before.get(ID), collection);
    }

    @Override
    public void updateInPlace(Document before, Document after, Object position, MongoCollection<Object> collection) {
        if (new IndexEntries(getKeys(), before).equalsValuesOf(new IndexEntries(getKeys(), after))) {
            return;
        }
        NavigableSet<byte[]> old = entries(before);
        NavigableSet<byte[]> next = entries(after);
        old.stream().filter(key -> !next.contains(key)).forEach(map::remove);
        next.removeAll(old);
        put(next, after, position);
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public long getCount() {
        return map.sizeAsLong() - (isMultikey() ? 1 : 0);
    }

    @Override
    public long getDataSize() {
        return getCount();
    }

    /** Never called: the collection plans its own scans. */
    @Override
    public boolean canHandle(Document query) {
        return false;
    }

    @Override
    public Iterable<Object> getPositions(Document query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void drop() {
        map.clear();
    }

    private NavigableSet<byte[]> entries(Document document) {
        IndexEntries entries = new IndexEntries(getKeys(), document);
        if (isSparse() && entries.isEmpty()) {
            return new TreeSet<>(Codecs.KEYS);
        }
        return entries.keys(unique ? NO_SUFFIX : KeyBytes.of(document.get(ID)));
    }

    private void put(NavigableSet<byte[]> keys, Document document, Object position) {
        keys.forEach(key -> map.put(key, position));
        if (!keys.isEmpty() && !isMultikey() && new IndexEntries(getKeys(), document).hasArray()) {
            map.put(MULTIKEY, true);
        }
    }

    private void checkFree(Document document, Object owner, MongoCollection<Object> collection) {
        IndexEntries entries = new IndexEntries(getKeys(), document); // also refuses parallel arrays
        if (!unique) {
            return;
        }
        for (byte[] key : entries(document)) {
            Object position = map.get(key);
            if (position != null && !position.equals(owner)) {
                KeyValue values = new KeyValue(entries.rows().get(0));
                throw new DuplicateKeyError(this, collection, getKeys(), values);
            }
        }
    }
}
