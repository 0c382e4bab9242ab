import { describe, expect, it } from "vitest";
import { present } from "../../testing/present.ts";
import { identify } from "./identify-games.ts";
import type { LiveGame } from "./live-game.ts";

const now = new Date("2026-11-20T12:00:00Z");

/** A listed event that starts at a time of 22 November (or another day of the month), with books by their home price. */
const event = (
  eventId: string,
  time: string,
  more: Partial<LiveGame> & { books?: [string, number][] } = {},
): LiveGame => {
  const { books, ...fields } = more;
  const startsAt = new Date(`2026-11-${time.includes("T") ? time : `22T${time}`}Z`);
  const date = startsAt.toISOString().slice(0, 10);
  return {
    id: `${eventId}:${date}`,
    eventId,
    feed: "americanfootball_ncaaf",
    sport: "cfb",
    home: "Ohio State",
    away: "Michigan",
    startsAt,
    endsAt: new Date(startsAt.getTime() + 3.5 * 3_600_000),
    date,
    last: books && {
      takenAt: now,
      books: books.map(([book, home]) => ({
        book,
        moneyline: { home, draw: null, away: -home },
        updatedAt: now,
      })),
    },
    ...fields,
  };
};
const baseball = { feed: "baseball_mlb", sport: "mlb" } as const;
const only = (games: LiveGame[]): LiveGame => {
  expect(games).toHaveLength(1);
  return present(games[0]);
};

describe("an event whose start moves", () => {
  it.each([
    ["past midnight", "23:45", "23T00:05"],
    ["to before midnight", "23T00:00", "23:58"],
    ["by just less than 12 hours", "06:00", "17:59"],
  ])("keeps its game %s, with the new date for the ratings", (_how, from, to) => {
    const known = event("one", from);
    const moved = event("one", to);
    const { id, startsAt, date } = only(identify([moved], [known], now));
    expect({ id, startsAt, date }).toEqual({
      id: known.id,
      startsAt: moved.startsAt,
      date: moved.date,
    });
  });

  it("is another game after a move of 12 hours, also on the same date", () => {
    const known = event("one", "06:00");
    const { id } = only(identify([event("one", "18:00")], [known], now));
    expect(id).not.toBe(known.id);
  });

  it("is its old game again when it moves back", () => {
    const postponed: LiveGame = { ...event("one", "18:00"), result: { kind: "void" } };
    const replay = event("one", "24T18:00");
    const listed = [event("one", "18:30"), event("two", "18:30")];
    const found = only(identify(listed, [postponed, replay], now));
    expect([found.id, found.result]).toEqual([postponed.id, undefined]);
  });
});

describe("an event with other names", () => {
  it("keeps the stored orientation when home and away are swapped, with turned prices", () => {
    const known = event("one", "18:00");
    const spread = { line: -3.5, home: -105, away: -115 };
    const swapped = event("one", "18:00", { home: "Michigan", away: "Ohio State" });
    const moneyline = { home: 150, draw: null, away: -170 };
    const last = { takenAt: now, books: [{ book: "A", moneyline, spread, updatedAt: now }] };
    const found = only(identify([{ ...swapped, last }], [known], now));
    expect(found).toMatchObject({ id: known.id, home: "Ohio State", away: "Michigan" });
    expect(found.last?.books).toEqual([
      {
        book: "A",
        moneyline: { home: -170, draw: null, away: 150 },
        spread: { line: 3.5, home: -115, away: -105 },
        updatedAt: now,
      },
    ]);
  });

  it("is another game when a side was replaced", () => {
    const known = event("one", "18:00");
    const found = only(identify([event("one", "18:00", { away: "Indiana" })], [known], now));
    expect(found.id).not.toBe(known.id);
  });

  it("keeps its game when only accents, periods or the order of words differ", () => {
    const known = event("one", "18:00", { home: "Zhang Weili", away: "J.J. Aldrich" });
    const listed = event("one", "18:00", { home: "Weili Zhang", away: "JJ Áldrich" });
    expect(only(identify([listed], [known], now)).id).toBe(known.id);
  });
});

describe("a game under two events", () => {
  it("is one game with the books of both", () => {
    const first = event("one", "18:00", { books: [["A", 150]] });
    const second = event("two", "18:05", {
      home: "Michigan",
      away: "Ohio State",
      books: [
        ["A", 140],
        ["B", 130],
      ],
    });
    const found = only(identify([first, second], [], now));
    expect(found).toMatchObject({ eventId: "one", otherEventIds: ["two"], home: "Ohio State" });
    expect(found.startsAt).toEqual(first.startsAt);
    expect(found.last?.books.map(({ book, moneyline }) => [book, moneyline?.home])).toEqual([
      ["A", 150],
      ["B", -130],
    ]);
  });

  it("follows the event that it is known by, in any order of the list", () => {
    const known: LiveGame = { ...event("one", "18:00"), otherEventIds: ["two"] };
    const listed = [event("two", "21:00"), event("one", "18:10")];
    expect(only(identify(listed, [known], now))).toMatchObject({
      id: known.id,
      eventId: "one",
      startsAt: event("one", "18:10").startsAt,
    });
  });

  it("is the same game after it was relisted under a new id", () => {
    const known = event("one", "18:00");
    const relisted = only(identify([event("two", "20:30")], [known], now));
    expect(relisted).toMatchObject({ id: known.id, eventId: "two", otherEventIds: ["one"] });
    const again = only(identify([event("two", "20:30")], [relisted], now));
    expect(again).toEqual(relisted);
  });
});

describe("two games of a baseball pair on one day", () => {
  it("are two games while both are listed", () => {
    const listed = [event("one", "17:00", baseball), event("two", "21:00", baseball)];
    expect(identify(listed, [], now).map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
  });

  it("are two games when the second is first listed after the start of the first", () => {
    const known = event("one", "17:00", baseball);
    const later = new Date("2026-11-22T19:00:00Z");
    expect(only(identify([event("two", "21:00", baseball)], [known], later)).id).not.toBe(known.id);
  });

  it("are one game when their starts are an hour apart, or the first is gone before its start", () => {
    const known = event("one", "17:00", baseball);
    const listed = [event("one", "17:00", baseball), event("two", "18:00", baseball)];
    expect(only(identify(listed, [known], now)).id).toBe(known.id);
    expect(only(identify([event("two", "21:00", baseball)], [known], now)).id).toBe(known.id);
  });
});
