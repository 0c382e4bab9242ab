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
const paired = (games: LiveGame[], results: NamedResult[], now = "30T00:00") =>
  pairResults(games, results, new Date(`2026-07-${now}Z`)).map(({ game: { id }, result }) => [
    id,
    result,
  ]);

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

it("keeps the result of an unlisted first game from the second one of a doubleheader", () => {
  const second = [game("second", "22T21:00")];
  const first = score("22T17:00", 3, 2);
  expect(paired(second, [first], "22T20:30")).toEqual([]);
  const running: NamedResult = { ...score("22T21:00", 0, 0), result: undefined };
  expect(paired(second, [first, running], "22T22:00")).toEqual([]);
  expect(paired(second, [first, score("22T21:00", 4, 5)], "23T01:00")).toEqual([
    ["second", { kind: "score", home: 4, away: 5 }],
  ]);
});

it("gives a result to a game that its source also lists unfinished where a pair plays once a day", () => {
  const stuck: NamedResult = { ...score("22T17:00", 0, 0), result: undefined };
  const games = [game("a", "22T17:00", { sport: "nba" })];
  expect(paired(games, [stuck, score("22T17:10", 3, 2)])).toHaveLength(1);
});

it.each([
  ["Michał Oleksiejczuk", "Michal Oleksiejczuk"],
  ["Benoît Saint-Denis", "Benoit Saint Denis"],
  ["Dooho Choi", "Doo Ho Choi"],
  ["Zhang Weili", "Weili Zhang"],
  ["Raul Rosas Jr.", "Raúl Rosas"],
])("takes %s and %s for one unrated fighter", (listed, reported) => {
  const bout = game("bout", "22T17:00", { sport: "ufc", home: listed, away: "A Debutant" });
  const won: NamedResult = {
    ...score("22T17:30", 0, 0),
    home: "A Debutant",
    away: reported,
    result: { kind: "winner", winner: "away" },
  };
  expect(paired([bout], [won])).toEqual([["bout", { kind: "winner", winner: "home" }]]);
});

it("pairs a bout after midnight with the date of its card", () => {
  const bout = game("bout", "26T04:10", { sport: "ufc", date: "2026-07-26" });
  const card: NamedResult = { ...score(undefined, 3, 2), date: "2026-07-25" };
  expect(paired([bout], [card])).toHaveLength(1);
  expect(paired([bout], [{ ...card, date: "2026-07-24" }])).toEqual([]);
  expect(paired([{ ...bout, sport: "nba" }], [card])).toEqual([]);
});

it("gives the one result of a date to the first game of a doubleheader", () => {
  const games = [game("first", "22T17:00"), game("second", "22T21:00")];
  expect(paired(games, [score(undefined, 1, 2)])).toEqual([
    ["first", { kind: "score", home: 1, away: 2 }],
  ]);
});

it("pairs results without a start by their date", () => {
  const games = [game("a", "22T17:00"), game("b", "23T01:00", { date: "2026-07-22" })];
  expect(paired(games, [score(undefined, 1, 2), score(undefined, 3, 4)])).toEqual([
    ["a", { kind: "score", home: 1, away: 2 }],
    ["b", { kind: "score", home: 3, away: 4 }],
  ]);
  expect(paired([game("c", "24T17:00")], [score(undefined, 1, 2)])).toEqual([]);
});
