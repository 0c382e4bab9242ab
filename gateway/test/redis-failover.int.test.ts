import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SentinelRedis, startSentinelRedis } from "@orbline/engines/testing/redis-sentinel";
import { createLogger } from "@orbline/kit/observability/logger";
import { redisAclFile } from "@orbline/kit/redis/access";
import { connectRedis } from "@orbline/kit/redis/connection";
import { makeCertificate } from "@orbline/kit/testing/certificate";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

// A Redis whose primary is replaced by its replica, over TLS and with passwords everywhere.

const operatorPassword = "o".repeat(32);
const sentinelPassword = "s".repeat(32);
const loginLimit = 5;
let folder: string;
let engine: SentinelRedis;
let gateway: Harness;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orbline-sentinel-"));
  const tls = makeCertificate(folder);
  engine = await startSentinelRedis({
    dataDir: folder,
    acl: redisAclFile({
      operator: operatorPassword,
      gateway: "g".repeat(32),
      identity: "i".repeat(32),
    }),
    operatorPassword,
    sentinelPassword,
    tls,
  });
  await Promise.all(engine.sentinels.map((address) => untilReady(address, tls.cert)));
  // Nothing listens on the port of the address: the sentinels name the primary.
  gateway = await startHarness(`rediss://operator:${operatorPassword}@127.0.0.1:1`, {
    REDIS_TLS_CA: tls.cert,
    REDIS_SENTINELS: `127.0.0.1:1, ${engine.sentinels.join(",")}`,
    REDIS_SENTINEL_MASTER: engine.name,
    REDIS_SENTINEL_PASSWORD: sentinelPassword,
    RATE_LOGIN_PER_MINUTE: String(loginLimit),
  });
});
afterAll(async () => {
  await gateway.stop();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until a sentinel knows the replica and the other sentinels. */
async function untilReady(address: string, authority: string) {
  const logger = createLogger({ service: "test", level: "silent" });
  const url = `rediss://:${sentinelPassword}@${address}`;
  const sentinel = await connectRedis({ url, tls: { ca: readFileSync(authority) }, logger });
  await eventually(async () => {
    const known = await sentinel.sendCommand(["SENTINEL", "MASTER", engine.name]);
    expect(known).toMatchObject({ "num-slaves": "1", "num-other-sentinels": "2" });
  });
  sentinel.destroy();
}

it("keeps sessions and login limits through a failover, refuses requests during it, and needs no restart", async () => {
  const { cookie, userId, sessionId } = await gateway.signIn();
  const getUser = () => gateway.send({ path: "/api/user", headers: { cookie } });
  const logIn = () => gateway.send({ method: "POST", path: "/api/login" });
  expect((await getUser()).status).toBe(200);
  for (let used = 0; used < loginLimit - 1; used += 1) expect((await logIn()).status).toBe(200);
  expect(await gateway.redis.sendCommand(["WAIT", "1", "5000"])).toBe(1);

  await engine.killPrimary();
  const startedAt = performance.now();
  const refused = await eventually(async () => {
    const answer = await getUser();
    expect(answer.status).toBe(503);
    return answer;
  });
  expect(refused.json()["code"]).toBe("unavailable");
  expect(refused.headers["set-cookie"]).toBeUndefined();
  expect((await logIn()).status).toBe(503);
  expect((await gateway.send({ path: "/readyz" })).status).toBe(503);
  expect(performance.now() - startedAt).toBeLessThan(3_000);

  await eventually(async () => expect((await getUser()).status).toBe(200), { timeoutMs: 60_000 });
  expect((await logIn()).status).toBe(200);
  expect((await logIn()).status).toBe(429);
  expect((await gateway.send({ path: "/readyz" })).status).toBe(200);

  // The new primary tells the gateway of changes, so a deleted session ends at once.
  await eventually(() => gateway.sessions.delete(userId, sessionId));
  expect((await getUser()).status).toBe(401);
  expect((await gateway.signIn()).cookie).toBeDefined();
}, 120_000);
