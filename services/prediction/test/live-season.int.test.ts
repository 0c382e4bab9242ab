import type { Fault } from "@orbline/live-sandbox/faults";
import type { Truth } from "@orbline/live-sandbox/season/season";
import { riskLevels, sports } from "@orbline/proto/constants/predictions";
import { predictionSchema } from "@orbline/proto/http/prediction/prediction";
import { isThorough } from "@orbline/kit/testing/depth";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dayMs } from "../src/domain/dates.ts";
import type { Outcome } from "../src/domain/bet.ts";
import type { LegSummary } from "../src/domain/prediction.ts";
import type { Sport } from "../src/domain/sport.ts";
import { teams } from "../src/engine/serving/predict.ts";
import { teamMatcher } from "../src/odds-provider/match-team.ts";
import { loadModels, modelOf } from "../src/slates/models.ts";
import { keepsBets, openLiveSeason, patient } from "./live-season.ts";
import { user } from "./service.ts";

const startAt = "2026-11-02T12:00:00Z";
/** `npm run test:season` plays three weeks; `make test` plays one, in which more games change. */
const { days, trouble } = isThorough ? { days: 21, trouble: 3 } : { days: 7, trouble: 5 };
const stepHours = 12;
const stepCount = (days * 24) / stepHours;
/** The last games start a week after the last predictions; one without a result is void another week later. */
const tailDays = 16;

/** The step after this share of the season. */
const stepAt = (share: number) => Math.floor(share * stepCount);

/** The process that is killed at a step. */
const crashes = new Map<number, "service" | "mongo" | "sandbox">([
  [stepAt(1 / 6), "service"],
  [stepAt(2 / 6), "mongo"],
  [stepAt(3 / 6), "sandbox"],
  [stepAt(4 / 6), "service"],
  [stepAt(5 / 6), "mongo"],
]);

/** The calls that fail from a step on. */
const faults = new Map<number, Fault>([
  [stepAt(0.25), { api: "odds", competition: "basketball_nba", kind: "error" }],
  [stepAt(0.42), { api: "odds", what: "scores", kind: "empty" }],
  [stepAt(0.58), { api: "results", kind: "malformed" }],
]);

type Stored = {
  _id: string;
  sport: Sport;
  legs: LegSummary[];
  legOutcomes: Outcome[];
  outcome: Outcome;
};

const models = loadModels();
const matchTeam = teamMatcher((sport) => teams(modelOf(models, sport)));
/** The name of a team on the slate. */
const shownName = ({ sport, league }: Truth, name: string) =>
  matchTeam({ sport, league: sport === "soccer" ? league : undefined }, name) ?? name;

let season: Awaited<ReturnType<typeof openLiveSeason>>;
beforeEach(async () => {
  season = await openLiveSeason({ startAt, sandbox: { SHARE: "0.4", TROUBLE: String(trouble) } });
});
afterEach(() => season.close());

/** The truth about the game of a leg: the same two teams, with the nearest start. */
function truthOf(truths: readonly Truth[], { sport, leg }: { sport: Sport; leg: LegSummary }) {
  const apart = (time: string) => Math.abs(Date.parse(time) - leg.startsAt.getTime());
  const teamsOf = (names: string[]) => names.toSorted().join(" and ");
  const wanted = teamsOf(leg.game.split(" vs "));
  const [nearest] = truths
    .filter((truth) => truth.sport === sport)
    .filter((truth) => {
      const shown = [truth.home, truth.away].map((name) => shownName(truth, name));
      return teamsOf(shown) === wanted;
    })
    .map((truth) => {
      const away = Math.min(apart(truth.scheduledAt), apart(truth.startsAt));
      return { truth, away };
    })
    .toSorted((a, b) => a.away - b.away);
  if (!nearest) throw new Error(`no game of the sandbox is ${leg.game}`);
  return nearest.truth;
}

