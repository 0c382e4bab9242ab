import { type Competition, rulesOf } from "./competitions.ts";
import { hashOf, randomFor } from "./random.ts";
import { isReal, type Teams } from "./teams.ts";

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** A game as first scheduled. Times are in milliseconds. */
export type ScheduledGame = {
  id: string;
  competition: Competition;
  home: string;
  away: string;
  startsAt: number;
  /** From the start until the result is known. */
  lengthMs: number;
  /** The place of a bout on its card, 0 for the first; 0 in other sports. */
  place: number;
};

export type SeasonOptions = {
  seed: string;
  teams: Teams;
  /** Share of the usual games that are played, above 0 and up to 1. */
  share: number;
};

/** Every fourth week all fighters are shuffled and split over the cards, so that each of them rests. */
const cardsPerShuffle = 4;
const doubleheaderShare = 0.04;

/** The games of a competition that are scheduled on a UTC date (YYYY-MM-DD), the late ones of the next night included. */
export function scheduleOf(
  options: SeasonOptions,
  competition: Competition,
  date: string,
): ScheduledGame[] {
  const { key, sport } = competition;
  const { round, starts } = rulesOf[sport];
  const midnight = Date.parse(date);
  const day = new Date(midnight).getUTCDay();
  const isWeekly = round === "week";
  const ofRound = isWeekly
    ? mondayFirst.flatMap((weekday) => (starts[weekday] ?? []).map((hour) => ({ weekday, hour })))
    : (starts[day] ?? []).map((hour) => ({ weekday: day, hour }));
  const roundDate = isWeekly ? dateOf(midnight - ((day + 6) % 7) * dayMs) : date;
  const chosen = thinned(ofRound, options.share);
  const pairs = pairsOf(options, competition, roundDate).slice(-chosen.length);
  return chosen
    .map((start, index) => ({ ...start, pair: pairs[index], place: index }))
    .filter(({ weekday, pair }) => weekday === day && pair !== undefined)
    .flatMap(({ hour, pair: [home = "", away = ""] = [], place }) => {
      const id = `${key}:${date}:${place}`;
      const random = randomFor(options.seed, id, "length");
      const usualMs = rulesOf[sport].hours * hourMs;
      const game: ScheduledGame = {
        id,
        competition,
        home,
        away,
        startsAt: midnight + Math.round(hour * 60) * minuteMs,
        lengthMs: Math.round(usualMs * (0.92 + 0.16 * random.uniform())) + latenessMs(random),
        place: sport === "ufc" ? place : 0,
      };
      const isDoubled = sport === "mlb" && random.uniform() < doubleheaderShare;
      const second = { ...game, id: `${id}:2`, startsAt: game.startsAt + 4 * hourMs };
      return isDoubled ? [game, second] : [game];
    });
}

export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const mondayFirst = [1, 2, 3, 4, 5, 6, 0];

/** Keeps a share of the items, evenly over the list. */
function thinned<T>(items: readonly T[], share: number): T[] {
  return items.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

/** Pairs in which each team of the competition occurs at most once. */
function pairsOf({ seed, teams, share }: SeasonOptions, competition: Competition, date: string) {
  const { key, league, sport } = competition;
  let names = teams.get(league) ?? [];
  if (sport === "ufc") {
    const week = Math.floor(Date.parse(date) / (7 * dayMs));
    const card = week % cardsPerShuffle;
    const all = randomFor(seed, key, week - card).shuffle(names);
    const size = Math.floor(all.length / cardsPerShuffle);
    names = all.slice(card * size, (card + 1) * size);
  }
  const shuffled = randomFor(seed, key, date, share).shuffle(names);
  // Real fighters meet each other, in the last bouts.
  const order = shuffled.toSorted((a, b) => Number(isReal(a)) - Number(isReal(b)));
  return Array.from({ length: Math.floor(order.length / 2) }, (_, index) =>
    order.slice(2 * index, 2 * index + 2),
  );
}

/** Most results are known within minutes, a few only after hours. */
function latenessMs(random: ReturnType<typeof randomFor>): number {
  return random.uniform() < 0.03 ? 5 * hourMs : random.integer(1, 12) * minuteMs;
}

/** An id as The Odds API writes it; `version` counts the listings of a game. */
export function eventIdOf(seed: string, gameId: string, version: number): string {
  return [0, 1, 2, 3]
    .map((part) => hashOf(`${seed}|${gameId}|${version}|${part}`).toString(16).padStart(8, "0"))
    .join("");
}

/** An id as API-Sports writes it. */
export const sourceIdOf = (seed: string, gameId: string): number =>
  hashOf(`${seed}|${gameId}|source`) >>> 1;
