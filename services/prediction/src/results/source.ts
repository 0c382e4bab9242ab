import type { SourceGame } from "../domain/live-games/rated-result.ts";
import type { Sport } from "../domain/sport.ts";

export type { FinishedResult, GameFacts, SourceGame } from "../domain/live-games/rated-result.ts";

export const sourceNames = ["the-odds-api", "api-sports", "files"] as const;
export type SourceName = (typeof sourceNames)[number];

/** Games of a sport or soccer league on local calendar dates (YYYY-MM-DD), both included. */
export type ResultsQuery = { sport: Sport; league?: string | undefined; from: string; to: string };

/** Times between queries: while results are missing, and else. Infinite where a query is not worth its price. */
export type Pace = { awaitedMs: number; idleMs: number };

/** Results of games, and facts before them, from one provider or set of files. */
export type ResultsSource = {
  name: SourceName;
  /** How many days back the source reports results; infinite for an archive. */
  reachDays: number;
  /** How many days one query may span. */
  stepDays: number;
  /** Days that are read again with every query: results come late, and change. */
  overlapDays: number;
  /** Whether the source reports results of a sport, or of one soccer league. */
  covers: (sport: Sport, league?: string) => boolean;
  /** Time between two queries for one competition, when this many of its sport are in season. */
  pace: (query: { sport: Sport; competitions: number; now: Date }) => Promise<Pace>;
  /**
   * Games in the order of the source; an unreadable game is left out, never the whole response.
   * @throws ResultsFailure when there is no usable response
   */
  games: (query: ResultsQuery) => Promise<SourceGame[]>;
};

/** Why a source gave no usable response. The message names no key. */
export class ResultsFailure extends Error {
  /** How long the same query would fail again; undefined when another try may soon succeed. */
  readonly pauseMs: number | undefined;

  constructor(message: string, pauseMs?: number) {
    super(message);
    this.pauseMs = pauseMs;
  }
}