/** How a leg must end, by the names of its teams alone. */
function outcomeOf(truth: Truth, { betOn, wager, startsAt }: LegSummary): Outcome {
  const { outcome } = truth;
  if (!outcome || !keepsBets(startsAt, new Date(truth.startsAt))) return "void";
  const isHome = shownName(truth, truth.home) === betOn;
  if ("winner" in outcome) {
    if (outcome.winner === "draw") return "push";
    return (outcome.winner === "home") === isHome ? "won" : "lost";
  }
  const margin = isHome ? outcome.home - outcome.away : outcome.away - outcome.home;
  if (wager.side === "draw") return margin === 0 ? "won" : "lost";
  if (wager.market === "moneyline" && margin === 0)
    return truth.sport === "soccer" ? "lost" : "push";
  const line = wager.market === "spread" ? (wager.side === "home" ? wager.line : -wager.line) : 0;
  if (margin + line === 0) return "push";
  return margin + line > 0 ? "won" : "lost";
}

/** Requests the first two picks of each sport and risk, each for another user; returns the ids of those that were made. */
async function predictAll(round: number): Promise<string[]> {
  const requests = sports.flatMap((sport) =>
    riskLevels.flatMap((riskLevel) =>
      [1, 2].map((requestCount) => ({ sport, riskLevel, requestCount })),
    ),
  );
  const ids = await Promise.all(
    requests.map(async (request, index) => {
      const userId = `usr_season_${round}_${index}`;
      season.billing.owned.set(userId, { entitled: true });
      const as = user(userId);
      const { body } = await season.service.post("/api/new-prediction", request, { as });
      return predictionSchema.safeParse(body).data?.id ?? [];
    }),
  );
  return ids.flat();
}

/** The stored predictions, once no leg is open and each prediction is counted once. */
async function readSettled(): Promise<Stored[]> {
  const database = await season.openDatabase();
  try {
    return await eventually(async () => {
      const all = (await database.predictions.find({}).toArray()) as unknown as Stored[];
      const open = all.filter(({ legOutcomes }) => legOutcomes.includes("open"));
      expect(open.map(({ sport, legs }) => [sport, legs.map(({ game }) => game)])).toEqual([]);
      const cells = await database.collection("ml_model_performance").find({}).toArray();
      const counts = cells.flatMap(({ n, pushed, voided }) => [n, pushed, voided] as number[]);
      expect(counts.reduce((total, count) => total + count, 0)).toBe(all.length);
      return all;
    }, patient);
  } finally {
    await database.close();
  }
}

it(`settles ${days} days of all sports as they were played, while every process is killed in between`, async () => {
  const acknowledged: string[] = [];
  for (let step = 0; step < stepCount; step += 1) {
    if (step > 0) await season.advance(stepHours);
    const victim = crashes.get(step);
    if (victim) await season.crash(victim);
    const fault = faults.get(step);
    if (fault) await season.fail(fault, 20);
    await season.polled();
    if ((step * stepHours) % 24 === 0) acknowledged.push(...(await predictAll(step)));
  }
  for (let day = 0; day < tailDays; day += 1) {
    await season.advance(24);
    await season.polled();
  }
  const stored = await readSettled();
  expect(stored.map(({ _id }) => _id)).toEqual(expect.arrayContaining(acknowledged));
  expect(acknowledged.length).toBeGreaterThanOrEqual(28 * days);
  expect(stored.filter(({ outcome }) => outcome === "open")).toEqual([]);

  const from = new Date(startAt);
  const truths = await season.truths(from, new Date(from.getTime() + (days + 9) * dayMs));
  const legs = stored.flatMap(({ sport, legs: all, legOutcomes }) =>
    all.map((leg, index) => {
      const truth = truthOf(truths, { sport, leg });
      const outcomes = { settled: legOutcomes[index], expected: outcomeOf(truth, leg) };
      return { sport, game: leg.game, changes: truth.changes, outcome: truth.outcome, ...outcomes };
    }),
  );
  expect(new Set(legs.map(({ sport }) => sport))).toEqual(new Set(sports));
  for (const kind of ["moved", "swapped", "relisted"])
    expect(legs.flatMap(({ changes }) => changes)).toContain(kind);
  expect(legs.map(({ expected }) => expected)).toContain("void");
  expect(legs.filter(({ settled, expected }) => settled !== expected)).toEqual([]);
}, 600_000);
