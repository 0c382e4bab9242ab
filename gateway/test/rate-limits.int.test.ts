import { testEngines } from "@orbline/kit/testing/engines";
import { describe, expect, it } from "vitest";
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

  it("limits every class of calls, webhooks separately", async () => {
    const gateway = await startHarness(testEngines().redisUrl, { RATE_GENERAL_PER_MINUTE: "5" });
    for (let call = 0; call < 5; call += 1)
      expect((await gateway.send({ path: "/api/plans" })).status).toBe(200);
    expect((await gateway.send({ path: "/api/plans" })).status).toBe(429);
    const webhook = { method: "POST", path: "/api/webhooks/stripe", body: "{}" };
    expect((await gateway.send(webhook)).status).toBe(200);
    await gateway.stop();
  });
});
