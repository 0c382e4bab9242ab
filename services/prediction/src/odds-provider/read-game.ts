import type { LiveGame } from "../domain/live-game.ts";
import type { BookPrices, SlateGame } from "../domain/slate.ts";
import { gameHours } from "../domain/sport.ts";
import { readBook, type BookFault } from "./books.ts";
import type { Feed } from "./feeds.ts";
import type { ProviderEvent, ProviderOdds } from "./provider-schemas.ts";
import { hourMs } from "../domain/dates.ts";

/** The rated side that a provider's name means in a competition; undefined when it is not known for sure. */
export type FindSide = (feed: Feed, name: string) => string | undefined;

/** A formatter takes longer to make than to use. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Calendar date of a moment where the competition keeps its calendar. */
const dateIn = (time: Date, timeZone: string): string => {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    calendars.set(timeZone, calendar);
  }
  return calendar.format(time);
};

/** The id of an event's game: an event that moves to another day is another game. */
const idOf = (event: ProviderEvent, feed: Feed): string =>
  `${event.id}:${dateIn(event.commence_time, feed.timeZone)}`;

/** Names of an event that no rated side is known by. */
export const unknownNames = (event: ProviderEvent, feed: Feed, find: FindSide): string[] =>
  [event.home_team, event.away_team].filter((name) => find(feed, name) === undefined);

/** An event as a game of the ratings; undefined unless both names are known, and of two sides. */
export const readGame = (
  event: ProviderEvent,
  feed: Feed,
  find: FindSide,
): LiveGame | undefined => {
  const home = find(feed, event.home_team);
  const away = find(feed, event.away_team);
  if (home === undefined || away === undefined || home === away) return undefined;
  const { key, sport, league, timeZone } = feed;
  const startsAt = event.commence_time;
  return {
    id: idOf(event, feed),
    eventId: event.id,
    feed: key,
    sport,
    home,
    away,
    startsAt,
    endsAt: new Date(startsAt.getTime() + gameHours[sport] * hourMs),
    date: dateIn(startsAt, timeZone),
    ...(league !== undefined && { league }),
  };
};

/** A game with prices, as the slate lists it; the provider does not say whether the ground is neutral. */
export const toSlateGame = (game: LiveGame, books: BookPrices[]): SlateGame => {
  const { id, sport, home, away, startsAt, endsAt, date, league } = game;
  const common = { id, sport, home, away, startsAt, endsAt, date, books };
  return { ...common, neutral: sport === "ufc", ...(league !== undefined && { league }) };
};

/** A priced event as a game with its sound books, and for which faults others were left out. */
export const readPrices = (
  event: ProviderOdds,
  feed: Feed,
  { find, now }: { find: FindSide; now: Date },
): { game: LiveGame; books: BookPrices[]; faults: BookFault[] } | undefined => {
  const game = readGame(event, feed, find);
  if (!game) return undefined;
  const read = event.bookmakers.map((book) => readBook(book, event, { sport: feed.sport, now }));
  const books = read.filter((book): book is BookPrices => typeof book !== "string");
  const faults = read.filter((book): book is BookFault => typeof book === "string");
  return {
    game: { ...game, ...(books.length > 0 && { last: { takenAt: now, books } }) },
    books,
    faults,
  };
};
