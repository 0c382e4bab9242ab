import { testEngines } from "@orbline/kit/testing/engines";
import { describe, expect, it } from "vitest";
import { userKey } from "../src/guards/rate-limit.ts";
import { startHarness } from "./harness.ts";

describe("rate limits", () => {
  const login = { method: "POST", path: "/api/login" };

  it("responds 429 with Retry-After on every gateway when a shared limit is exceeded", async () => {
    const env = { RATE_LOGIN_PER_MINUTE: "3", NAMESPACE: `shared${process.pid}.` };
    const first = await startHarness(testEngines().redisUrl, env);
    const second = await startHarness(testEngines().redisUrl, env);
    for (const gateway of [first, second, first])
      expect((await gateway.send(login)).status).toBe(200);
    const answer = await second.send(login);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(answer.json()["code"]).toBe("rate.limited");
    expect((await second.send({ path: "/api/plans" })).status).toBe(200);
    await first.stop();
    await second.stop();
  });

  it("limits registrations of an hour to those of ten minutes, because each stores or sends something", async () => {
    const namespace = `hour${process.pid}.`;
    const env = { RATE_REGISTER_PER_MINUTE: "2", NAMESPACE: namespace };
    const gateway = await startHarness(testEngines().redisUrl, env);
    const register = () => gateway.send({ method: "POST", path: "/api/register" });
    // Each time a minute passes.
    for (let minute = 0; minute < 10; minute += 1) {
      for (let call = 0; call < 2; call += 1) expect((await register()).status).toBe(200);
      await gateway.redis.del(`${namespace}rate:register:127.0.0.1`);
    }
    const refused = await register();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_500);
    expect((await gateway.send(login)).status).toBe(200);
    await gateway.stop();
  });

  it("counts no read against the limit of an hour, because it stores nothing", async () => {
    const namespace = `reads${process.pid}.`;
    const env = { RATE_REGISTER_PER_MINUTE: "1", NAMESPACE: namespace };
    const gateway = await startHarness(testEngines().redisUrl, env);
    const userId = "reading-user";
    const { cookie } = await gateway.signIn("user", userId);
    for (let minute = 0; minute < 11; minute += 1) {
      const method = minute % 2 === 0 ? "GET" : "HEAD";
      const read = { method, path: "/api/user/export", headers: { cookie } };
      const { status } = await gateway.send(read);
      expect(status).toBe(200);
      await gateway.redis.del(`${namespace}rate:register:${userKey(userId)}`);
      await gateway.redis.del(`${namespace}rate:register-users:127.0.0.1`);
    }
    const write = { method: "PATCH", path: "/api/user", headers: { cookie } };
    expect((await gateway.send(write)).status).toBe(200);
    await gateway.stop();
  });

  it("lets no foreign page use up the limits of its visitor", async () => {
    const env = {
      RATE_GENERAL_PER_MINUTE: "2",
      RATE_LOGIN_PER_MINUTE: "1",
      RATE_REGISTER_PER_MINUTE: "1",
      NAMESPACE: `foreign${process.pid}.`,
    };
    const gateway = await startHarness(testEngines().redisUrl, env);
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" };
    for (const request of [login, { path: "/api/user/export" }, { path: "/api/plans" }])
      for (let call = 0; call < 3; call += 1)
        expect((await gateway.send({ ...request, headers })).status).toBe(403);
    expect((await gateway.send(login)).status).toBe(200);
    expect((await gateway.send({ path: "/api/plans" })).status).toBe(200);
    await gateway.stop();
  });

  it("lets no stranger use up the limit of the users at an address", async () => {
    const gateway = await startHarness(testEngines().redisUrl, { RATE_GENERAL_PER_MINUTE: "2" });
    const { cookie } = await gateway.signIn();
    const statusOf = async (headers: Record<string, string>) =>
      (await gateway.send({ path: "/api/sessions", headers })).status;
    for (const status of [401, 401, 429, 429, 429, 429]) expect(await statusOf({})).toBe(status);
    expect(await statusOf({ cookie })).toBe(200);
    await gateway.stop();
  });

  it("lets no stranger at an address use up its users' limits of passwords, emails and payments", async () => {
    const env = {
      RATE_LOGIN_PER_MINUTE: "2",
      RATE_REGISTER_PER_MINUTE: "2",
      RATE_CHECKOUT_PER_MINUTE: "2",
      NAMESPACE: `stranger${process.pid}.`,
    };
    const gateway = await startHarness(testEngines().redisUrl, env);
    const { cookie } = await gateway.signIn();
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await gateway.send({ method: "POST", path, headers })).status;
    for (const [anonymous, ofUser] of [
      ["/api/login", "/api/password"],
      ["/api/register", "/api/email/verify/resend"],
      ["/api/checkout-login", "/api/billing-portal"],
    ] as const) {
      for (const expected of [401, 401, 401]) expect(await status(ofUser)).toBe(expected);
      for (const expected of [200, 200, 429]) expect(await status(anonymous)).toBe(expected);
      for (const expected of [200, 200, 429])
        expect(await status(ofUser, { cookie })).toBe(expected);
    }
    await gateway.stop();
  });

  it("limits the use of emailed links apart from registrations", async () => {
    const env = { RATE_REGISTER_PER_MINUTE: "1", NAMESPACE: `links${process.pid}.` };
    const gateway = await startHarness(testEngines().redisUrl, env);
    const status = async (path: string) => (await gateway.send({ method: "POST", path })).status;
    for (const expected of [200, 429]) expect(await status("/api/register")).toBe(expected);
    const links = ["password/reset", "email/verify", "email/undo", "second-factor/undo", "claim"];
    for (let use = 0; use < 12; use += 1)
      for (const link of links) expect(await status(`/api/${link}`)).toBe(200);
    for (const link of links) expect(await status(`/api/${link}`)).toBe(429);
    await gateway.stop();
  });

  it.each([
    ["changes at their accounts", "POST", "/api/password"],
    ["emails", "POST", "/api/email/verify/resend"],
    ["payments", "POST", "/api/billing-portal"],
    ["reads that ask the payment provider", "GET", "/api/invoices"],
  ])(
    "limits %s of all users of a client together to twice those of one",
    async (_, method, path) => {
      const gateway = await startHarness(testEngines().redisUrl, {
        RATE_LOGIN_PER_MINUTE: "2",
        RATE_REGISTER_PER_MINUTE: "2",
        RATE_CHECKOUT_PER_MINUTE: "2",
        RATE_PAYMENT_READS_PER_MINUTE: "2",
        NAMESPACE: `together${process.pid}${path}.`,
      });
      const statuses: number[] = [];
      for (const user of ["first", "second", "third"]) {
        const { cookie } = await gateway.signIn("user", `${user}-account`);
        for (let call = 0; call < 2; call += 1)
          statuses.push((await gateway.send({ method, path, headers: { cookie } })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      await gateway.stop();
    },
  );

  it("limits every class of calls, webhooks separately", async () => {
    const gateway = await startHarness(testEngines().redisUrl, { RATE_GENERAL_PER_MINUTE: "5" });
    for (let call = 0; call < 5; call += 1)
      expect((await gateway.send({ path: "/api/plans" })).status).toBe(200);
    expect((await gateway.send({ path: "/api/plans" })).status).toBe(429);
    const headers = { "stripe-signature": "t=1,v1=00" };
    const webhook = { method: "POST", path: "/api/webhooks/stripe", headers, body: "{}" };
    expect((await gateway.send(webhook)).status).toBe(200);
    await gateway.stop();
  });

  it("limits pages of the record log and pictures of picks, which cost more than other reads", async () => {
    const gateway = await startHarness(testEngines().redisUrl);
    const status = async (path: string) => (await gateway.send({ path })).status;
    for (let page = 0; page < 57; page += 1)
      expect(await status(`/api/record/leaves?from=${page}`)).toBe(200);
    const image = `/api/receipts/${"a".repeat(22)}/image`;
    const others = [image, "/api/record/heads?from=0", "/api/record/consistency?from=1&to=2"];
    for (const path of others) expect(await status(path)).toBe(200);
    for (const path of [...others, "/api/record/leaves"]) expect(await status(path)).toBe(429);
    expect(await status("/api/slate?sport=nba")).toBe(200);
    await gateway.stop();
  });

  it("limits reads and changes whose cost grows with a user's history, for each user and call", async () => {
    const gateway = await startHarness(testEngines().redisUrl, { RATE_PER_USER_PER_MINUTE: "2" });
    const { cookie } = await gateway.signIn();
    const other = await gateway.signIn("user", "another-user");
    const status = async (path: string, method = "GET", headers = { cookie }) =>
      (await gateway.send({ method, path, headers })).status;
    for (const path of [
      "/api/ledger",
      "/api/predictions?sport=nba",
      "/api/predictions/series",
      "/api/guardrails",
      "/api/betting-profile",
      "/api/sessions",
      "/api/security-events?limit=200",
    ]) {
      for (const expected of [200, 200, 429]) expect(await status(path)).toBe(expected);
      expect(await status(path, "GET", { cookie: other.cookie })).toBe(200);
    }
    for (const path of ["/api/guardrails/time-out", "/api/predictions/prd_1/bet"])
      for (const expected of [200, 200, 429]) expect(await status(path, "POST")).toBe(expected);
    for (const expected of [200, 200, 429])
      expect(await status("/api/user/preferences", "PATCH")).toBe(expected);
    await gateway.stop();
  });

  it("limits calls that are counted per user also for each client, whatever its number of accounts", async () => {
    const gateway = await startHarness(testEngines().redisUrl, { RATE_GENERAL_PER_MINUTE: "2" });
    const status = async (cookie: string) =>
      (await gateway.send({ path: "/api/sessions", headers: { cookie } })).status;
    for (let account = 0; account < 4; account += 1) {
      const { cookie } = await gateway.signIn("user", `account-${account}`);
      expect(await status(cookie)).toBe(200);
    }
    const { cookie } = await gateway.signIn("user", "one-more-account");
    expect(await status(cookie)).toBe(429);
    await gateway.stop();
  });

  it("limits how often other sessions are ended, because each time is an event that is stored", async () => {
    const namespace = `others${process.pid}.`;
    const env = { RATE_LOGIN_PER_MINUTE: "2", NAMESPACE: namespace };
    const gateway = await startHarness(testEngines().redisUrl, env);
    const { cookie } = await gateway.signIn();
    const call = { method: "POST", path: "/api/sessions/revoke-others", headers: { cookie } };
    for (const status of [200, 200, 429]) expect((await gateway.send(call)).status).toBe(status);
    await gateway.stop();
  });

  it("limits invoices apart from checkouts, and cancellations per user instead of per client", async () => {
    const gateway = await startHarness(testEngines().redisUrl, {
      RATE_GENERAL_PER_MINUTE: "8",
      RATE_CHECKOUT_PER_MINUTE: "1",
      RATE_PAYMENT_READS_PER_MINUTE: "2",
      RATE_PER_USER_PER_MINUTE: "3",
    });
    const { cookie } = await gateway.signIn();
    const statusOf = async (
      method: string,
      path: string,
      headers: Record<string, string> = { cookie },
    ) => (await gateway.send({ method, path, headers })).status;
    const cancel = "/api/subscription/cancel";
    expect(await statusOf("POST", "/api/billing-portal")).toBe(200);
    expect(await statusOf("POST", "/api/billing-portal")).toBe(429);
    for (const status of [200, 200, 429])
      expect(await statusOf("GET", "/api/invoices")).toBe(status);
    // Without a user they count as general calls of the address.
    for (let call = 0; call < 8; call += 1) expect(await statusOf("POST", cancel, {})).toBe(401);
    expect(await statusOf("POST", cancel, {})).toBe(429);
    expect(await statusOf("GET", "/api/plans")).toBe(429);
    // Each cancellation is two calls of the payment provider.
    for (let call = 0; call < 3; call += 1) expect(await statusOf("POST", cancel)).toBe(200);
    expect(await statusOf("POST", cancel)).toBe(429);
    expect(await statusOf("GET", "/api/ledger")).toBe(200);
    const other = await gateway.signIn("user", "another-user");
    expect(await statusOf("POST", cancel, { cookie: other.cookie })).toBe(200);
    await gateway.stop();
  });
});
