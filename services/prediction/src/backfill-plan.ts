import { createHash } from "node:crypto";
import { riskLevels } from "./domain/risk.ts";
import { sports, type Sport } from "./domain/sport.ts";
import { weekday } from "./slates/dates.ts";
import { seededRandom, type Random } from "./slates/random.ts";
import type { GeneratePrediction } from "./use-cases/generate-prediction.ts";

/** Who the published record belongs to: the engine itself, by an account that nobody can sign in to. */
export const houseId = "house";

/** A prediction to be asked for, with the id under which it is stored. */
export type PlannedPrediction = GeneratePrediction & { id: string };

/** Weekdays (0 is Sunday) on which the engine takes its picks of a sport: before the round, or twice a week. */
const pickDays: Record<Sport, readonly number[]> = {
  soccer: [4],
  nba: [1, 4],
  mlb: [1, 4],
  nhl: [1, 4],
  ufc: [4],
  nfl: [4],
  cfb: [4],
};
/** The engine takes its first picks of every risk, the same stake on each. */
const housePicks = 3;
const houseStake = 100;

/** What the demo's subscriber likes to bet, each as often as it is named. */
const demoSports: readonly Sport[] = ["nba", "nba", "nba", "nfl", "nfl", "soccer", "nhl", "ufc"];
const demoRisks = [
  "moderate",
  "moderate",
  "moderate",
  "aggressive",
  "aggressive",
  "insane",
] as const;
const demoStakes = [20, 25, 50, 50, 100] as const;

const idOf = (...words: readonly (string | number)[]): string =>
  `prd_${createHash("sha256").update(words.join("|")).digest("hex").slice(0, 32)}`;

const oneOf = <T>(items: readonly [T, ...T[]], { uniform }: Random): T =>
  items[Math.floor(uniform() * items.length)] ?? items[0];

const housePlan = (date: string): Omit<GeneratePrediction, "userId">[] =>
  sports
    .filter((sport) => pickDays[sport].includes(weekday(date)))
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

const demoPlan = (seed: string, date: string): Omit<GeneratePrediction, "userId">[] => {
  if (!Object.values(pickDays).some((days) => days.includes(weekday(date)))) return [];
  const random = seededRandom(seed, "demo", date);
  return Array.from({ length: 1 + Math.floor(random.uniform() * 4) }, (_, index) => ({
    sport: oneOf(demoSports as [Sport, ...Sport[]], random),
    riskLevel: oneOf(demoRisks, random),
    stake: oneOf(demoStakes, random),
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
  const named = (userId: string, wishes: readonly Omit<GeneratePrediction, "userId">[]) =>
    wishes.map((wish) => {
      const { sport, riskLevel, requestCount } = wish;
      return { ...wish, userId, id: idOf(seed, userId, date, sport, riskLevel, requestCount) };
    });
  return [
    ...named(houseId, housePlan(date)),
    ...(demoUserId === undefined ? [] : named(demoUserId, demoPlan(seed, date))),
  ];
};
