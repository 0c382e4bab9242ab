import type { Sport } from "../domain/sport.ts";
import type { FinishedGame, Fixture } from "../engine/types.ts";

/** Games of a sport or soccer league on local calendar dates (YYYY-MM-DD), both included. */
export type ResultsQuery = { sport: Sport; league?: string | undefined; from: string; to: string };

/** How a game ended; `overtime` covers extra innings and shoot-outs too, where the source reports them. */
export type FinishedResult = FinishedGame["result"] & { overtime?: boolean | undefined };

/** What is known of a game before it starts. A starter is a listed pitcher or a confirmed goalie. */
export type GameFacts = Pick<
  Fixture,
  | "season"
  | "neutral"
  | "postseason"
  | "homeDivision"
  | "awayDivision"
  | "weightClass"
  | "homeStarter"
  | "awayStarter"
  | "homeAge"
  | "awayAge"
  | "homeReach"
  | "awayReach"
  | "redCorner"
>;

/** A game as a source reports it, under the source's names. */
export type SourceGame = {
  sourceId: string;
  sport: Sport;
  league?: string | undefined;
  /** The calendar date that the ratings use: UTC in college football, else local to the league. */
  date: string;
  /** Unknown in files that have dates alone. */
  startsAt?: Date | undefined;
  home: string;
  away: string;
  status: "scheduled" | "finished" | "canceled";
  /** Of finished games alone. */
  result?: FinishedResult | undefined;
  facts?: GameFacts | undefined;
};

/** Results of games, and facts before them, from one provider or set of files. */
export type ResultsSource = {
  name: string;
  /** How many days back the source reports results; infinite for an archive. */
  reachDays: number;
  /** Whether the source reports results of a sport, or of one soccer league. */
  covers: (sport: Sport, league?: string) => boolean;
  /**
   * Games in the order of the source; an unreadable game is left out, never the whole response.
   * @throws an error that says why there is no usable response; it names no key
   */
  games: (query: ResultsQuery) => Promise<SourceGame[]>;
};
