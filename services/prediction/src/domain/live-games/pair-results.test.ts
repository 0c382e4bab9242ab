import { expect, it } from "vitest";
import type { LiveGame, NamedResult } from "./live-game.ts";
import { pairResults } from "./pair-results.ts";

const feed = "baseball_mlb";

const game = (id: string, time: string, more: Partial<LiveGame> = {}): LiveGame => {
  const startsAt = new Date(`2026-07-${time}Z`);
  return {
    id,
    eventId: id,
    feed,
    sport: "mlb",
    home: "Yankees",
    away: "Red Sox",
    startsAt,
    endsAt: startsAt,
    date: startsAt.toISOString().slice(0, 10),
    ...more,
  };
};
const score = (time: string | undefined, home: number, away: number): NamedResult => ({
  feed,
  home: "Yankees",
  away: "Red Sox",
  date: (time ?? "22").slice(0, 2).padStart(10, "2026-07-"),
  startsAt: time === undefined ? undefined : new Date(`2026-07-${time}Z`),
  result: { kind: "score", home, away },
});
const swapped = (result: NamedResult): NamedResult => ({
  ...result,
  home: result.away,
  away: result.home,
});
const paired = (games: LiveGame[], results: NamedResult[]) =>
  pairResults(games, results).map(({ game: { id }, result }) => [id, result]);

it("turns a result to the orientation of its game", () => {
  expect(paired([game("a", "22T17:00")], [swapped(score("22T17:05", 2, 5))])).toEqual([
    ["a", { kind: "score", home: 5, away: 2 }],
  ]);
  const won: NamedResult = {
    ...score("22T17:00", 0, 0),
    result: { kind: "winner", winner: "away" },
  };
  expect(paired([game("a", "22T17:00")], [swapped(won)])).toEqual([
    ["a", { kind: "winner", winner: "home" }],
  ]);
});

it("pairs both games of a doubleheader in their order, also when the first ran late", () => {
  const games = [game("second", "22T21:00"), game("first", "22T17:00")];
  expect(paired(games, [score("22T23:10", 1, 0), score("22T20:30", 7, 6)])).toEqual([
    ["first", { kind: "score", home: 7, away: 6 }],
    ["second", { kind: "score", home: 1, away: 0 }],
  ]);
});

it("gives the one result of a doubleheader to the game that is closest to it", () => {
  const games = [game("first", "22T17:00"), game("second", "22T21:00")];
  expect(paired(games, [score("22T21:10", 3, 2)])).toEqual([
    ["second", { kind: "score", home: 3, away: 2 }],
  ]);
});

it("gives no result to a game more than 12 hours away, of other teams, or that is void", () => {
  const result = score("22T17:00", 3, 2);
  expect(paired([game("a", "23T05:01")], [result])).toEqual([]);
  expect(paired([game("a", "22T17:00", { away: "Mets" })], [result])).toEqual([]);
  expect(paired([game("a", "22T17:00", { feed: "baseball_npb" })], [result])).toEqual([]);
  expect(paired([game("a", "22T17:00", { result: { kind: "void" } })], [result])).toEqual([]);
});

it("pairs results without a start by their date", () => {
  const games = [game("a", "22T17:00"), game("b", "23T01:00", { date: "2026-07-22" })];
  expect(paired(games, [score(undefined, 1, 2), score(undefined, 3, 4)])).toEqual([
    ["a", { kind: "score", home: 1, away: 2 }],
    ["b", { kind: "score", home: 3, away: 4 }],
  ]);
  expect(paired([game("c", "24T17:00")], [score(undefined, 1, 2)])).toEqual([]);
});
