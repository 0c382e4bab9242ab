import { type Engines, startEngines } from "@orbline/local/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

describe("rate limits", () => {
  const login = { method: "POST", path: "/api/login" };

  test("a class of calls over its limit is answered with 429 and when to come back, by all gateways", async () => {
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

  test("calls of every kind have a limit, webhooks their own", async () => {
    const gateway = await startHarness(testEngines().redisUrl, { RATE_GENERAL_PER_MINUTE: "5" });
    for (let call = 0; call < 5; call += 1)
      expect((await gateway.send({ path: "/api/plans" })).status).toBe(200);
    expect((await gateway.send({ path: "/api/plans" })).status).toBe(429);
    const webhook = { method: "POST", path: "/api/webhooks/stripe", body: "{}" };
    expect((await gateway.send(webhook)).status).toBe(200);
    await gateway.stop();
  });
});

describe("without Redis", () => {
  let engines: Engines;
  let gateway: Harness;

  beforeAll(async () => {
    engines = await startEngines({ kafka: false, mongo: false });
    gateway = await startHarness(engines.redisUrl);
  });
  afterAll(async () => {
    await gateway.stop();
    await engines.stop();
  });

  test("a session is answered with 503 and keeps its cookie, what needs none is served, and all recovers", async () => {
    const { cookie, sid, userId } = await gateway.signIn();
    const getUser = () => gateway.send({ path: "/api/user", headers: { cookie } });
    expect((await getUser()).status).toBe(200);

    await engines.kill("redis");
    const refused = await eventually(async () => {
      const answer = await getUser();
      expect(answer.status).toBe(503);
      return answer;
    });
    expect(refused.json()["code"]).toBe("unavailable");
    expect(refused.headers["retry-after"]).toBeDefined();
    expect(refused.headers["set-cookie"]).toBeUndefined();
    const logout = { method: "POST", path: "/api/logout", headers: { cookie } };
    expect((await gateway.send(logout)).status).toBe(503);
    expect((await gateway.send({ path: "/api/user" })).status).toBe(401);
    expect((await gateway.send({ path: "/api/plans" })).status).toBe(200);
    expect((await gateway.send({ method: "POST", path: "/api/login" })).status).toBe(503);
    expect((await gateway.send({ path: "/healthz" })).status).toBe(200);
    expect((await gateway.send({ path: "/readyz" })).status).toBe(503);

    await engines.restart("redis");
    await eventually(async () => expect((await getUser()).status).toBe(200));
    expect((await gateway.send({ path: "/readyz" })).status).toBe(200);
    await eventually(() => gateway.sessions.delete(userId, sid));
    expect((await getUser()).status).toBe(401);
  });
});
