import { expect, it } from "vitest";
import { readBook } from "./books.ts";

const now = new Date("2026-11-28T12:00:00Z");
const game = {
  home_team: "Home",
  away_team: "Away",
  commence_time: new Date("2026-11-28T20:00:00Z"),
};

const bookOf = (title: string) => {
  const outcomes = ["Home", "Away"].map((name) => ({ name, price: -110 }));
  return { key: "book", title, last_update: null, markets: [{ key: "h2h", outcomes }] };
};

it("leaves out a book whose name is longer than any book's, because predictions store it", () => {
  const read = (title: string) => readBook(bookOf(title), game, { sport: "nba", now });
  expect(read("Book")).toMatchObject({ book: "Book" });
  expect(read("B".repeat(101))).toBe("malformed");
});
