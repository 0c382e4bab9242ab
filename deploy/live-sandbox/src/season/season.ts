import { type Change, type Listing, listingAt, ownChange } from "./changes.ts";
import { type Competition, competitionByKey, type Sport } from "./competitions.ts";
import { play, type Result, type Strengths, strengthsOf } from "./play.ts";
import {
  dateOf,
  dayMs,
  eventIdOf,
  type ScheduledGame,
  scheduleOf,
  type SeasonOptions,
  sourceIdOf,
} from "./schedule.ts";

/** A game as it stands at one moment, under its current orientation. */
export type Game = Listing & {
  id: string;
  competition: Competition;
  /** The id at The Odds API. */
  eventId: string;
  /** The id at API-Sports. */
  sourceId: number;
  home: string;
  away: string;
  phase: "scheduled" | "live" | "finished" | "off";
  /** From 0 at the start to 1 at the end. */
  progress: number;
  scheduled: ScheduledGame;
};

/** How a game really ended, after everything that happens to it. */
export type Truth = {
  id: string;
  sport: Sport;
  /** Its name in the file of teams. */
  league: string;
  eventIds: string[];
  /** The first schedule, and the real start after all changes. */
  scheduledAt: string;
  startsAt: string;
  home: string;
  away: string;
  /** Points by side, the winner of a bout, or null for a game without a result. */
  outcome: { home: number; away: number } | { winner: "home" | "away" | "draw" } | null;
  changes: string[];
};

export type Season = ReturnType<typeof createSeason>;

/** Days before its start on which a game is first listed. */
const listedDays = 8;
/** No change moves a game further. */
const reachMs = 15 * dayMs;

/** The whole season as a function of its seed, the changes that were ordered, and a moment. */
export function createSeason(
  options: SeasonOptions & {
    /** Nothing was played before this date (YYYY-MM-DD). */
    from: string;
    /** Multiplies the share of games that are moved, canceled and so on; 0 for none. */
    trouble: number;
    /** Changes that were ordered, by id of the game. */
    orderedChanges: (gameId: string) => readonly Change[];
  },
) {
  const { seed, from, trouble, orderedChanges } = options;
  const days = new Map<string, ScheduledGame[]>();
  const strengths = new Map<string, Strengths>();
  const results = new Map<string, Result>();

  function dayOf(competition: Competition, date: string): ScheduledGame[] {
    if (date < from) return [];
    return remember(days, `${competition.key}:${date}`, () =>
      scheduleOf(options, competition, date),
    );
  }

  function changesOf(game: ScheduledGame): Change[] {
    const own = ownChange(seed, game, trouble);
    return [...(own ? [own] : []), ...orderedChanges(game.id)];
  }

  function gameAt(scheduled: ScheduledGame, now: number): Game {
    const listing = listingAt(scheduled, changesOf(scheduled), now);
    const { id, competition, home, away, lengthMs } = scheduled;
    const progress = Math.min(1, Math.max(0, (now - listing.startsAt) / lengthMs));
    const phase = progress === 1 ? "finished" : now >= listing.startsAt ? "live" : "scheduled";
    return {
      ...listing,
      id,
      competition,
      eventId: eventIdOf(seed, id, listing.version),
      sourceId: sourceIdOf(seed, id),
      home: listing.isSwapped ? away : home,
      away: listing.isSwapped ? home : away,
      phase: listing.off ? "off" : phase,
      progress,
      scheduled,
    };
  }

  function truthOf(scheduled: ScheduledGame): Truth {
    const game = gameAt(scheduled, Number.POSITIVE_INFINITY);
    const { id, competition, home, away, startsAt, version, isSwapped } = game;
    return {
      id,
      sport: competition.sport,
      league: competition.league,
      eventIds: Array.from({ length: version + 1 }, (_, index) => eventIdOf(seed, id, index)),
      scheduledAt: new Date(scheduled.startsAt).toISOString(),
      startsAt: new Date(startsAt).toISOString(),
      home,
      away,
      outcome: game.off ? null : outcomeOf(resultOf(scheduled), isSwapped),
      changes: changesOf(scheduled).map(({ kind }) => kind),
    };
  }

  const resultOf = (game: ScheduledGame): Result =>
    remember(results, game.id, () => play(seed, game));

  /** Games of a competition that start within a period by the listing of a moment. */
  function gamesBetween(competition: Competition, period: Period, now: number): Game[] {
    return scheduledBetween(competition, period)
      .map((game) => gameAt(game, now))
      .filter(({ startsAt }) => startsAt >= period.from && startsAt < period.to)
      .toSorted((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
  }

  function scheduledBetween(competition: Competition, { from: start, to }: Period) {
    const found: ScheduledGame[] = [];
    const first = Math.max(start - reachMs, Date.parse(from));
    for (let time = first; time < to + reachMs; time += dayMs)
      found.push(...dayOf(competition, dateOf(time)));
    return found;
  }

  return {
    gamesBetween,
    /** Games that are listed at a moment: in play, and those of the next days. */
    listed: (competition: Competition, now: number): Game[] =>
      gamesBetween(competition, { from: now - dayMs, to: now + listedDays * dayMs }, now).filter(
        ({ phase }) => phase === "scheduled" || phase === "live",
      ),
    resultOf: ({ scheduled }: Game): Result => resultOf(scheduled),
    strengthsOf: ({ scheduled }: Game): Strengths =>
      remember(strengths, scheduled.id, () => strengthsOf(seed, scheduled)),
    /** The truth of every game that was first scheduled within a period. */
    truths: (competition: Competition, period: Period): Truth[] =>
      scheduledBetween(competition, period)
        .filter(({ startsAt }) => startsAt >= period.from && startsAt < period.to)
        .map(truthOf),
    /** One game at a moment; undefined for an unknown id. */
    find: (id: string, now: number): Game | undefined => {
      const [key = "", date = ""] = id.split(":");
      const competition = competitionByKey.get(key);
      if (!competition || Number.isNaN(Date.parse(date))) return undefined;
      const scheduled = dayOf(competition, date).find((game) => game.id === id);
      return scheduled && gameAt(scheduled, now);
    },
  };
}

/** Milliseconds; `to` is not included. */
export type Period = { from: number; to: number };

function outcomeOf(result: Result, isSwapped: boolean): Truth["outcome"] {
  if (result.kind === "score") {
    const [home, away] = [result.home.total, result.away.total];
    return isSwapped ? { home: away, away: home } : { home, away };
  }
  const { winner } = result;
  if (!isSwapped || winner === "draw") return { winner };
  return { winner: winner === "home" ? "away" : "home" };
}

function remember<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
