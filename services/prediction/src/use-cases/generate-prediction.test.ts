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

const generate = (
  choice: Choice,
  add: Predictions["add"],
  find: Predictions["find"] = () => expect.unreachable(),
) => {
  const wishes: unknown[] = [];
  const use = generatePrediction({
    picks: {
      choose: (asked) => {
        wishes.push(asked);
        return choice;
      },
    },
    predictions: { add, find } as Predictions,
    clock: { now: () => now },
    newId: (press = "new") => `prd_${press}`,
  });
  return { use, wishes };
};

describe("generating a prediction", () => {
  it("stores what it answers, with the snapshot and the model it was made from", async () => {
    const stored: GivenPrediction[] = [];
    const { use, wishes } = generate(chosen, (given) => {
      stored.push(given);
      return Promise.resolve(true);
    });
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

  it("answers a press that is sent again, to whichever process, with what it was given", async () => {
    const known = aRecord([aLeg("before")], { id: "prd_press" });
    const find: Predictions["find"] = (userId, id) =>
      Promise.resolve(userId === "usr_1" && id === "prd_press" ? known : undefined);
    const { use } = generate(chosen, () => Promise.resolve(false), find);
    expect(await use({ ...wish, press: "press" })).toEqual({ kind: "given", prediction: known });
  });

  it("does not answer what could not be stored", async () => {
    const { use } = generate(chosen, () => Promise.reject(new Error("no database")));
    await expect(use(wish)).rejects.toThrow("no database");
  });

  it.each([
    ["no-games", "No NFL games with prices in the next 7 days."],
    ["no-fit", "No NFL bets fit this risk level right now."],
  ] as const)("stores nothing and says why when there is no bet: %s", async (reason, error) => {
    const { use } = generate({ kind: "none", reason }, () => expect.unreachable());
    expect(await use(wish)).toEqual({ kind: "none", error });
  });
});
