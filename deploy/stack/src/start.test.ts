import { createServer, type AddressInfo, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { portProblems } from "./start.ts";
import { freePort, freePortBase, isFree, isOpen, waitUntilOpen } from "@orbline/engines/ports";

let server: Server;
let taken: number;
beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  taken = (server.address() as AddressInfo).port;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

describe("ports", () => {
  it("names a taken port in one line with the variable that moves it", async () => {
    const needed = { name: "REDIS_PORT", port: taken, process: "redis" } as const;
    expect(await portProblems([needed])).toEqual([
      `port ${taken} (redis) is taken by another program; set REDIS_PORT to move it`,
    ]);
  });

  it("accepts a port that our own running product uses", async () => {
    const needed = { name: "REDIS_PORT", port: taken, process: "redis" } as const;
    expect(await portProblems([needed], [taken])).toEqual([]);
  });

  it.each([5060, 6000, 6667, 10_080])(
    "names port %i, which fetch refuses, with its variable",
    async (port) => {
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
        cause: { message: "bad port" },
      });
      const needed = { name: "GATEWAY_PORT", port, process: "gateway" } as const;
      expect(await portProblems([needed])).toEqual([
        `GATEWAY_PORT is ${port}, which browsers and fetch refuse; choose another port`,
      ]);
    },
  );

  it("refuses the same port for two processes", async () => {
    const port = await freePort();
    const problems = await portProblems([
      { name: "REDIS_PORT", port, process: "redis" },
      { name: "MONGO_PORT", port, process: "mongo" },
    ]);
    expect(problems).toEqual([`MONGO_PORT is ${port}, as REDIS_PORT is; move one`]);
  });

  it("finds free ports below the range of source ports", async () => {
    const base = await freePortBase(16);
    expect(base + 15).toBeLessThan(32_000);
    expect(await isFree(base + 15)).toBe(true);
    expect(await isFree(taken)).toBe(false);
  });

  it("stops waiting for a port when the process has ended and throws its reason", async () => {
    const port = await freePort();
    await expect(waitUntilOpen(port, 5_000, () => "redis ended (exit 1)")).rejects.toThrow(
      "redis ended (exit 1)",
    );
    await expect(waitUntilOpen(port, 0)).rejects.toThrow(`port ${port}`);
    await waitUntilOpen(taken, 1_000);
    expect(await isOpen(taken)).toBe(true);
  });
});
