import { expect, it } from "vitest";
import type { SlateGame } from "../slate.ts";
import { ufcBouts } from "./ufc-cards.ts";

const at = (time: string) => new Date(`2026-04-${time}:00Z`);

/** A bout with a number of books. */
const bout = (home: string, away: string, time: string, books = 3): SlateGame => ({
  id: `${home}-${away}-${time}`,
  sport: "ufc",
  home,
  away,
  startsAt: at(time),
  endsAt: at(time),
  date: `2026-04-${time.slice(0, 2)}`,
  neutral: true,
  books: Array.from({ length: books }, (_, index) => ({
    book: `Book ${index}`,
    moneyline: { home: -120, draw: null, away: 100 },
    updatedAt: at(time),
  })),
});
const fighters = ["Ann", "Bea", "Cat", "Dee", "Eve", "Fay"].map((name) => ({
  name,
  lastPlayed: "2026-03-28",
}));
const retired = { name: "Old Champion", lastPlayed: "2024-03-27" };
const sold = (...bouts: SlateGame[]) =>
  ufcBouts(bouts, [...fighters, retired]).map(({ home, away }) => `${home}-${away}`);

it("sells bouts that at least three books price with a moneyline", () => {
  const spreadOnly = bout("Cat", "Dee", "18T22:00");
  const [first, ...others] = spreadOnly.books;
  const books = first ? [{ ...first, moneyline: null }, ...others] : [];
  expect(sold(bout("Ann", "Bea", "18T22:00"), { ...spreadOnly, books })).toEqual(["Ann-Bea"]);
  expect(sold(bout("Ann", "Bea", "18T22:00", 2))).toEqual([]);
});

it("sells one bout of a fighter, the one that most books price", () => {
  const rumor = bout("Ann", "Cat", "18T22:00", 3);
  const later = bout("Bea", "Dee", "24T22:00", 4);
  expect(sold(rumor, bout("Ann", "Bea", "18T22:00", 9), later)).toEqual(["Ann-Bea"]);
});

it("sells newcomers on a card at least half of whose fighters fought in the UFC lately", () => {
  const newcomers = bout("New", "Newer", "18T21:10");
  expect(sold(newcomers, bout("Ann", "Bea", "18T22:00"))).toEqual(["New-Newer", "Ann-Bea"]);
  expect(sold(newcomers, bout("Ann", "Third", "18T22:00"))).toEqual([]);
});

it("sells no card of retired fighters of the UFC", () => {
  expect(sold(bout("Old Champion", "Ann", "18T22:00"), bout("Bea", "X", "18T23:00"))).toHaveLength(
    2,
  );
  expect(sold(bout("Old Champion", "Stranger", "18T22:00"))).toEqual([]);
});

it("judges cards apart whose bouts are more than four hours apart", () => {
  const others = [bout("P", "Q", "18T15:00"), bout("R", "S", "18T16:00")];
  const card = [bout("Ann", "Bea", "18T21:00"), bout("Cat", "Dee", "19T01:00")];
  expect(sold(...others, ...card)).toEqual(["Ann-Bea", "Cat-Dee"]);
});

it("sells nothing while no result is known", () => {
  expect(ufcBouts([bout("Ann", "Bea", "18T22:00")], [])).toEqual([]);
});
