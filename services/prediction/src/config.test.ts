import { testKeys, testTokens } from "@orbline/kit/testing/keys";
import { describe, expect, it } from "vitest";
import { readAdvanceConfig, readBackfillConfig, readConfig } from "./config.ts";

const env = {
  MONGO_URL: "mongodb://127.0.0.1:27117/orbline_prediction",
  KAFKA_BROKERS: "127.0.0.1:19092",
  BILLING_GRPC: "127.0.0.1:9102",
  GRPC_TOKENS: JSON.stringify({ admin: "a-token-of-sixteen" }),
  ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
  GRPC_TOKEN: testTokens["prediction"],
};
const replay = { REPLAY_FILE: "nfl.csv.gz", REPLAY_SPORT: "nfl", REPLAY_FROM: "2022-11-01" };

describe("the configuration", () => {
  it("plays the simulated season unless told otherwise", () => {
    const { PORT, SLATE_SEED, SETTLE_SECONDS, REPLAY_FILE } = readConfig(env);
    expect({ PORT, SLATE_SEED, SETTLE_SECONDS, REPLAY_FILE }).toEqual({
      PORT: 8103,
      SLATE_SEED: "orbline",
      SETTLE_SECONDS: 30,
      REPLAY_FILE: undefined,
    });
  });

  it("takes a replay with its sport and day", () => {
    expect(readConfig({ ...env, ...replay })).toMatchObject(replay);
  });

  it.each([
    [{ REPLAY_SPORT: "" }, /REPLAY_SPORT: is required/],
    [{ REPLAY_SPORT: "golf" }, /REPLAY_SPORT/],
    [{ REPLAY_FROM: "" }, /REPLAY_FROM: is required/],
    [{ REPLAY_FROM: "2022-13-01" }, /REPLAY_FROM/],
    [{ REPLAY_FROM: "yesterday" }, /REPLAY_FROM/],
    [{ NODE_ENV: "production" }, /REPLAY_FILE: is refused in production/],
    [{ SETTLE_SECONDS: "0" }, /SETTLE_SECONDS/],
    [{ BILLING_GRPC: "" }, /BILLING_GRPC/],
  ])("refuses a replay with %o and says what is wrong", (wrong, message) => {
    expect(() => readConfig({ ...env, ...replay, ...wrong })).toThrow(message);
  });
});

describe("the configuration of the slate's commands", () => {
  it("means the product that make up started", () => {
    expect(readAdvanceConfig("3", {})).toMatchObject({ PREDICTION_PORT: 8103, DAYS: 3 });
    expect(readBackfillConfig({})).toMatchObject({
      MONGO_URL: "mongodb://127.0.0.1:27117/orbline_prediction",
      SLATE_SEED: "orbline",
      BACKFILL_DAYS: 42,
    });
  });

  it.each(["0", "-1", "1.5", "401", "two", ""])("refuses to move by %j days", (days) => {
    expect(() => readAdvanceConfig(days, {})).toThrow(/DAYS: /);
  });

  it("refuses production, by name", () => {
    const production = { NODE_ENV: "production" };
    expect(() => readAdvanceConfig("1", production)).toThrow(/NODE_ENV: .*never for production/);
    expect(() => readBackfillConfig(production)).toThrow(/NODE_ENV: .*never for production/);
  });

  it.each([{ REPLAY_FILE: "nfl.csv.gz" }, { ODDS_API_KEY: "0123456789" }])(
    "refuses a past beside %o",
    (other) => {
      expect(() => readBackfillConfig(other)).toThrow(/only the simulated season has a past/);
    },
  );

  it("takes live prices with a key, for the leagues named", () => {
    const live = { ODDS_API_KEY: "0123456789abcdef", ODDS_LEAGUES: "epl, mls" };
    expect(readConfig({ ...env, ...live })).toMatchObject({
      ODDS_API_KEY: live.ODDS_API_KEY,
      ODDS_API_URL: "https://api.the-odds-api.com",
      ODDS_LEAGUES: ["epl", "mls"],
    });
  });

  it.each([
    [{ ODDS_API_KEY: "short" }, /ODDS_API_KEY/],
    [{ ODDS_API_URL: "nowhere" }, /ODDS_API_URL/],
    [{ ODDS_LEAGUES: "epl,xfl" }, /ODDS_LEAGUES: must be of epl, /],
    [{ ODDS_API_KEY: "0123456789abcdef", ...replay }, /REPLAY_FILE: is refused with ODDS_API_KEY/],
  ])("refuses live prices with %o", (wrong, message) => {
    expect(() => readConfig({ ...env, ...wrong })).toThrow(message);
  });
});
