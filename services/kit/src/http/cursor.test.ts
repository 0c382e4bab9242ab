import { expect, it } from "vitest";
import { z } from "zod";
import { decodeCursor, encodeCursor, orderKey, toPage } from "./cursor.ts";

it.each(["usr_1", 'with "quotes", ünïcode and :', "0"])(
  "restores the position %j from its cursor",
  (place) => {
    expect(decodeCursor(encodeCursor(place))).toBe(place);
  },
);

it("restores a position of several parts by its schema", () => {
  const schema = z.tuple([z.enum(["username", "email"]), z.int()]);
  expect(decodeCursor(encodeCursor(["email", 7]), schema)).toEqual(["email", 7]);
});

it("treats an absent or empty cursor as the beginning of the list", () => {
  expect(decodeCursor(undefined)).toBeUndefined();
  expect(decodeCursor("")).toBeUndefined();
});

it.each(["%%%", "YQ", encodeCursor(5), encodeCursor("")])(
  "refuses the cursor %j, which it did not create",
  (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow("This is not a cursor of this list.");
  },
);

it("returns a next cursor only when there are more rows than the limit", () => {
  expect(toPage(["a", "b", "c"], 2, (row) => row)).toEqual({
    rows: ["a", "b"],
    nextCursor: encodeCursor("b"),
  });
  expect(toPage(["a", "b"], 2, (row) => row).nextCursor).toBeUndefined();
  expect(toPage([], 2, (row) => row)).toEqual({ rows: [], nextCursor: undefined });
});

it("orders keys by time first, then by id", () => {
  const [early, late] = [new Date(5), new Date(1_700_000_000_000)];
  const keys = [orderKey(late, "a"), orderKey(early, "b"), orderKey(early, "a")];
  expect(keys.toSorted()).toEqual(keys.toReversed());
});
