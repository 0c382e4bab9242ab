import { type Engines, startEngines } from "@orbline/engines/engines";
import { sessionKey } from "@orbline/kit/redis/sessions";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

let engines: Engines;
let gateway: Harness;

// These tests count the commands of their Redis server and stop it, so they do not share it.
beforeAll(async () => {
  engines = await startEngines({ kafka: false, mongo: false });
  gateway = await startHarness(engines.redisUrl);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await gateway.stop();
  await engines.stop();
});

const calls = async (command: "get" | "set") =>
  Number(
    new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(
      await gateway.redis.info("commandstats"),
    )?.[1] ?? 0,
  );

describe("Redis commands per session", () => {
  it("does not read Redis for further requests of a session", async () => {
    const { cookie } = await gateway.signIn();
    const getUser = () => gateway.send({ path: "/api/user", headers: { cookie } });
    await getUser();
    const before = await calls("get");
    for (let request = 0; request < 20; request += 1) expect((await getUser()).status).toBe(200);
    expect(await calls("get")).toBe(before);
  });

  it("renews the idle expiry at most once a minute", async () => {
    // The fake clock does not move on a slow machine.
    vi.useFakeTimers({ toFake: ["Date"] });
    const { cookie, sessionId } = await gateway.signIn();
    const getUser = () => gateway.send({ path: "/api/user", headers: { cookie } });
    await gateway.redis.pExpire(sessionKey(sessionId), 100_000);
    const signedInAtMs = Date.now();
    const before = await calls("set");
    vi.setSystemTime(signedInAtMs + 59_999);
    await getUser();
    expect(await calls("set")).toBe(before);
    vi.setSystemTime(signedInAtMs + 60_000);
    await Promise.all([getUser(), getUser(), getUser(), getUser()]);
    vi.useRealTimers();
    const used = { seenAtMs: signedInAtMs + 60_000 };
    await eventually(async () => expect(await gateway.sessions.get(sessionId)).toMatchObject(used));
    expect(await gateway.redis.pTTL(sessionKey(sessionId))).toBeGreaterThan(13 * 86_400_000);
    expect(await calls("set")).toBe(before + 1);
  });
});

describe("without Redis", () => {
  it("responds 503 after two seconds while Redis hangs, and serves cached sessions", async () => {
    const known = await gateway.signIn("user", "known");
    const unknown = await gateway.signIn("user", "unknown");
    const getUser = ({ cookie }: { cookie: string }) =>
      gateway.send({ path: "/api/user", headers: { cookie } });
    expect((await getUser(known)).status).toBe(200);
    engines.freeze("redis");
    try {
      const startedAt = performance.now();
      const answers = await Promise.all([
        getUser(unknown),
        gateway.send({ method: "POST", path: "/api/login" }),
        getUser(known),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
      // Without a deadline it would take five seconds, until the connection times out.
      expect(performance.now() - startedAt).toBeLessThan(4_500);
    } finally {
      engines.thaw("redis");
    }
    await eventually(async () => expect((await getUser(unknown)).status).toBe(200));
  });

  it("responds 503 to sessions while Redis is down, keeps their cookies, serves other requests, and recovers", async () => {
    const { cookie, sessionId, userId } = await gateway.signIn();
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
    await eventually(() => gateway.sessions.delete(userId, sessionId));
    expect((await getUser()).status).toBe(401);
  });
});
