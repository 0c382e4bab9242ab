package orbline.devmongo;

import java.util.Arrays;

/** A range of encoded values of one field. Like MongoDB's it stays inside one type: `$gt: 5` finds no strings. */
record KeyRange(byte[] low, boolean lowInclusive, byte[] high, boolean highInclusive) {

    /** At least one bound is given. A side without one, or with one of another type, reaches to the type's end. */
    static KeyRange of(Conditions.Bound lower, Conditions.Bound upper) {
        byte[] low = lower == null ? null : KeyBytes.of(lower.value());
        byte[] high = upper == null ? null : KeyBytes.of(upper.value());
        byte[] type = Arrays.copyOf(low == null ? high : low, 1);
        boolean hasHigh = high != null && high[0] == type[0];
        return new KeyRange(low == null ? type : low, low == null || lower.inclusive(),
            hasHigh ? high : type, !hasHigh || upper.inclusive());
    }

    /** The same range in a descending field, where bytes are inverted and the ends are swapped. */
    KeyRange inverted() {
        return new KeyRange(KeyBytes.inverted(high), highInclusive, KeyBytes.inverted(low), lowInclusive);
    }

    /** The first key of the range; "inclusive" covers everything that starts with the bound. */
    byte[] from(byte[] prefix) {
        byte[] start = KeyBytes.joined(prefix, low);
        return lowInclusive ? start : KeyBytes.successor(start);
    }

    /** The first key after the range. */
    byte[] to(byte[] prefix) {
        byte[] end = KeyBytes.joined(prefix, high);
        return highInclusive ? KeyBytes.successor(end) : end;
    }
}
