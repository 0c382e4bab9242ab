import type { Sport } from "../../domain/sport.ts";
import { seededRandom, type Random } from "../random.ts";
import type { Side } from "./teams.ts";
import { addDays, daysBetween, weekday, weekStart } from "../../domain/dates.ts";
import { sum } from "../../domain/math.ts";

/** A place in a week's schedule: weekday (0 is Sunday) and hour, both in UTC. */
type Slot = { weekday: number; hour: number };

/**
 * How a sport plays. `nightly`: some of the sides each day, those that rested before those that played.
 * `series`: the same pairings for some days in a row. `weekly`: one round, its pairings in slots.
 */
type Rhythm =
  | { kind: "nightly"; games: readonly number[]; hours: readonly number[] }
  | { kind: "series"; games: readonly number[]; hours: readonly number[] }
  | { kind: "weekly"; firstDay: number; slots: readonly Slot[]; most: number };

const monday = 1;
const wednesday = 3;

const at = (day: number, ...hours: readonly number[]): Slot[] =>
  hours.map((hour) => ({ weekday: day, hour }));
const times = (count: number, slot: Slot): Slot[] => Array.from({ length: count }, () => slot);

/**
 * Evening games in America fall on the next day in UTC; hours keep a side that plays daily from meeting two
 * opponents within a few hours. `games` runs from Sunday.
 */
const rhythms: Record<Sport, Rhythm> = {
  nba: { kind: "nightly", games: [7, 7, 5, 10, 5, 10, 8], hours: [0, 0.5, 1, 2, 3] },
  nhl: { kind: "nightly", games: [9, 5, 4, 8, 5, 9, 6], hours: [0, 0.5, 1, 2, 3] },
  mlb: { kind: "series", games: [15, 11, 15, 15, 11, 15, 15], hours: [17.2, 20.2, 22.7, 23.2] },
  nfl: {
    kind: "weekly",
    firstDay: wednesday,
    slots: [
      { weekday: 5, hour: 1.25 },
      { weekday: 1, hour: 1.3 },
      { weekday: 2, hour: 1.25 },
      ...times(4, { weekday: 0, hour: 21.4 }),
      ...times(9, { weekday: 0, hour: 18 }),
    ],
    most: 16,
  },
  cfb: {
    kind: "weekly",
    firstDay: wednesday,
    slots: [...at(6, 0, 17, 17, 17, 20.5, 20.5, 20.5, 23.5), ...at(0, 0, 0.5, 3)],
    most: 55,
  },
  ufc: {
    kind: "weekly",
    firstDay: wednesday,
    slots: [...at(6, 20.5, 21, 21.5, 22, 22.5, 23, 23.5), ...at(0, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5)],
    most: 15,
  },
  soccer: {
    kind: "weekly",
    firstDay: monday,
    slots: [
      ...at(3, 19.75),
      ...at(5, 19.5),
      ...at(6, 12.5, 15, 15, 15, 17.5, 20),
      ...at(0, 14, 16.5, 19),
    ],
    most: 66,
  },
};

/** One pairing of the simulated season. */
export type Pairing = { home: Side; away: Side; hour: number };
type Pair = { home: Side; away: Side };

const pairUp = (sides: readonly Side[]): Pair[] => {
  const pairs: Pair[] = [];
  for (let index = 0; index + 1 < sides.length; index += 2) {
    const [home, away] = [sides[index], sides[index + 1]];
    if (home && away) pairs.push({ home, away });
  }
  return pairs;
};

/** Weeks in which a fighter has one bout at most. */
const boutWeeks = 8;

/** How far, in rating points, pairings stray from equals where opponents are chosen: conferences, matchmakers. */
const matchingSd: Partial<Record<Sport, number>> = { cfb: 150, ufc: 60 };

/** Pairs of one pool: drawn by lot, or of sides near in rating with the home side drawn. */
const pairPool = (sport: Sport, pool: readonly Side[], week: number, random: Random): Pair[] => {
  const sd = matchingSd[sport];
  if (sd === undefined) return pairUp(random.shuffle(pool));
  const ready =
    sport === "ufc" ? pool.filter(({ turn }) => turn % boutWeeks === week % boutWeeks) : pool;
  const ordered = ready
    .map((side) => ({ side, level: side.rating + sd * random.normal() }))
    .toSorted((a, b) => b.level - a.level)
    .map(({ side }) => side);
  return pairUp(ordered).map(({ home, away }) =>
    random.uniform() < 0.5 ? { home, away } : { home: away, away: home },
  );
};

const weeklyRound = (
  sport: Sport,
  sides: readonly Side[],
  week: number,
  random: Random,
): Pair[] => {
  const pools = [...Map.groupBy(sides, ({ pool }) => pool).values()];
  return random.shuffle(pools.flatMap((pool) => pairPool(sport, pool, week, random)));
};

/** The sides that play on a day: a window that moves on through a weekly order, so that the others have rested. */
const nightly = (
  sides: readonly Side[],
  games: readonly number[],
  day: number,
  week: Random,
): Side[] => {
  const order = week.shuffle(sides);
  const before = Array.from({ length: (day + 6) % 7 }, (_, index) => games[(index + 1) % 7] ?? 0);
  const first = 2 * sum(before);
  const count = Math.min(2 * (games[day] ?? 0), 2 * Math.floor(order.length / 2));
  return Array.from({ length: count }, (_, index) => order[(first + index) % order.length]).filter(
    (side) => side !== undefined,
  );
};

/** The pairings of one date; nobody plays twice on a date, nor in a weekly sport's week. */
export const pairingsOn = (
  seed: string,
  sport: Sport,
  date: string,
  sides: readonly Side[],
): Pairing[] => {
  const rhythm = rhythms[sport];
  const day = weekday(date);
  if (rhythm.kind === "weekly") {
    const start = weekStart(date, rhythm.firstDay);
    const number = Math.floor(daysBetween("1970-01-01", start) / 7);
    const random = seededRandom(seed, sport, start);
    return weeklyRound(sport, sides, number, random)
      .slice(0, rhythm.most)
      .flatMap((pair, index) => {
        const slot = rhythm.slots[index % rhythm.slots.length];
        return slot?.weekday === day ? [{ ...pair, hour: slot.hour }] : [];
      });
  }
  const { games, hours } = rhythm;
  const today = seededRandom(seed, sport, date);
  const withHours = (pairs: readonly Pair[]): Pairing[] =>
    pairs
      .slice(0, games[day])
      .map((pair) => ({ ...pair, hour: hours[Math.floor(today.uniform() * hours.length)] ?? 0 }));
  const start = weekStart(date, monday);
  if (rhythm.kind === "series") {
    // Monday to Thursday, then Friday to Sunday.
    const opened = day >= monday && day < 5 ? start : addDays(start, 4);
    return withHours(pairUp(seededRandom(seed, sport, opened).shuffle(sides)));
  }
  const playing = nightly(sides, games, day, seededRandom(seed, sport, start));
  return withHours(pairUp(today.shuffle(playing)));
};
