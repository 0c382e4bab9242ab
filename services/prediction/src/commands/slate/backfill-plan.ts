import { weekday } from "../../domain/dates.ts";
import { riskLevels } from "../../domain/risk.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import { seededRandom, type Random } from "../../slates/random.ts";
import type { PredictionRequest } from "../../use-cases/generate-prediction.ts";

/** Owner of the published track record: an account that nobody can sign in to. */
export const houseId = "house";

/** The weekday (0 is Sunday) on which the house takes its picks of a sport: before the round, or once a week. */
const pickDay: Record<Sport, number> = {
  soccer: 4,
  nba: 1,
  mlb: 1,
  nhl: 1,
  ufc: 4,
  nfl: 4,
  cfb: 4,
};
/** The house takes its first picks of every risk level at the same stake. */
const housePicks = 4;
const houseStake = 100;

/** Preferences of the demo subscriber, weighted by repetition. */
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

type Planned = Omit<PredictionRequest, "userId">;

/**
 * Requests of one date: the first picks for the house, and some for the demo subscriber if there is one. Seed and
 * date are their idempotency key, so that a second run requests the same predictions.
 */
export function planOf(
  date: string,
  { seed, demoUserId }: { seed: string; demoUserId: string | undefined },
): PredictionRequest[] {
  const requestsOf = (userId: string, planned: readonly Planned[]) =>
    planned.map((request) => ({ ...request, userId, timestamp: `${seed} ${date}` }));
  return [
    ...requestsOf(houseId, housePlan(date)),
    ...(demoUserId === undefined ? [] : requestsOf(demoUserId, demoPlan(seed, date))),
  ];
}

function housePlan(date: string): Planned[] {
  return sports
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
}

function demoPlan(seed: string, date: string): Planned[] {
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
}

const oneOf = <T>(items: readonly T[], { uniform }: Random): T | undefined =>
  items[Math.floor(uniform() * items.length)];
