import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "@orbline/engines/child";
import { freePort, isOpen } from "@orbline/engines/ports";
import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import { testKeys } from "@orbline/kit/testing/keys";
import { expect, it, onTestFinished } from "vitest";
import { send } from "./client.ts";
import { startHarness } from "./harness.ts";
import { startUpstream } from "./upstream.ts";

const plans = { path: "/api/plans" };

it("finishes and logs requests in flight on SIGTERM and exits with code 0", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-stop-"));
  const logFile = join(folder, "log");
  const upstream = await startUpstream();
  const held: (() => void)[] = [];
  upstream.behave((_incoming, outgoing) => void held.push(() => outgoing.end("{}")));
  const [port, internalPort] = [await freePort(), await freePort()];
  const gateway = await startChild({
    command: process.execPath,
    args: [join(import.meta.dirname, "../src/main.ts")],
    logFile,
    env: {
      ...testKeys.env,
      NODE_ENV: "test",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      REDIS_URL: testEngines().redisUrl,
      BILLING_URL: upstream.url,
    },
  });
  onTestFinished(async () => {
    await gateway.stop("SIGKILL");
    await upstream.close();
    rmSync(folder, { recursive: true });
  });
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });
  await eventually(() => send(origin, { path: "/readyz", agent }), { timeoutMs: 20_000 });

  const answered = send(origin, { ...plans, agent });
  await eventually(() => expect(held).toHaveLength(1));
  const stopped = gateway.stop();
  await eventually(async () => {
    const ready = await send(`http://127.0.0.1:${internalPort}`, { path: "/readyz" });
    expect(ready.json()).toEqual({ notReady: ["draining"] });
  });
  await eventually(async () => expect(await isOpen(port)).toBe(false));
  for (const answer of held) answer();
  const { status, headers } = await answered;
  expect(status).toBe(200);
  await stopped;
  expect(gateway.ended()).toContain("exit 0");
  const log = readFileSync(logFile, "utf8");
  expect(log).toContain(`"requestId":"${String(headers["x-request-id"])}"`);
});

it("finishes requests on open connections while it stops, and closes them", async () => {
  const gateway = await startHarness(testEngines().redisUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await gateway.send({ ...plans, agent })).headers["connection"]).toBe("keep-alive");
  const stopped = gateway.stop();
  const last = await gateway.send({ ...plans, agent });
  expect(last.status).toBe(200);
  expect(last.headers["connection"]).toBe("close");
  await stopped;
});

it("loses no request on an open connection when a busy gateway stops", async () => {
  const gateway = await startHarness(testEngines().redisUrl, {
    RATE_GENERAL_PER_MINUTE: "1000000",
  });
  const agent = new Agent({ keepAlive: true });
  const lost: string[] = [];
  let answered = 0;
  /**
   * Calls until the gateway refuses new connections, because only a connection with an earlier request can lose a
   * request.
   */
  const callOnce = () =>
    new Promise<boolean>((resolve) => {
      const outgoing = request(gateway.origin + plans.path, { agent }, (incoming) => {
        incoming.resume().on("end", () => {
          answered += 1;
          resolve(true);
        });
      });
      outgoing.on("error", (error) => {
        if (outgoing.reusedSocket) lost.push(error.message);
        resolve(false);
      });
      outgoing.end();
    });
  const caller = async () => {
    while (await callOnce());
  };
  const callers = Array.from({ length: 8 }, caller);
  await eventually(() => expect(answered).toBeGreaterThan(100));
  await gateway.stop();
  await Promise.all(callers);
  expect(lost).toEqual([]);
  agent.destroy();
});
