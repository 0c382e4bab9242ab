import { expect, it } from "vitest";
import { nextRecapAt, recapWeek } from "./recap.ts";

const monday = new Date("2026-11-23T13:00:00Z");
const nextMonday = new Date("2026-11-30T13:00:00Z");

it.each([
  ["2026-11-23T12:59:59Z", monday],
  ["2026-11-23T13:00:00Z", nextMonday],
  ["2026-11-29T23:00:00Z", nextMonday],
])("is due on the first Monday at 13:00 UTC after %s", (after, due) => {
  expect(nextRecapAt(new Date(after))).toEqual(due);
});

it("covers the seven days before the last due time", () => {
  expect(recapWeek(nextMonday)).toEqual({ from: monday, to: nextMonday });
  expect(recapWeek(new Date("2026-12-01T00:00:00Z"))).toEqual({ from: monday, to: nextMonday });
});
