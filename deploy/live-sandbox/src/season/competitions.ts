import type { Sport } from "@orbline/proto/constants/predictions";
import json from "./competitions.json" with { type: "json" };

export type { Sport };

/** One competition under the names of both providers. */
export type Competition = {
  /** Its key at The Odds API. */
  key: string;
  title: string;
  sport: Sport;
  /** Its name in the file of teams. */
  league: string;
  /** Its id and name at API-Sports. */
  sourceId: number;
  sourceName: string;
  country: string;
};

export const competitions = json as Competition[];

export const competitionByKey = new Map(competitions.map((one) => [one.key, one]));

/** How a sport schedules and scores its games. */
export type SportRules = {
  /** A team plays once in a round; weeks begin on Monday. */
  round: "day" | "week";
  /** Starts in hours UTC on each day of the week, Sunday first; 24 and more is the next day. */
  starts: number[][];
  /** Usual length of a game in hours. */
  hours: number;
  scoring: Scoring;
};

type Scoring =
  /** Points around a mean, with a normal margin. `home` and `spread` of the strengths are in points. */
  | {
      kind: "points";
      total: number;
      totalSd: number;
      marginSd: number;
      home: number;
      spread: number;
    }
  /** Goals or runs of each team, Poisson. `home` and `spread` are in logarithms of the mean. */
  | { kind: "goals"; mean: number; home: number; spread: number }
  /** One winner. `spread` is in logits. */
  | { kind: "bout"; spread: number };

const daily = (starts: number[]): number[][] => Array.from({ length: 7 }, () => starts);
const weekly = (days: Record<number, number[]>): number[][] =>
  Array.from({ length: 7 }, (_, day) => days[day] ?? []);

export const rulesOf: Record<Sport, SportRules> = {
  nfl: {
    round: "week",
    starts: weekly({
      0: [18, 18, 18, 18, 18, 18, 21.42, 21.42, 21.42, 25.33],
      1: [25.25],
      4: [25.25],
    }),
    hours: 3.1,
    scoring: { kind: "points", total: 45, totalSd: 13, marginSd: 13, home: 1.6, spread: 5 },
  },
  cfb: {
    round: "week",
    // Many games of the evening start at midnight UTC or a few minutes before.
    starts: weekly({
      3: [24.5],
      4: [24.5],
      5: [24, 26],
      6: [17, 17, 17, 17, 20.5, 20.5, 20.5, 20.5, 23.75, 23.75, 24, 24, 24, 26.5, 27.5],
    }),
    hours: 3.4,
    scoring: { kind: "points", total: 54, totalSd: 15, marginSd: 16, home: 2.5, spread: 9 },
  },
  nba: {
    round: "day",
    starts: daily([24, 24.17, 24.5, 25.17, 27.17]),
    hours: 2.4,
    scoring: { kind: "points", total: 228, totalSd: 18, marginSd: 12.5, home: 2.3, spread: 5 },
  },
  nhl: {
    round: "day",
    starts: daily([24.12, 24.12, 24.62, 26.12, 27.12]),
    hours: 2.6,
    scoring: { kind: "goals", mean: 3.05, home: 0.05, spread: 0.14 },
  },
  mlb: {
    round: "day",
    starts: daily([17.17, 22.67, 23.1, 23.17, 24.17, 26.17]),
    hours: 2.9,
    scoring: { kind: "goals", mean: 4.5, home: 0.04, spread: 0.15 },
  },
  ufc: {
    round: "week",
    starts: weekly({ 6: [22, 22.5, 23, 23.5, 24, 24.5, 25, 25.5, 26, 26.5, 27, 27.5] }),
    hours: 0.4,
    scoring: { kind: "bout", spread: 0.9 },
  },
  soccer: {
    round: "week",
    starts: weekly({ 0: [14, 16.5, 20], 5: [20], 6: [12.5, 15, 15, 17.5] }),
    hours: 1.9,
    scoring: { kind: "goals", mean: 1.38, home: 0.2, spread: 0.35 },
  },
};
