import { describe, expect, it } from "vitest";
import type { GivenPrediction } from "../domain/prediction.ts";
import { aLeg, aRecord } from "../testing/records.ts";
import { generatePrediction } from "./generate-prediction.ts";
import type { Choice, Predictions } from "./ports.ts";

const now = new Date("2026-11-21T12:00:00Z");
const { slate, ...pick } = aRecord([aLeg("a")]);
const chosen: Choice = {
  kind: "chosen",
  pick,
  slate: { ...slate, sport: "nfl", games: [] },
  modelVersion: "nfl-1",
};
const wish = {
  userId: "usr_1",
  sport: "nfl",
  riskLevel: "moderate",
  stake: 33.333,
  requestCount: 0,
} as const;

const before = (ms: number) => new Date(now.getTime() - ms);

const generate = (choice: Choice, predictions: Partial<Predictions>, elapsedMs?: () => number) => {
  const wishes: unknown[] = [];
  const use = generatePrediction({
    picks: {
      choose: (asked) => {
        wishes.push(asked);
        return choice;
      },
    },
    predictions: predictions as Predictions,
    clock: { now: () => now },
    ...(elapsedMs && { elapsedMs }),
    newId: (name = "new") => `prd_${name}`,
  });
  return { use, wishes };
};

describe("generating a prediction", () => {
  it("stores what it answers, with the snapshot and the model it was made from", async () => {
    const stored: GivenPrediction[] = [];
    const add: Predictions["add"] = (given) => {
      stored.push(given);
      return Promise.resolve(true);
    };
    const { use, wishes } = generate(chosen, { add });
    const answer = await use(wish);
    expect(answer).toEqual({ kind: "given", prediction: stored[0] });
    expect(stored[0]).toMatchObject({
      id: "prd_new",
      userId: "usr_1",
      createdAt: now,
      stake: 33.33,
      modelVersion: "nfl-1",
      slate,
    });
    expect(wishes).toEqual([{ sport: "nfl", riskLevel: "moderate", n: 1 }]);
  });

  it("answers a request that is sent again, to whichever process, with what it was given", async () => {
    const known = aRecord([aLeg("before")], { id: "prd_press" });
    const find: Predictions["find"] = (userId, id) =>
      Promise.resolve(userId === "usr_1" && id === "prd_press" ? known : undefined);
    const { use } = generate(chosen, { add: () => Promise.resolve(false), find });
    expect(await use({ ...wish, name: "press" })).toEqual({ kind: "given", prediction: known });
  });

  describe("whose press shares a span of time with one that is stored", () => {
    const first = aRecord([aLeg("first")], { id: "prd_first", createdAt: now, requestCount: 1 });
    const press = { at: 1_000, spans: ["a", "b"] };

    /** The first write is refused after `tookMs`; a second one without the press is not. */
    const answer = async ({
      pressedAt = 900,
      prediction = first,
      tookMs = 30,
    }: {
      pressedAt?: number;
      prediction?: GivenPrediction;
      tookMs?: number;
    }) => {
      let elapsedMs = 0;
      const add: Predictions["add"] = (_given, told) => {
        elapsedMs += tookMs;
        return Promise.resolve(told === undefined);
      };
      const find = () => Promise.resolve(undefined);
      const findPressed = () => Promise.resolve([{ prediction, pressedAt }]);
      const { use } = generate(chosen, { add, find, findPressed }, () => elapsedMs);
      const generated = await use({ ...wish, press });
      return generated.kind === "given" ? generated.prediction.id : generated.error;
    };

    it("gets what the same request was given by another process meanwhile", async () => {
      const finds = [undefined, first];
      const { use } = generate(chosen, {
        add: () => Promise.resolve(false),
        find: () => Promise.resolve(finds.shift()),
        findPressed: () => Promise.resolve([]),
      });
      expect(await use({ ...wish, name: "press", press })).toEqual({
        kind: "given",
        prediction: first,
      });
    });

    it("gets that prediction, when it was sent before that was answered", async () => {
      expect(await answer({})).toBe("prd_first");
      expect(await answer({ prediction: { ...first, requestCount: 2 } })).toBe("prd_first");
    });

    it.each([
      ["it was sent later than a write takes", { prediction: { ...first, createdAt: before(31) } }],
      ["it was pressed half a second later", { pressedAt: 500 }],
      ["it asks for the pick after the next", { prediction: { ...first, requestCount: 3 } }],
    ])("is stored without its press when %s", async (_why, found) => {
      expect(await answer(found)).toBe("prd_new");
    });
  });

  it("does not answer what could not be stored", async () => {
    const { use } = generate(chosen, { add: () => Promise.reject(new Error("no database")) });
    await expect(use(wish)).rejects.toThrow("no database");
  });

  it.each([
    ["no-games", "No NFL games with prices in the next 7 days."],
    ["no-fit", "No NFL bets fit this risk level right now."],
  ] as const)("stores nothing and says why when there is no bet: %s", async (reason, error) => {
    const { use } = generate({ kind: "none", reason }, { add: () => expect.unreachable() });
    expect(await use(wish)).toEqual({ kind: "none", error });
  });
});
