import { describe, expect, it } from "vitest";
import type { GivenPrediction } from "../domain/prediction.ts";
import { aLeg, aRecord } from "../testing/records.ts";
import type { GeneratedPrediction } from "./generate-prediction.ts";
import type { PressTime } from "./ports.ts";
import { generateOnce, type PredictionWish, type Press } from "./generate-once.ts";

const wish: PredictionWish = {
  userId: "usr_1",
  sport: "nfl",
  riskLevel: "moderate",
  stake: 100,
  requestCount: 1,
};

/** Generation that answers when told to, and counts. */
const setUp = ({ stored }: { stored?: GivenPrediction } = {}) => {
  const searches: object[] = [];
  const waiting: (() => void)[] = [];
  const requests: { name: string | undefined; press: PressTime | undefined }[] = [];
  let made = 0;
  let elapsedMs = 0;
  let snapshotId = "simulated:nfl:1";
  const generate = generateOnce({
    generate: ({ name, press }) =>
      new Promise<GeneratedPrediction>((resolve) => {
        made += 1;
        requests.push({ name, press });
        const prediction = aRecord([aLeg("a")], { id: `prd_${made}` });
        waiting.push(() => resolve({ kind: "given", prediction }));
      }),
    findGiven: (asked) => {
      searches.push(asked);
      return Promise.resolve(stored);
    },
    given: new Map<string, GivenPrediction>(),
    presses: new Map<string, Press>(),
    snapshotOf: () => snapshotId,
    clock: { now: () => new Date(1_000) },
    elapsedMs: () => elapsedMs,
  });
  return {
    generate,
    requests,
    searches,
    made: () => made,
    /** Answers what is under way, `tookMs` after it was asked for. */
    finish: (tookMs = 3) => {
      elapsedMs += tookMs;
      for (const answer of waiting.splice(0)) answer();
    },
    newSlate: () => (snapshotId = "simulated:nfl:2"),
  };
};

const idOf = (generated: GeneratedPrediction) =>
  generated.kind === "given" ? generated.prediction.id : generated.error;

describe("a double click", () => {
  it.each([
    ["the same moment", { pressedAt: 1_000, requestCount: 2 }],
    ["a moment later", { pressedAt: 1_250 }],
  ])("makes one prediction: %s", async (_when, second) => {
    const { generate, made, finish } = setUp();
    const both = [generate({ ...wish, pressedAt: 1_000 }), generate({ ...wish, ...second })];
    finish();
    expect((await Promise.all(both)).map(idOf)).toEqual(["prd_1", "prd_1"]);
    expect(made()).toBe(1);
  });

  it.each([
    ["another stake", { pressedAt: 1_000, stake: 50 }],
    ["another sport", { pressedAt: 1_000, sport: "nba" as const }],
    ["another risk", { pressedAt: 1_000, riskLevel: "insane" as const }],
    ["another user", { pressedAt: 1_000, userId: "usr_2" }],
    ["a press half a second later", { pressedAt: 1_500 }],
    ["the pick after the next", { pressedAt: 1_000, requestCount: 3 }],
    ["a call that names no press", {}],
  ])("is not %s", async (_what, second) => {
    const { generate, made, finish } = setUp();
    const both = [generate({ ...wish, pressedAt: 1_000 }), generate({ ...wish, ...second })];
    finish();
    await Promise.all(both);
    expect(made()).toBe(2);
  });

  it("may arrive late: what counts is that it was pressed before the first answer could be seen", async () => {
    const { generate, made, finish } = setUp();
    const first = generate({ ...wish, pressedAt: 1_000 });
    finish(3);
    await first;
    const second = await generate({ ...wish, pressedAt: 1_002, requestCount: 2 });
    expect(idOf(second)).toBe("prd_1");
    expect(made()).toBe(1);
  });

  it("is not what a caller does that waits for the answer, however quick both are", async () => {
    const { generate, made, finish } = setUp();
    const first = generate({ ...wish, pressedAt: 1_000 });
    finish(3);
    await first;
    const second = generate({ ...wish, pressedAt: 1_003, requestCount: 2 });
    finish();
    expect(idOf(await second)).toBe("prd_2");
    expect(made()).toBe(2);
  });

  it.each([
    ["gets the next pick", { requestCount: 2 }, "prd_2"],
    ["gets another draw", { seed: 0.7 }, "prd_2"],
    ["gets the same answer when it asks for the same again", {}, "prd_1"],
  ])("is not what a caller does whose clock stands still: it %s", async (_what, more, id) => {
    const { generate, finish } = setUp();
    const insane: PredictionWish = { ...wish, riskLevel: "insane", seed: 0.5, pressedAt: 1_000 };
    const first = generate(insane);
    finish();
    await first;
    const second = generate({ ...insane, ...more });
    finish();
    expect(idOf(await second)).toBe(id);
  });

  it("fails with the first press, and the next one is tried anew", async () => {
    let made = 0;
    const failing = generateOnce({
      generate: () => {
        made += 1;
        return Promise.reject(new Error("no database"));
      },
      findGiven: () => expect.unreachable(),
      given: new Map<string, GivenPrediction>(),
      presses: new Map<string, Press>(),
      snapshotOf: () => "",
      clock: { now: () => new Date(0) },
    });
    const both = [failing({ ...wish, pressedAt: 1_000 }), failing({ ...wish, pressedAt: 1_000 })];
    const ended = await Promise.allSettled(both);
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(failing({ ...wish, pressedAt: 9_000 })).rejects.toThrow("no database");
    expect(made).toBe(2);
  });
});

