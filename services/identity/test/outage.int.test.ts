import { startEngines, type Engines } from "@orbline/engines/engines";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAccounts } from "./engines.ts";
import { startFakeServices } from "./fake-services.ts";
import { callerIn, newName, password, startService } from "./service.ts";

let engines: Engines;
let service: Awaited<ReturnType<typeof startService>>;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
let fakes: Awaited<ReturnType<typeof startFakeServices>>;

/** A separate Redis, because the test stops it. */
beforeAll(async () => {
  engines = await startEngines({ kafka: false, mongo: false });
  fakes = await startFakeServices();
  service = await startService({ REDIS_URL: engines.redisUrl, ...fakes.env });
  accounts = await openAccounts(testEngines().mongoUrl);
});
afterAll(async () => {
  await accounts.close();
  await service.stop();
  await fakes.close();
  await engines.stop();
});

const ready = async () => {
  const response = await fetch(`http://127.0.0.1:${service.port}/readyz`);
  return { status: response.status, ...((await response.json()) as { notReady: string[] }) };
};

it.each([
  ["is gone", () => engines.kill("redis"), () => engines.restart("redis")],
  ["hangs", async () => engines.freeze("redis"), async () => engines.thaw("redis")],
])(
  "responds with 503 to requests that need a session while Redis %s, and recovers by itself",
  async (...how) => {
    const [, stop, resume] = how;
    const username = newName();
    const as = callerIn(await service.post("/api/register", { username, password }));
    const newcomer = newName();
    fakes.state.redeemable.set("paid", as.userId);
    const paid = { headers: { cookie: "__Host-checkout=paid" } };

    await stop();
    for (const answer of [
      await service.post("/api/register", { username: newcomer, password }),
      await service.post("/api/login", { username, password }),
      await service.post("/api/logout", undefined, { as }),
      await service.post("/api/checkout-login", { sessionId: "cs_1" }, paid),
    ]) {
      expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await service.get("/api/user", { as })).status).toBe(200);
    expect(await accounts.users.findOne({ username: newcomer })).toBeNull();
    expect(fakes.state.redeemable.has("paid")).toBe(true);

    await resume();
    await eventually(async () => {
      expect((await service.post("/api/login", { username, password })).status).toBe(200);
    });
    expect((await service.post("/api/register", { username: newcomer, password })).status).toBe(
      201,
    );
  },
);

it("is not ready while Redis is down", async () => {
  expect(await ready()).toEqual({ status: 200, notReady: [] });
  await engines.kill("redis");
  await eventually(async () => {
    expect(await ready()).toEqual({ status: 503, notReady: ["redis"] });
  });
  await engines.restart("redis");
  await eventually(async () => expect((await ready()).status).toBe(200));
});
