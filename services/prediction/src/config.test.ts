import { testKeys, testSigningKey, testTokens } from "@orbline/kit/testing/keys";
import { describe, expect, it } from "vitest";
import webPush from "web-push";
import { readAdvanceConfig, readBackfillConfig, readConfig, readStatusConfig } from "./config.ts";

const vapid = webPush.generateVAPIDKeys();

const env = {
  NODE_ENV: "development",
  MONGO_URL: "mongodb://127.0.0.1:27117/orbline_prediction",
  KAFKA_BROKERS: "127.0.0.1:19092",
  ADMIN_GRPC: "127.0.0.1:9104",
  BILLING_GRPC: "127.0.0.1:9102",
  IDENTITY_GRPC: "127.0.0.1:9101",
  PUBLIC_ORIGIN: "http://127.0.0.1:8080",
  GRPC_TOKENS: JSON.stringify({ admin: "a-token-of-sixteen" }),
  ASSERTION_PUBLIC_KEY: testKeys.env.ASSERTION_PUBLIC_KEY,
  GRPC_TOKEN: testTokens["prediction"],
  RECORD_SIGNING_KEY: testSigningKey,
};

describe("the configuration", () => {
  it("defaults to the simulated season on the standard port", () => {
    const { PORT, SLATE_SEED, SETTLE_SECONDS } = readConfig(env);
    expect({ PORT, SLATE_SEED, SETTLE_SECONDS }).toEqual({
      PORT: 8103,
      SLATE_SEED: "orbline",
      SETTLE_SECONDS: 30,
    });
  });

  it("refuses to start without a signing key, and with one of another algorithm", () => {
    for (const RECORD_SIGNING_KEY of [undefined, testKeys.env.ASSERTION_PRIVATE_KEY])
      expect(() => readConfig({ ...env, RECORD_SIGNING_KEY })).toThrow(/RECORD_SIGNING_KEY/);
  });

  it("takes results of every sport but the UFC from the odds provider by default", () => {
    expect([...readConfig(env).RESULTS_SOURCES].map(([sport]) => sport)).not.toContain("ufc");
    const { RESULTS_SOURCES } = readConfig({
      ...env,
      RESULTS_SOURCES: "ufc:files, nfl:api-sports,mlb:none",
      RESULTS_FILES: "/data",
      API_SPORTS_KEY: "a-key-of-a-test",
    });
    expect(Object.fromEntries(RESULTS_SOURCES)).toEqual({
      soccer: "the-odds-api",
      nba: "the-odds-api",
      nhl: "the-odds-api",
      cfb: "the-odds-api",
      ufc: "files",
      nfl: "api-sports",
    });
  });

  it.each([
    [{ RESULTS_SOURCES: "chess:files" }, /RESULTS_SOURCES.*chess:files/],
    [{ RESULTS_SOURCES: "ufc:espn" }, /RESULTS_SOURCES.*ufc:espn/],
    [{ RESULTS_SOURCES: "ufc:api-sports" }, /API_SPORTS_KEY/],
    [{ RESULTS_SOURCES: "ufc:files" }, /RESULTS_FILES/],
    [{ API_SPORTS_URL: "https://example.com" }, /API_SPORTS_URL/],
    [{ SETTLE_SECONDS: "0" }, /SETTLE_SECONDS/],
    [{ BILLING_GRPC: "" }, /BILLING_GRPC/],
    [{ VAPID_PUBLIC_KEY: vapid.publicKey }, /VAPID_PRIVATE_KEY/],
    [{ VAPID_PRIVATE_KEY: vapid.privateKey }, /VAPID_PRIVATE_KEY/],
    [
      {
        VAPID_PUBLIC_KEY: vapid.publicKey,
        VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey,
      },
      /VAPID_PRIVATE_KEY/,
    ],
    [{ VAPID_SUBJECT: "http://example.com" }, /VAPID_SUBJECT/],
    [{ PUSH_SERVICES: "fcm.googleapis.com,127.0.0.1" }, /PUSH_SERVICES/],
    [{ PUSH_SERVICES: "localhost" }, /PUSH_SERVICES/],
  ])("refuses %o and names the wrong variable", (wrong, message) => {
    expect(() => readConfig({ ...env, ...wrong })).toThrow(message);
  });
});

describe("the configuration of ratings:status", () => {
  it.each([
    [{}, "mongodb://127.0.0.1:27117/orbline_prediction"],
    [{ MONGO_PORT: "27999" }, "mongodb://127.0.0.1:27999/orbline_prediction"],
    [
      { MONGO_URL: "mongodb://me:pw@db.example:27017/?tls=true" },
      "mongodb://me:pw@db.example:27017/orbline_prediction?tls=true",
    ],
    [{ MONGO_URL: "mongodb://db.example/other" }, "mongodb://db.example/other"],
  ])("reads the database of the product from %o", (settings, mongoUrl) => {
    expect(readStatusConfig(settings)).toEqual({ mongoUrl });
  });
});

