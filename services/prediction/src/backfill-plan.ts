import { createHash } from "node:crypto";
import { riskLevels } from "./domain/risk.ts";
import { sports, type Sport } from "./domain/sport.ts";
import { seededRandom, type Random } from "./slates/random.ts";
import type { GeneratePrediction } from "./use-cases/generate-prediction.ts";
import { weekday } from "./domain/dates.ts";

/** Who the published record belongs to: the engine itself, by an account that nobody can sign in to. */
export const houseId = "house";

/** A prediction to be asked for, with the id under which it is stored. */
export type PlannedPrediction = GeneratePrediction & { id: string };

/** The weekday (0 is Sunday) on which the engine takes its picks of a sport: before the round, or once a week. */
const pickDay: Record<Sport, number> = {
  soccer: 4,
  nba: 1,
  mlb: 1,
  nhl: 1,
  ufc: 4,
  nfl: 4,
  cfb: 4,
};
/** The engine takes its first picks of every risk, the same stake on each. */
const housePicks = 4;
const houseStake = 100;

/** What the demo's subscriber likes to bet, each as often as it is named. */
const demoSports: readonly Sport[] = ["nba", "nba", "nba", "nhl", "nfl", "nfl", "soccer", "ufc"];
const demoRisks = [
  "moderate",
  "moderate",
  "moderate",
  "aggressive",
  "aggressive",
  "insane",
] as const;
const demoStakes = [20, 25, 50, 50, 100] as const;
const demoPicks = { fewest: 2, most: 5 };

const idOf = (...words: readonly (string | number)[]): string =>
  `prd_${createHash("sha256").update(words.join("|")).digest("hex").slice(0, 32)}`;

const oneOf = <T>(items: readonly T[], { uniform }: Random): T | undefined =>
  items[Math.floor(uniform() * items.length)];

type Wish = Omit<GeneratePrediction, "userId">;

const housePlan = (date: string): Wish[] =>
  sports
    .filter((sport) => pickDay[sport] === weekday(date))
    .flatMap((sport) =>
      riskLevels.flatMap((riskLevel) =>
        Array.from({ length: housePicks }, (_, index) => ({
          sport,
          riskLevel,
          stake: houseStake,
          requestCount: index + 1,
        })),
      ),
    );

const demoPlan = (seed: string, date: string): Wish[] => {
  const offered = demoSports.filter((sport) => pickDay[sport] === weekday(date));
  if (offered.length === 0) return [];
  const random = seededRandom(seed, "demo", date);
  const { fewest, most } = demoPicks;
  const count = fewest + Math.floor(random.uniform() * (most - fewest + 1));
  return Array.from({ length: count }, (_, index) => ({
    sport: oneOf(offered, random) ?? "nba",
    riskLevel: oneOf(demoRisks, random) ?? "moderate",
    stake: oneOf(demoStakes, random) ?? houseStake,
    requestCount: index + 1,
  }));
};

/**
 * What is asked for on one date: the engine's own first picks, and some of the demo subscriber's, whose
 * `demoUserId` is absent where there is none. The same seed, user and date give the same ids.
 */
export const plannedOn = (
  { seed, demoUserId }: { seed: string; demoUserId: string | undefined },
  date: string,
): PlannedPrediction[] => {
  const named = (userId: string, wishes: readonly Wish[]) =>
    wishes.map((wish) => {
      const { sport, riskLevel, requestCount } = wish;
      return { ...wish, userId, id: idOf(seed, userId, date, sport, riskLevel, requestCount) };
    });
  return [
    ...named(houseId, housePlan(date)),
    ...(demoUserId === undefined ? [] : named(demoUserId, demoPlan(seed, date))),
  ];
};
