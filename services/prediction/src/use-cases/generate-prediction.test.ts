import { setImmediate as endOfTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { noGuardrails, withoutGuardrails } from "../domain/guardrails.ts";
import { betsOf, heldPicks, type HeldPicks } from "../domain/held-picks.ts";
import type { Prediction } from "../domain/prediction.ts";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { generatePrediction, type PredictionRequest } from "./generate-prediction.ts";
import { predictionIds } from "./prediction-id.ts";
import type { PickResult, Picks } from "./ports.ts";

const now = new Date("2026-11-21T12:00:00Z");
const { slate, ...pick } = aPrediction([aLeg("a")]);
/** Picks of other games, in the order of the ranking. */
const ranked = Array.from({ length: 20 }, (_, index) => aPrediction([aLeg(`game-${index}`)]).legs);
const currentSlate = { ...slate, sport: "nfl", games: [] } as const;
const found: PickResult = {
  kind: "found",
  pick,
  slate: { ...currentSlate, games: [] },
  modelVersion: "nfl-1",
};
const request: PredictionRequest = {
  userId: "usr_1",
  sport: "nfl",
  riskLevel: "moderate",
  stake: 33.333,
  requestCount: 0,
};

/** Processes that share one store in memory. */
function setUp({ result = found, snapshotId = slate.snapshotId } = {}) {
  const stored = new Map<string, Prediction>();
  const queries: object[] = [];
  const held = new Map<string, HeldPicks>();
  const state = { snapshotId };
  const deps = {
    clock: { now: () => now },
    slates: {
      current: () => ({ ...currentSlate, games: [], snapshotId: state.snapshotId }),
    },
    picks: {
      find: ({ accepts = () => true, ...query }: Parameters<Picks["find"]>[0]): PickResult => {
        queries.push(query);
        if (result.kind === "none") return result;
        const legs = ranked.slice(query.n - 1).find((one) => accepts(betsOf(one)));
        if (!legs) return { kind: "none", reason: "all-held" };
        return {
          ...result,
          pick: { ...result.pick, legs },
          slate: { ...result.slate, snapshotId: state.snapshotId },
        };
      },
    },
    predictions: {
      add: (prediction: Prediction) => {
        const first = stored.get(prediction.id) ?? prediction;
        stored.set(first.id, first);
        return Promise.resolve(first);
      },
      find: (_userId: string, id: string) => Promise.resolve(stored.get(id)),
      findExisting: (wanted: { snapshotId: string; requestCount: number; since: Date }) =>
        Promise.resolve(
          [...stored.values()].find(
            (one) =>
              one.slate.snapshotId === wanted.snapshotId &&
              one.requestCount === wanted.requestCount &&
              one.createdAt >= wanted.since,
          ),
        ),
    },
    guardrails: withoutGuardrails,
    predictionId: predictionIds("a secret of the tests"),
    openPicks: {
      of: (userId: string) => {
        const known = held.get(userId) ?? heldPicks();
        held.set(userId, known);
        return Promise.resolve(known);
      },
    },
  };
  const generate = async (fields: Partial<PredictionRequest> = {}) => {
    const generated = await generatePrediction(deps, { ...request, ...fields });
    return generated.kind === "none" ? generated.error : generated.prediction.id;
  };
  return { deps, stored, queries, state, generate };
}

describe("generating a prediction", () => {
  it("stores what it returns, with the snapshot and the model behind it", async () => {
    const { deps, stored, queries } = setUp();
    const generated = await generatePrediction(deps, request);
    const [prediction] = stored.values();
    expect(generated).toEqual({ kind: "generated", prediction });
    expect(prediction).toMatchObject({
      id: expect.stringMatching(/^prd_[\da-f]{32}$/) as string,
      userId: "usr_1",
      createdAt: now,
      stake: 33.33,
      requestCount: 1,
      modelVersion: "nfl-1",
      slate,
      outcome: "open",
      legOutcomes: ["open"],
    });
    expect(queries).toEqual([{ sport: "nfl", riskLevel: "moderate", n: 1, seed: undefined }]);
  });

  it("returns the stored prediction to a request that is sent again", async () => {
    const { generate, stored } = setUp();
    const first = await generate({ timestamp: 1_000 });
    expect(await generate({ timestamp: 1_000 })).toBe(first);
    expect(stored.size).toBe(1);
  });

  it.each<[string, Partial<PredictionRequest>]>([
    ["another user", { userId: "usr_2" }],
    ["another sport", { sport: "nba" }],
    ["another risk level", { riskLevel: "insane" }],
    ["another stake", { stake: 50 }],
    ["the next pick", { requestCount: 2 }],
    ["another draw", { seed: 0.5 }],
    ["another click", { timestamp: 1_001 }],
    ["one game only", { gameId: "g7" }],
    ["a request without a timestamp", { timestamp: undefined }],
  ])("makes a new prediction for %s", async (_what, fields) => {
    const { generate } = setUp();
    const first = await generate({ timestamp: 1_000 });
    expect(await generate({ timestamp: 1_000, ...fields })).not.toBe(first);
  });

  it("makes an id that another installation would not make for the same request", async () => {
    const { deps, generate } = setUp();
    const elsewhere = { ...setUp().deps, predictionId: predictionIds("another secret") };
    const click = { ...request, timestamp: 1_000 };
    expect(await generatePrediction(deps, click)).toMatchObject({
      prediction: { id: await generate(click) },
    });
    expect(await generatePrediction(elsewhere, click)).not.toMatchObject({
      prediction: { id: await generate(click) },
    });
  });

  it("makes a new prediction for every request without a timestamp", async () => {
    const { generate } = setUp();
    expect(await generate()).not.toBe(await generate());
  });

  it("gives the same bets to no user twice, whatever the stake, and says so when none is left", async () => {
    const { generate, stored } = setUp();
    const all = await Promise.all(ranked.map((_, stake) => generate({ stake: stake + 1 })));
    expect(new Set(all).size).toBe(ranked.length);
    const games = [...stored.values()].map(({ legs }) => legs[0]?.gameId);
    expect(new Set(games).size).toBe(ranked.length);
    expect(await generate()).toBe(
      "You already have every NFL pick at this risk level. New games and prices bring new picks.",
    );
    expect(await generate({ userId: "usr_2" })).toMatch(/^prd_/);
  });

  it("gives the same bets to no user twice while a limit is checked", async () => {
    const { deps, stored } = setUp();
    const limits = { ...noGuardrails.limits, day: 50, stakeDay: 50 };
    const guardrails = {
      ...withoutGuardrails,
      find: () => Promise.resolve({ ...noGuardrails, limits }),
      reserve: () => endOfTurn(undefined),
    };
    const limited = { ...deps, guardrails };
    await Promise.all([1, 2].map((stake) => generatePrediction(limited, { ...request, stake })));
    const games = [...stored.values()].map(({ legs }) => legs[0]?.gameId);
    expect(new Set(games).size).toBe(2);
  });

  it("returns the stored prediction to a repeated request when no further pick is left", async () => {
    const { generate } = setUp();
    const first = await generate({ timestamp: 1_000 });
    for (const _ of ranked) await generate();
    expect(await generate({ timestamp: 1_000 })).toBe(first);
  });

  it("offers a pick again whose prediction could not be stored", async () => {
    const { deps, stored, generate } = setUp();
    const add = () => Promise.reject(new Error("no database"));
    const broken = { ...deps, predictions: { ...deps.predictions, add } };
    await expect(generatePrediction(broken, request)).rejects.toThrow("no database");
    await generate();
    expect([...stored.values()].map(({ legs }) => legs)).toEqual([ranked[0]]);
  });

  it("fails when the prediction cannot be stored", async () => {
    const { deps } = setUp();
    const add = () => Promise.reject(new Error("no database"));
    const broken = { ...deps, predictions: { ...deps.predictions, add } };
    await expect(generatePrediction(broken, request)).rejects.toThrow("no database");
  });

  it.each([
    ["no-games", "No NFL games with prices in the next 7 days."],
    ["no-fit", "No NFL bets fit this risk level right now."],
  ] as const)("stores nothing and says why when there is no pick: %s", async (reason, error) => {
    const { generate, stored } = setUp({ result: { kind: "none", reason } });
    expect(await generate()).toBe(error);
    expect(stored.size).toBe(0);
  });
});

describe("a request with forceNew: false", () => {
  it("returns an earlier prediction while prices are unchanged, and says so", async () => {
    const { deps, generate } = setUp();
    const first = await generate({ timestamp: 1_000 });
    expect(await generate({ forceNew: false })).toBe(first);
    const generated = await generatePrediction(deps, { ...request, forceNew: false });
    expect(generated).toMatchObject({ isEarlier: true });
  });

  it("makes one prediction when two processes get it at once", async () => {
    const { generate, stored } = setUp();
    const both = await Promise.all([generate({ forceNew: false }), generate({ forceNew: false })]);
    expect(both[1]).toBe(both[0]);
    expect(stored.size).toBe(1);
  });

  it("makes a new prediction for the next pick, after a change of prices, and for insane", async () => {
    const { generate, state } = setUp();
    const first = await generate({ forceNew: false });
    expect(await generate({ forceNew: false, requestCount: 2 })).not.toBe(first);
    const insane = { forceNew: false, riskLevel: "insane", seed: 0.5 } as const;
    expect(await generate(insane)).not.toBe(await generate(insane));
    state.snapshotId = "simulated:nfl:2";
    expect(await generate({ forceNew: false })).not.toBe(first);
  });
});