describe("a wish that needs nothing new", () => {
  const twice = async (second: Partial<PredictionWish>) => {
    const own = setUp();
    const first = own.generate(wish);
    own.finish();
    await first;
    if (second.riskLevel) {
      const other = own.generate({ ...wish, ...second, forceNew: true });
      own.finish();
      await other;
    }
    const made = own.made();
    const again = own.generate({ ...wish, forceNew: false, ...second });
    await Promise.resolve();
    own.finish();
    await again;
    return own.made() - made;
  };

  it("gets the prediction given before", async () => {
    expect(await twice({})).toBe(0);
  });

  it.each([
    ["says so of another pick", { requestCount: 2 }],
    ["does not say so", { forceNew: true }],
    ["is insane", { riskLevel: "insane" as const }],
  ])("is made anew when it %s", async (_why, second) => {
    expect(await twice(second)).toBe(1);
  });

  it("is made anew when prices have changed", async () => {
    const own = setUp();
    const first = own.generate(wish);
    own.finish();
    await first;
    own.newSlate();
    const again = own.generate({ ...wish, forceNew: false });
    await Promise.resolve();
    own.finish();
    expect(idOf(await again)).toBe("prd_2");
  });

  it("gets what another process gave in the last hour, and keeps it in mind", async () => {
    const { generate, searches, made } = setUp({
      stored: aRecord([aLeg("a")], { id: "prd_other" }),
    });
    const asked = { ...wish, stake: 33.333, requestCount: 0, forceNew: false };
    expect(idOf(await generate(asked))).toBe("prd_other");
    expect(idOf(await generate(asked))).toBe("prd_other");
    expect(made()).toBe(0);
    expect(searches).toEqual([
      {
        userId: "usr_1",
        sport: "nfl",
        riskLevel: "moderate",
        stake: 33.33,
        requestCount: 1,
        snapshotId: "simulated:nfl:1",
        since: new Date(1_000 - 3_600_000),
      },
    ]);
  });

  it("is named by its prices, so that two processes make one prediction for it", async () => {
    const { generate, finish, requests } = setUp();
    const answer = generate({ ...wish, forceNew: false, pressedAt: 1_000 });
    await Promise.resolve();
    finish();
    await answer;
    expect(requests).toEqual([
      { name: "usr_1|nfl|moderate|100|1|simulated:nfl:1", press: undefined },
    ]);
  });
});

describe("a press that other processes may be told of", () => {
  const press = async (...told: Partial<PredictionWish>[]) => {
    const { generate, finish, requests } = setUp();
    for (const one of told) {
      const answer = generate({ ...wish, ...one });
      finish();
      await answer;
    }
    return requests.at(-1);
  };

  it("has a name and two spans of a second, one of them shared by any press half a second from it", async () => {
    const first = await press({ pressedAt: 1_000 });
    expect(first).toEqual({
      name: "usr_1|nfl|moderate|100|1||1000",
      press: { at: 1_000, spans: ["usr_1|nfl|moderate|100|1", "usr_1|nfl|moderate|100|2"] },
    });
    const spans = async (pressedAt: number) => (await press({ pressedAt }))?.press?.spans;
    for (const pressedAt of [501, 750, 999, 1_001, 1_250, 1_499])
      expect(await spans(pressedAt)).toSatisfy((near: string[]) =>
        near.some((span) => first?.press?.spans.includes(span)),
      );
    expect(await spans(2_000)).toEqual(["usr_1|nfl|moderate|100|3", "usr_1|nfl|moderate|100|4"]);
  });

  it("has no spans where this process knows that it is no double click", async () => {
    const later = await press({ pressedAt: 1_000 }, { pressedAt: 1_600, requestCount: 2 });
    expect(later).toEqual({ name: "usr_1|nfl|moderate|100|2||1600", press: undefined });
    const muchLater = await press({ pressedAt: 1_000 }, { pressedAt: 2_000, requestCount: 2 });
    expect(muchLater?.press?.at).toBe(2_000);
  });

  it("has neither where the screen's clock cannot be meant, or nobody pressed", async () => {
    for (const told of [{ pressedAt: 60_000 }, {}])
      expect(await press(told)).toEqual({ name: undefined, press: undefined });
  });
});
