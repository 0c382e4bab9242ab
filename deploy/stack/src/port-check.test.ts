import { createServer, type AddressInfo, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { portProblems } from "./port-check.ts";
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
  it("a taken port is named in one line with the variable that moves it", async () => {
    const needed = { name: "REDIS_PORT", port: taken, process: "redis" } as const;
    expect(await portProblems([needed])).toEqual([
      `port ${taken} (redis) is taken by another program; set REDIS_PORT to move it`,
    ]);
  });

  it("a port that our own running product holds is no problem", async () => {
    const needed = { name: "REDIS_PORT", port: taken, process: "redis" } as const;
    expect(await portProblems([needed], [taken])).toEqual([]);
  });

  it("the same port for two processes is refused", async () => {
    const port = await freePort();
    const problems = await portProblems([
      { name: "REDIS_PORT", port, process: "redis" },
      { name: "MONGO_PORT", port, process: "mongo" },
    ]);
    expect(problems).toEqual([`MONGO_PORT is ${port}, as REDIS_PORT is; move one`]);
  });

  it("free ports are free and lie below the range of source ports", async () => {
    const base = await freePortBase(16);
    expect(base + 15).toBeLessThan(32_000);
    expect(await isFree(base + 15)).toBe(true);
    expect(await isFree(taken)).toBe(false);
  });

  it("waiting ends with the reason when the process has ended", async () => {
    const port = await freePort();
    await expect(waitUntilOpen(port, 5_000, () => "redis ended (exit 1)")).rejects.toThrow(
      "redis ended (exit 1)",
    );
    await expect(waitUntilOpen(port, 0)).rejects.toThrow(`port ${port}`);
    await waitUntilOpen(taken, 1_000);
    expect(await isOpen(taken)).toBe(true);
  });
});
