import { expect, it } from "vitest";
import { fromCursor, numberOf, toCursor } from "./cursor.ts";

it("brings any place through a query string and back", () => {
  for (const place of ["1", "usr_abc", "simulated|Slate ü|nba", "1700000000000:evt_1"])
    expect(fromCursor(toCursor(place) ?? "")).toBe(place);
  expect([toCursor(undefined), fromCursor(undefined)]).toEqual([null, undefined]);
});

it.each(["!!", "", "=", "YQ==", "____"])("refuses %j, which no place becomes", (cursor) => {
  expect(() => fromCursor(cursor)).toThrow("not one that we gave out");
});

it.each(["0", "-1", "1e3", "x", "12345678901234567"])("takes %j for no number", (place) => {
  expect(() => numberOf(place)).toThrow("not one that we gave out");
  expect(numberOf("42")).toBe(42);
});