describe("the configuration of the slate's commands", () => {
  it("defaults to the product that make up started", () => {
    expect(readAdvanceConfig("3", {})).toMatchObject({ PREDICTION_PORT: 8103, DAYS: 3 });
    expect(readBackfillConfig({})).toMatchObject({
      MONGO_URL: "mongodb://127.0.0.1:27117/orbline_prediction",
      SLATE_SEED: "orbline",
      BACKFILL_DAYS: 42,
    });
  });

  it.each(["0", "-1", "1.5", "401", "two", ""])("refuses to advance by %j days", (days) => {
    expect(() => readAdvanceConfig(days, {})).toThrow(/DAYS: /);
  });

  it("names NODE_ENV when it refuses production", () => {
    const production = { NODE_ENV: "production" };
    expect(() => readAdvanceConfig("1", production)).toThrow(/NODE_ENV: .*never for production/);
    expect(() => readBackfillConfig(production)).toThrow(/NODE_ENV: .*never for production/);
  });

  it("refuses to fill in the past of a live slate", () => {
    const live = { ODDS_API_KEY: "0123456789" };
    expect(() => readBackfillConfig(live)).toThrow(/only the simulated season has a past/);
  });

  it("accepts an API key with the leagues to poll", () => {
    const live = { ODDS_API_KEY: "0123456789abcdef", ODDS_LEAGUES: "epl, mls" };
    expect(readConfig({ ...env, ...live })).toMatchObject({
      ODDS_API_KEY: live.ODDS_API_KEY,
      ODDS_API_URL: "https://api.the-odds-api.com",
      ODDS_LEAGUES: ["epl", "mls"],
    });
  });

  it("follows another clock in development, and refuses it in production", () => {
    const clock = { ODDS_CLOCK_URL: "http://127.0.0.1:8140/clock" };
    expect(readConfig({ ...env, ...clock })).toMatchObject(clock);
    expect(() => readConfig({ ...env, ...clock, NODE_ENV: "production" })).toThrow(
      /ODDS_CLOCK_URL: .*never for production/,
    );
  });

  it("pushes to a server on 127.0.0.1 in tests, and never in production", () => {
    const loopback = { PUSH_ALLOW_LOOPBACK: "true" };
    expect(readConfig({ ...env, ...loopback })).toMatchObject({ PUSH_ALLOW_LOOPBACK: true });
    expect(() => readConfig({ ...env, ...loopback, NODE_ENV: "production" })).toThrow(
      /PUSH_ALLOW_LOOPBACK: .*never for production/,
    );
  });

  const token = "a0123456789abcdef0123456789abcdef";
  const production = {
    ...env,
    NODE_ENV: "production",
    ALLOW_OPEN_ENGINES: "true",
    PUBLIC_ORIGIN: "https://orbline.example",
    SMTP_URL: "smtps://mail.example",
    MAIL_FROM: "Orbline <hello@orbline.example>",
    GRPC_TOKEN: token.replace("a", "b"),
    GRPC_TOKENS: JSON.stringify({ identity: token }),
  };

  it("refuses to sell the simulated season in production unless that is allowed", () => {
    expect(() => readConfig(production)).toThrow(/ODDS_API_KEY: is required in production/);
    for (const allowed of [{ ALLOW_SIMULATED: "true" }, { ODDS_API_KEY: "0123456789abcdef" }])
      expect(readConfig({ ...production, ...allowed })).toMatchObject({ NODE_ENV: "production" });
  });

  it.each([
    { ODDS_API_URL: "http://odds.example" },
    { API_SPORTS_URL: "http://{host}.sports.example" },
  ])("refuses to send a key to %o in production", (address) => {
    const ODDS_API_KEY = "0123456789abcdef";
    expect(readConfig({ ...env, ...address })).toMatchObject(address);
    expect(() => readConfig({ ...production, ODDS_API_KEY, ...address })).toThrow(/must be https/);
  });

  it("refuses results over plain http in production, because a stranger on the way could settle picks", () => {
    const files = { RESULTS_FILES: "/data/results,http://files.example/games.csv" };
    expect(readConfig({ ...env, ...files })).toMatchObject({ NODE_ENV: "development" });
    expect(() => readConfig({ ...production, ALLOW_SIMULATED: "true", ...files })).toThrow(
      /RESULTS_FILES: must be https/,
    );
    const safe = { RESULTS_FILES: files.RESULTS_FILES.replace("http:", "https:") };
    expect(readConfig({ ...production, ALLOW_SIMULATED: "true", ...safe })).toBeDefined();
  });

  it.each([
    [{ ODDS_API_KEY: "short" }, /ODDS_API_KEY/],
    [{ ODDS_API_URL: "nowhere" }, /ODDS_API_URL/],
    [{ ODDS_LEAGUES: "epl,xfl" }, /ODDS_LEAGUES: must be of epl, /],
  ])("refuses %o for live prices", (wrong, message) => {
    expect(() => readConfig({ ...env, ...wrong })).toThrow(message);
  });
});
