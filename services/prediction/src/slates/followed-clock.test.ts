import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { settableClock } from "../testing/season.ts";
import { followClock } from "./followed-clock.ts";

it("follows another program's clock at its speed, and keeps its last reading when that program is gone", async () => {
  let answer = { now: "2030-01-01T00:00:00.000Z", speed: 60 };
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const clock = settableClock("2026-11-21T12:00:00Z");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock`;
  const followed = await followClock(url, { clock });
  expect(followed.now()).toEqual(new Date("2030-01-01T00:00:00Z"));
  clock.set("2026-11-21T12:00:10Z");
  expect(followed.now()).toEqual(new Date("2030-01-01T00:10:00Z"));
  answer = { now: "2030-02-01T00:00:00.000Z", speed: 0 };
  await followed.read();
  clock.set("2026-11-21T12:01:00Z");
  expect(followed.now()).toEqual(new Date("2030-02-01T00:00:00Z"));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(followed.read()).rejects.toThrow(/fetch failed/);
  expect(followed.now()).toEqual(new Date("2030-02-01T00:00:00Z"));
  await expect(followClock(url, { clock })).rejects.toThrow(/fetch failed/);
});
