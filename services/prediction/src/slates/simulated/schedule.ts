import { addDays, daysBetween, weekday, weekStart } from "../../domain/dates.ts";
import { sum } from "../../domain/math.ts";
import type { Sport } from "../../domain/sport.ts";
import { seededRandom, type Random } from "../random.ts";
import type { SeasonTeam } from "./teams.ts";

/** A place in a week's schedule: weekday (0 is Sunday) and hour, both in UTC. */
type Slot = { weekday: number; hour: number };

/**
 * How a sport plays. `nightly`: some of the teams each day, rested ones first. `series`: the same pairings for some
 * days in a row. `weekly`: one round, its pairings in slots.
 */
type Rhythm =
  | { kind: "nightly" | "series"; games: readonly number[]; hours: readonly number[] }
  | { kind: "weekly"; firstDay: number; slots: readonly Slot[]; most: number };

const monday = 1;
const wednesday = 3;

const at = (day: number, ...hours: readonly number[]): Slot[] =>
  hours.map((hour) => ({ weekday: day, hour }));
const times = (count: number, hour: number): number[] => Array.from({ length: count }, () => hour);

/**
 * Evening games in America fall on the next day in UTC. The hours keep a team that plays daily from meeting two
 * opponents within a few hours. `games` starts on Sunday.
 */
const rhythms: Record<Sport, Rhythm> = {
  nba: { kind: "nightly", games: [7, 7, 5, 10, 5, 10, 8], hours: [0, 0.5, 1, 2, 3] },
  nhl: { kind: "nightly", games: [9, 5, 4, 8, 5, 9, 6], hours: [0, 0.5, 1, 2, 3] },
  mlb: { kind: "series", games: [15, 11, 15, 15, 11, 15, 15], hours: [17.2, 20.2, 22.7, 23.2] },
  nfl: {
    kind: "weekly",
    firstDay: wednesday,
    slots: [
      ...at(5, 1.25),
      ...at(1, 1.3),
      ...at(2, 1.25),
      ...at(0, ...times(4, 21.4), ...times(9, 18)),
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

type Pair = { home: SeasonTeam; away: SeasonTeam };

/** One game of the schedule; `hour` is UTC. */
export type Pairing = Pair & { hour: number };

/** Weeks in which a fighter has one bout at most. */
const boutWeeks = 8;

/** Standard deviation of rating points by which opponents differ where they are matched: conferences, matchmakers. */
const matchingSd: Partial<Record<Sport, number>> = { cfb: 150, ufc: 60 };

/** The pairings of one date; no team plays twice on a date, nor in the week of a weekly sport. */
export function pairingsOn(
  seed: string,
  sport: Sport,
  date: string,
  teams: readonly SeasonTeam[],
): Pairing[] {
  const rhythm = rhythms[sport];
  const day = weekday(date);
  if (rhythm.kind === "weekly") {
    const { firstDay, slots, most } = rhythm;
    const start = weekStart(date, firstDay);
    const week = Math.floor(daysBetween("1970-01-01", start) / 7);
    return weeklyRound(sport, teams, week, seededRandom(seed, sport, start))
      .slice(0, most)
      .flatMap((pair, index) => {
        const slot = slots[index % slots.length];
        return slot?.weekday === day ? [{ ...pair, hour: slot.hour }] : [];
      });
  }
  const { kind, games, hours } = rhythm;
  const today = seededRandom(seed, sport, date);
  const withHours = (pairs: readonly Pair[]): Pairing[] =>
    pairs
      .slice(0, games[day])
      .map((pair) => ({ ...pair, hour: hours[Math.floor(today.uniform() * hours.length)] ?? 0 }));
  const start = weekStart(date, monday);
  if (kind === "series") {
    // Monday to Thursday, then Friday to Sunday.
    const first = day >= monday && day < 5 ? start : addDays(start, 4);
    return withHours(pairUp(seededRandom(seed, sport, first).shuffle(teams)));
  }
  const playing = nightlyTeams(teams, games, day, seededRandom(seed, sport, start));
  return withHours(pairUp(today.shuffle(playing)));
}

function weeklyRound(
  sport: Sport,
  teams: readonly SeasonTeam[],
  week: number,
  random: Random,
): Pair[] {
  const pools = [...Map.groupBy(teams, ({ pool }) => pool).values()];
  return random.shuffle(pools.flatMap((pool) => pairPool(sport, pool, week, random)));
}

/** Pairs of one pool: drawn by lot, or of teams near in rating with the home team drawn. */
function pairPool(sport: Sport, pool: SeasonTeam[], week: number, random: Random): Pair[] {
  const sd = matchingSd[sport];
  if (sd === undefined) return pairUp(random.shuffle(pool));
  const isReady = ({ turn }: SeasonTeam) => turn % boutWeeks === week % boutWeeks;
  const ordered = (sport === "ufc" ? pool.filter(isReady) : pool)
    .map((team) => ({ team, level: team.rating + sd * random.normal() }))
    .toSorted((a, b) => b.level - a.level)
    .map(({ team }) => team);
  return pairUp(ordered).map(({ home, away }) =>
    random.uniform() < 0.5 ? { home, away } : { home: away, away: home },
  );
}

function pairUp(teams: readonly SeasonTeam[]): Pair[] {
  return teams.flatMap((home, index) => {
    const away = teams[index + 1];
    return index % 2 === 0 && away ? [{ home, away }] : [];
  });
}

/** The teams that play on a day: a window that moves through a weekly order, so that the others rest. */
function nightlyTeams(
  teams: readonly SeasonTeam[],
  games: readonly number[],
  day: number,
  week: Random,
): SeasonTeam[] {
  const order = week.shuffle(teams);
  const before = Array.from({ length: (day + 6) % 7 }, (_, index) => games[(index + 1) % 7] ?? 0);
  const first = 2 * sum(before);
  const count = Math.min(2 * (games[day] ?? 0), 2 * Math.floor(order.length / 2));
  return Array.from({ length: count }, (_, index) => order[(first + index) % order.length]).filter(
    (team) => team !== undefined,
  );
}
