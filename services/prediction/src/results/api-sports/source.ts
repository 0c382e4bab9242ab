import { setImmediate } from "node:timers/promises";
import { addDays, dateOf, dayMs, daysBetween, hourMs, minuteMs } from "../../domain/dates.ts";
import type { SourceGame } from "../../domain/live-games/rated-result.ts";
import type { Clock } from "../../use-cases/ports.ts";
import type { ResultsQuery, ResultsSource } from "../source.ts";
import { timeZoneOf } from "../competitions.ts";
import { apiSportsClient } from "./client.ts";
import { apiCompetition, type ApiCompetition } from "./competitions.ts";
import { readApiGame, readFight, readFightResults, type ReadContext } from "./read-game.ts";

/** More dates than this cost more as single requests than the whole season, which is one. */
const mostDates = 2;
/** Entries read before other work gets its turn. */
const batch = 500;
/** Requests a day of the free plan; the headers of the first response say how many there are. */
const freeRequests = 100;
/** The source updates scores every 15 to 30 seconds; nobody acts on a result within minutes. */
const fastestMs = 5 * minuteMs;
const slowestMs = 3 * hourMs;
const idleMs = 6 * hourMs;
/** Share of the day's requests that polling may use. */
const share = 0.8;

/**
 * Results of all seven sports from API-Sports (api-sports.io).
 * @param options.url address with `{host}` in the place of the host's name
 */
export function apiSportsSource(options: {
  url: string;
  apiKey: string;
  clock: Clock;
  /** Gets the number of entries that were left out as unreadable, and what was wrong with the first. */
  onUnreadable: (query: ResultsQuery, entries: number, why: string) => void;
}): ResultsSource {
  const client = apiSportsClient(options);

  async function read(
    query: ResultsQuery,
    entries: readonly unknown[],
    readEntry: (entry: unknown, context: ReadContext) => SourceGame | undefined,
  ): Promise<SourceGame[]> {
    const context = { ...query, timeZone: timeZoneOf(query.sport, query.league) };
    const games: SourceGame[] = [];
    const faults: string[] = [];
    for (const [at, entry] of entries.entries()) {
      if (at % batch === batch - 1) await setImmediate();
      try {
        const game = readEntry(entry, context);
        if (game && game.date >= query.from && game.date <= query.to) games.push(game);
      } catch (error) {
        faults.push(error instanceof Error ? error.message.slice(0, 200) : "unreadable");
      }
    }
    if (faults.length > 0) options.onUnreadable(query, faults.length, faults[0] ?? "");
    return games;
  }

  /** Entries of all dates of a query, in as few requests as possible. */
  async function list({ host, path, leagueId, seasonOf }: ApiCompetition, query: ResultsQuery) {
    const timezone = timeZoneOf(query.sport, query.league);
    const league = leagueId === undefined ? {} : { league: leagueId };
    const { from, to } = query;
    const dates = datesOf(from, to);
    if (path !== "fixtures" && dates.length <= mostDates) {
      const lists: unknown[][] = [];
      for (const date of dates) {
        const season = leagueId === undefined ? {} : { season: seasonOf(date) };
        lists.push(await client.list(host, path, { date, ...league, ...season, timezone }));
      }
      return lists.flat();
    }
    const seasons = [...new Set(dates.map(seasonOf))];
    const range = path === "fixtures" ? { from, to } : {};
    const lists: unknown[][] = [];
    for (const season of seasons)
      lists.push(await client.list(host, path, { ...league, season, ...range, timezone }));
    return lists.flat();
  }

  /** Says how finished bouts were won: one more request for each day with one. */
  async function fightResults(host: string, games: readonly SourceGame[]) {
    const now = options.clock.now();
    const days = new Set(
      games.flatMap(({ startsAt, status }) =>
        startsAt && startsAt < now && status !== "canceled" ? dateOf(startsAt) : [],
      ),
    );
    const lists: unknown[][] = [];
    for (const date of days) lists.push(await client.list(host, "fights/results", { date }));
    return readFightResults(lists.flat());
  }

  return {
    name: "api-sports",
    reachDays: Number.POSITIVE_INFINITY,
    stepDays: 200,
    overlapDays: 7,
    covers: (sport, league) => apiCompetition(sport, league) !== undefined,
    pace: ({ sport, competitions, now }) => {
      const { host = "" } = apiCompetition(sport, "epl") ?? {};
      const requests = Math.max(1, share * (client.requestsLeft(host) ?? freeRequests));
      const restMs = dayMs - (now.getTime() % dayMs);
      const evenMs = (restMs * competitions * mostDates) / requests;
      const awaitedMs = Math.min(slowestMs, Math.max(fastestMs, evenMs));
      return Promise.resolve({ awaitedMs, idleMs: Math.max(idleMs, awaitedMs) });
    },
    games: async (query) => {
      const competition = apiCompetition(query.sport, query.league);
      if (!competition) return [];
      const entries = await list(competition, query);
      if (query.sport !== "ufc") return read(query, entries, readApiGame);
      const none = readFightResults([]);
      const bouts = await read(query, entries, (entry, context) => readFight(entry, context, none));
      const results = await fightResults(competition.host, bouts);
      return read(query, entries, (entry, context) => readFight(entry, context, results));
    },
  };
}

const datesOf = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) => addDays(from, day));
