import { errorBodySchema } from "@orbline/proto/http/errors";
import { afterAll, describe, expect, it } from "vitest";
import { user, openService } from "./service.ts";

const { billing, service, database, close } = await openService();
afterAll(close);
billing.owned.set("usr_subscriber", { entitled: true });

/** A subscriber, so that a request that is not refused would be stored. */
const as = user("usr_subscriber");
const valid = { sport: "nba", riskLevel: "moderate" };

type Answer = { status: number; body: unknown };

/** Status and message of a refusal; its body has only the fields of an error. */
const refusal = ({ status, body }: Answer) => {
  const { message } = errorBodySchema.strict().parse(body);
  return { status, message };
};
const refused = (status: number, message: RegExp) => ({
  status,
  message: expect.stringMatching(message) as string,
});

describe.each([
  ["/api/new-prediction", valid],
  ["/internal/slate/advance", { days: 1 }],
])("POST %s", (path, body) => {
  it.each([
    ["broken JSON", '{"sport":', 400, /not valid JSON/],
    ["an array", "[]", 400, /object/],
    ["a number", "7", 400, /object/],
    ["null", "null", 400, /./],
    ["a key that reaches the prototype", '{"__proto__":{"stake":1}}', 400, /__proto__/],
    ["a constructor", '{"constructor":{"prototype":{}}}', 400, /prototype|constructor/],
    ["an unknown field", JSON.stringify({ ...body, userId: "usr_other" }), 400, /userId/],
    ["one megabyte", JSON.stringify({ ...body, query: "x".repeat(1_000_000) }), 413, /too large/],
  ])("refuses %s", async (_what, text, status, message) => {
    expect(refusal(await service.postRaw(path, text, { as }))).toEqual(refused(status, message));
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
    "refuses the content type %s",
    async (type) => {
      const headers = { "content-type": type };
      const answer = await service.postRaw(path, JSON.stringify(body), { as, headers });
      expect(refusal(answer)).toEqual(refused(415, /application\/json/));
    },
  );

  it("does not exist for other methods", async () => {
    expect(refusal(await service.get(path, { as }))).toEqual(refused(404, /No route GET/));
  });
});

describe("POST /api/new-prediction", () => {
  it.each([
    ["no sport", { riskLevel: "moderate" }, /choose a sport/],
    ["an unknown sport", { ...valid, sport: "golf" }, /choose a sport/],
    ["a sport that is an object", { ...valid, sport: { $ne: "" } }, /choose a sport/],
    ["no risk", { sport: "nba" }, /choose a risk level/],
    ["an unknown risk", { ...valid, riskLevel: "safe" }, /choose a risk level/],
    ["a stake of nothing", { ...valid, stake: 0 }, /Stake must be a number from 1 to 10000/],
    ["too large a stake", { ...valid, stake: 10_001 }, /Stake must be a number/],
    ["a negative stake", { ...valid, stake: -100 }, /Stake must be a number/],
    ["a stake in words", { ...valid, stake: "100" }, /Stake must be a number/],
    ["a stake that is null", { ...valid, stake: null }, /Stake must be a number/],
    ["a count in words", { ...valid, requestCount: "1" }, /requestCount/],
    ["half a count", { ...valid, requestCount: 1.5 }, /requestCount/],
    ["a negative count", { ...valid, requestCount: -1 }, /requestCount|>=0/],
    ["an endless query", { ...valid, query: "x".repeat(201) }, /query|200/],
    ["a query that is a list", { ...valid, query: ["nba"] }, /query/],
    ["a flag in words", { ...valid, forceNew: "yes" }, /forceNew/],
    ["a random text", { ...valid, randomize: "7" }, /randomize/],
    ["a time that is an object", { ...valid, timestamp: {} }, /timestamp/],
    ["an outcome of its own", { ...valid, outcome: "won" }, /outcome/],
    ["odds of its own", { ...valid, parlayOdds: 500 }, /parlayOdds/],
  ])("refuses %s", async (_what, body, message) => {
    const answer = await service.post("/api/new-prediction", body, { as });
    expect(refusal(answer)).toEqual(refused(400, message));
  });

  it("refuses a request that does not come through the gateway", async () => {
    const response = await fetch(`http://127.0.0.1:${service.port}/api/new-prediction`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(valid),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "assertion.missing" });
  });
});

describe("GET /api/predictions", () => {
  it.each([
    ["no limit", "limit=0", /limit|>=1/],
    ["a huge limit", "limit=101", /limit|<=100/],
    ["a limit in words", "limit=all", /limit/],
    ["an unknown sport", "sport=golf", /choose a sport/],
    ["an unknown outcome", "outcome=winning", /outcome/],
    ["an unknown risk", "riskLevel=safe", /choose a risk level/],
    ["an unknown key", "userId=usr_other", /userId/],
    ["an operator", "sport[$ne]=nba", /sport/],
    ["a repeated key", "limit=5&limit=6", /limit is repeated/],
    ["a cursor that we never gave", "cursor=abc", /cursor/],
    ["a cursor of another shape", `cursor=${btoa("x:y")}`, /cursor/],
    ["an endless cursor", `cursor=${"x".repeat(201)}`, /cursor|200/],
  ])("refuses %s", async (_what, query, message) => {
    const answer = await service.get(`/api/predictions?${query}`, { as });
    expect(refusal(answer)).toEqual(refused(400, message));
  });
});

describe("GET /api/slate", () => {
  it.each([
    ["no sport", "", /choose a sport/],
    ["an unknown sport", "sport=golf", /choose a sport/],
    ["a repeated key", "sport=nba&sport=nfl", /sport is repeated/],
    ["an unknown key", "sport=nba&days=30", /days/],
  ])("refuses %s", async (_what, query, message) => {
    const answer = await service.get(`/api/slate?${query}`, { as });
    expect(refusal(answer)).toEqual(refused(400, message));
  });
});

describe("POST /internal/slate/advance", () => {
  it.each([0, -1, 1.5, 401, "1", null, [1]])("refuses %j days", async (days) => {
    const answer = await service.post("/internal/slate/advance", { days });
    expect(refusal(answer)).toEqual(refused(400, /days|>=1|<=400/));
  });
});

describe("GET /api/predictions/{id}", () => {
  it("refuses an endless id", async () => {
    const answer = await service.get(`/api/predictions/${"x".repeat(101)}`, { as });
    expect(refusal(answer)).toEqual(refused(400, /id|100/));
  });
});

describe.each(["/api/predictions", "/api/predictions/prd_1", "/api/betting-profile"])(
  "GET %s",
  (path) => {
    it("refuses a visitor who is not signed in", async () => {
      expect(refusal(await service.get(path))).toEqual(refused(401, /sign in/));
    });
  },
);

it("stores nothing of these requests and moves no clock", async () => {
  expect(await database.predictions.countDocuments({})).toBe(0);
  const { body } = await service.get("/api/slate?sport=nba", { as });
  expect(body).toMatchObject({ slate: { pricedAt: service.time.now().toISOString() } });
});
