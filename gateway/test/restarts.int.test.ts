import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "@orbline/engines/child";
import { freePort } from "@orbline/engines/ports";
import { listen } from "@orbline/kit/http/server";
import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { startHarness } from "./harness.ts";

it("sends no POST twice to a service that is killed under load, and reconnects", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-restart-"));
  const file = join(folder, "requests");
  const port = await freePort();
  const startService = () =>
    startChild({
      command: process.execPath,
      args: [join(import.meta.dirname, "counting-service.ts"), String(port), file],
      logFile: join(folder, "log"),
    });
  let service = await startService();
  const gateway = await startHarness(testEngines().redisUrl, {
    IDENTITY_URL: `http://127.0.0.1:${port}`,
    RATE_GENERAL_PER_MINUTE: "1000000",
  });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    agent.destroy();
    await gateway.stop();
    await service.stop("SIGKILL");
    rmSync(folder, { recursive: true });
  });

  const statuses = new Map<string, number>();
  const count = (...wanted: number[]) =>
    [...statuses.values()].filter((status) => wanted.includes(status)).length;
  const stopped = new AbortController();
  const caller = async (name: number) => {
    for (let call = 0; !stopped.signal.aborted; call += 1) {
      const path = `/api/logout?${name}-${call}`;
      statuses.set(path, (await gateway.send({ method: "POST", path, agent })).status);
    }
  };
  const callers = Array.from({ length: 8 }, (_, name) => caller(name));
  const reach = (wanted: number, ...kinds: number[]) =>
    eventually(() => expect(count(...kinds)).toBeGreaterThanOrEqual(wanted), { timeoutMs: 20_000 });

  await reach(100, 200);
  await service.stop("SIGKILL");
  await reach(10, 502, 503);
  const answeredBefore = count(200);
  service = await startService();
  await reach(answeredBefore + 100, 200);
  stopped.abort();
  await Promise.all(callers);

  const arrived = readFileSync(file, "utf8").trim().split("\n");
  expect(new Set(arrived).size).toBe(arrived.length);
  const answered = [...statuses].filter(([, status]) => status === 200).map(([path]) => path);
  expect(answered.filter((path) => !arrived.includes(path))).toEqual([]);
  expect(count(200, 502, 503)).toBe(statuses.size);
});

it("fails no POST while two replicas of a service restart in turn", async () => {
  const ports = [await freePort(), await freePort()];
  const served = [0, 0] as [number, number];
  const startReplica = (port: number, index: number) => {
    const app = express().post("/api/logout", (_request, response) => {
      served[index as 0 | 1] += 1;
      setTimeout(() => response.json({}), 5);
    });
    return listen(app, { host: "127.0.0.1", port });
  };
  const gateway = await startHarness(testEngines().redisUrl, {
    IDENTITY_URL: ports.map((port) => `http://127.0.0.1:${port}`).join(","),
    RATE_GENERAL_PER_MINUTE: "1000000",
  });
  const agent = new Agent({ keepAlive: true });
  const replicas = await Promise.all(ports.map(startReplica));
  onTestFinished(async () => {
    agent.destroy();
    await gateway.stop();
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  const failures: number[] = [];
  const stopped = new AbortController();
  const caller = async () => {
    while (!stopped.signal.aborted) {
      const { status } = await gateway.send({ method: "POST", path: "/api/logout", agent });
      if (status !== 200) failures.push(status);
    }
  };
  const callers = Array.from({ length: 8 }, caller);
  /** Waits for 20 requests to one or both replicas, none of which a draining one gets. */
  const moreServed = (draining?: 0 | 1) => {
    let before = [...served] as typeof served;
    return eventually(
      () => {
        if (draining !== undefined && served[draining] > before[draining]) before = [...served];
        expect(served[0] + served[1]).toBeGreaterThan(before[0] + before[1] + 20);
      },
      { everyMs: 5 },
    );
  };
  for (const index of [0, 1, 0, 1] as const) {
    await moreServed();
    await replicas[index]?.drain();
    // On a busy machine the gateway may learn of the stop later than in the time that draining takes.
    await moreServed(index);
    await replicas[index]?.close();
    replicas[index] = await startReplica(ports[index] ?? 0, index);
  }
  stopped.abort();
  await Promise.all(callers);
  expect(failures).toEqual([]);
});
