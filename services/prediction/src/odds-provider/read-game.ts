import { dateIn, hourMs } from "../domain/dates.ts";
import type { LiveGame } from "../domain/live-games/live-game.ts";
import type { BookPrices, SlateGame } from "../domain/slate.ts";
import { gameHours } from "../domain/sport.ts";
import { readBook, type BookFault } from "./books.ts";
import type { Feed } from "./feeds.ts";
import type { MatchTeam } from "./match-team.ts";
import type { ProviderEvent, ProviderOdds } from "./schemas.ts";

/** Names of an event that match no rated team. */
export const unknownNames = (event: ProviderEvent, feed: Feed, matchTeam: MatchTeam): string[] =>
  [event.home_team, event.away_team].filter((name) => !sideOf(feed, name, matchTeam));

/** The rated team of a name. A fighter without a rating, such as a debutant, keeps the provider's name. */
const sideOf = (feed: Feed, name: string, matchTeam: MatchTeam): string | undefined =>
  matchTeam(feed, name) ?? (feed.sport === "ufc" ? name.trim() : undefined);

/** An event as a game of the ratings; undefined unless its names match two different teams. */
export function readGame(
  event: ProviderEvent,
  feed: Feed,
  matchTeam: MatchTeam,
): LiveGame | undefined {
  const home = sideOf(feed, event.home_team, matchTeam);
  const away = sideOf(feed, event.away_team, matchTeam);
  if (home === undefined || away === undefined || home === away) return undefined;
  const { key, sport, league, timeZone } = feed;
  const startsAt = event.commence_time;
  const date = dateIn(startsAt, timeZone);
  return {
    // The id of a new game; a known one keeps its id.
    id: `${event.id}:${date}`,
    eventId: event.id,
    feed: key,
    sport,
    home,
    away,
    startsAt,
    endsAt: new Date(startsAt.getTime() + gameHours[sport] * hourMs),
    date,
    league,
  };
}

/** A game with prices for the slate; the provider does not report neutral ground. */
export function toSlateGame(game: LiveGame, books: BookPrices[]): SlateGame {
  const { id, sport, home, away, startsAt, endsAt, date, league } = game;
  const neutral = sport === "ufc";
  return { id, sport, home, away, startsAt, endsAt, date, league, neutral, books };
}

/** A priced event as a game with the sound books before its start, and the faults of the others. */
export function readPrices(
  event: ProviderOdds,
  feed: Feed,
  { matchTeam, now }: { matchTeam: MatchTeam; now: Date },
): { game: LiveGame; faults: BookFault[] } | undefined {
  const game = readGame(event, feed, matchTeam);
  if (!game) return undefined;
  if (game.startsAt <= now) return { game, faults: [] };
  const read = event.bookmakers.map((book) => readBook(book, event, { sport: feed.sport, now }));
  const books = read.filter((book) => typeof book !== "string");
  const faults = read.filter((book) => typeof book === "string");
  const last = books.length > 0 ? { takenAt: now, books } : undefined;
  return { game: { ...game, last }, faults };
}
