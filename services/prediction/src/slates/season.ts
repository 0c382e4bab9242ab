import type { Sport } from "../domain/sport.ts";
import { mondayOf, weekday } from "./dates.ts";
import { seededRandom } from "./random.ts";
import type { Side } from "./sides.ts";

/** How often a sport plays in the simulated season. */
type Rhythm =
  | { kind: "daily"; games: number; hours: readonly number[] }
  | { kind: "weekly"; days: readonly number[]; most: number; hours: readonly number[] };

/** Hours in UTC; weekday 0 is Sunday. Weekly sports draw one pairing a week and spread it over their days. */
const rhythms: Record<Sport, Rhythm> = {
  nba: { kind: "daily", games: 7, hours: [0.5, 1, 2, 23, 23.5] },
  nhl: { kind: "daily", games: 7, hours: [0, 1, 2.5, 23, 23.5] },
  mlb: { kind: "daily", games: 12, hours: [0.5, 2, 17.5, 20, 23] },
  nfl: { kind: "weekly", days: [0, 0, 0, 0, 0, 0, 1, 4], most: 16, hours: [18, 21.5] },
  cfb: { kind: "weekly", days: [5, 6, 6, 6, 6, 6], most: 44, hours: [17, 20.5, 23.5] },
  ufc: { kind: "weekly", days: [6], most: 13, hours: [21, 22, 23] },
  soccer: { kind: "weekly", days: [6, 6, 6, 0, 0, 3], most: 60, hours: [12.5, 15, 17.5, 20] },
};

/** One pairing of the simulated season. */
export type Pairing = { home: Side; away: Side; hour: number };

const pairUp = (sides: readonly Side[]): { home: Side; away: Side }[] => {
  const pairs: { home: Side; away: Side }[] = [];
  for (let index = 0; index + 1 < sides.length; index += 2) {
    const [home, away] = [sides[index], sides[index + 1]];
    if (home && away) pairs.push({ home, away });
  }
  return pairs;
};

const byPool = (sides: readonly Side[]): Side[][] => [
  ...Map.groupBy(sides, (side) => side.pool).values(),
];

const pickOne = <T>(items: readonly T[], uniform: number): T | undefined =>
  items[Math.floor(uniform * items.length)];

/** The pairings of one date: sides of one pool meet, nobody twice on a date (weekly sports: in a week). */
export const pairingsOn = (
  seed: string,
  sport: Sport,
  date: string,
  sides: readonly Side[],
): Pairing[] => {
  const rhythm = rhythms[sport];
  const isDaily = rhythm.kind === "daily";
  const random = seededRandom(seed, sport, isDaily ? date : mondayOf(date));
  const pairs = random.shuffle(byPool(sides).flatMap((pool) => pairUp(random.shuffle(pool))));
  return pairs
    .slice(0, isDaily ? rhythm.games : rhythm.most)
    .map((pair) => ({
      ...pair,
      hour: pickOne(rhythm.hours, random.uniform()) ?? 20,
      day: isDaily ? weekday(date) : pickOne(rhythm.days, random.uniform()),
    }))
    .filter(({ day }) => day === weekday(date));
};
