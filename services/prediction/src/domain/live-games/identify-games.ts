import { hourMs } from "../dates.ts";
import { isTurned, type LiveGame, pairOf, sameGameMs } from "./live-game.ts";
import type { BookPrices } from "../slate.ts";
import { hasDoubleheaders } from "../sport.ts";

/** Two events of a baseball pair that start closer together are one game; others are a doubleheader. */
const doubledMs = 2 * hourMs;

export const eventsOf = ({ eventId, otherEventIds = [] }: LiveGame): string[] => [
  eventId,
  ...otherEventIds,
];

/**
 * Finds the games that listed events belong to. An event keeps its game while its start moves by less than 12 hours.
 * An event of the same pair near the start of a known game is that game relisted or listed twice, except the other
 * game of a doubleheader. A game keeps its id and its orientation; several events give one game with all their books.
 */
export function identify(
  listed: readonly LiveGame[],
  known: readonly LiveGame[],
  now: Date,
): LiveGame[] {
  const listedEvents = new Set(listed.map(({ eventId }) => eventId));
  const leading = new Set(known.map(({ eventId }) => eventId));
  const byPair = Map.groupBy(known, pairOf);
  const ids = new Set(known.map(({ id }) => id));
  const found = new Map<string, LiveGame>();
  // The event whose start counts comes first.
  const ordered = [true, false].flatMap((isLeading) =>
    listed.filter(({ eventId }) => leading.has(eventId) === isLeading),
  );
  for (const event of ordered) {
    const pair = pairOf(event);
    const ofPair = byPair.get(pair) ?? [];
    const near = ofPair
      .filter((game) => distance(game, event) < sameGameMs)
      .toSorted((a, b) => distance(a, event) - distance(b, event));
    const ofEvent = near.filter((game) => eventsOf(game).includes(event.eventId));
    const same =
      ofEvent.find(({ result }) => !result) ??
      ofEvent[0] ??
      near.find((game) => isDoubled(found.get(game.id) ?? game, event, { listedEvents, now }));
    const game = same ?? { ...event, id: freeId(event.id, ids) };
    ids.add(game.id);
    if (!same) byPair.set(pair, [...ofPair, game]);
    const merged = found.get(game.id);
    found.set(game.id, merged ? withMore(merged, event) : relisted(game, event));
  }
  return [...found.values()];
}

const distance = (game: LiveGame, { startsAt }: LiveGame): number =>
  Math.abs(game.startsAt.getTime() - startsAt.getTime());

/** An event can have several games: after a fighter was replaced, or when it moved there and back. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let copy = 2; taken.has(free); copy += 1) free = `${id}:${copy}`;
  return free;
}

/** Whether an event is a near game of its pair under another id. Only baseball teams play twice on a day. */
function isDoubled(
  game: LiveGame,
  event: LiveGame,
  { listedEvents, now }: { listedEvents: ReadonlySet<string>; now: Date },
): boolean {
  if (game.result) return false;
  if (!hasDoubleheaders(game.sport) || distance(game, event) < doubledMs) return true;
  // Its events are gone before its start: it was relisted.
  return game.startsAt > now && !eventsOf(game).some((id) => listedEvents.has(id));
}

/** A game with the start and the books of the event that now counts for it. */
function relisted(game: LiveGame, event: LiveGame): LiveGame {
  const { startsAt, endsAt, date } = event;
  const others = eventsOf(game).filter((id) => id !== event.eventId);
  return {
    ...game,
    // A void game that is listed again is played after all.
    result: game.result?.kind === "void" ? undefined : game.result,
    eventId: event.eventId,
    otherEventIds: others.length > 0 ? others : undefined,
    startsAt,
    endsAt,
    date,
    last: lastFor(game, event) ?? game.last,
  };
}

/** A game with the books of one more of its events; of a book in both the first counts. */
function withMore(game: LiveGame, event: LiveGame): LiveGame {
  const others = new Set([...(game.otherEventIds ?? []), event.eventId]);
  others.delete(game.eventId);
  const added = lastFor(game, event);
  const books = game.last?.books ?? [];
  const more = added?.books.filter(({ book }) => books.every((one) => one.book !== book)) ?? [];
  const last = game.last ?? added;
  return {
    ...game,
    otherEventIds: [...others],
    last: last && { ...last, books: game.last ? [...books, ...more] : more },
  };
}

const lastFor = (game: LiveGame, event: LiveGame): LiveGame["last"] =>
  event.last && isTurned(game, event)
    ? { ...event.last, books: event.last.books.map(turnedBook) }
    : event.last;

function turnedBook({ moneyline, spread, ...book }: BookPrices): BookPrices {
  return {
    ...book,
    moneyline: moneyline && { home: moneyline.away, draw: moneyline.draw, away: moneyline.home },
    spread: spread && { line: 0 - spread.line, home: spread.away, away: spread.home },
  };
}
