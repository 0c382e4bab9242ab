import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { errorHandler } from "@orbline/kit/http/errors";
import { createLogger } from "@orbline/kit/observability/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import express from "express";
import { afterEach, expect, it } from "vitest";
import type { PredictionSummary } from "../domain/prediction.ts";
import type { Leaf } from "../use-cases/ports.ts";
import { addRecordLogRoutes } from "./record-log-routes.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

type Deps = Parameters<typeof addRecordLogRoutes>[1];

const leaf = (number: number): Leaf => ({
  number,
  hash: Buffer.alloc(32),
  state: "erased",
  content: undefined,
});

/** The routes with slow pictures and leaves; `open` ends the wait of all of them. */
const serve = async (leafCount = 0) => {
  const gate = Promise.withResolvers<void>();
  const seen = { running: 0, mostRunning: 0, calls: [] as string[] };
  const slowly = async <Result>(call: string, result: Result): Promise<Result> => {
    seen.calls.push(call);
    seen.running += 1;
    seen.mostRunning = Math.max(seen.mostRunning, seen.running);
    await gate.promise;
    seen.running -= 1;
    return result;
  };
  const deps = {
    shares: { find: (slug: string) => Promise.resolve({ id: slug, outcome: "open" }) },
    renderImage: ({ id }: PredictionSummary) => slowly(`image ${id.trim()}`, Buffer.from("png")),
    slates: { now: () => new Date() },
    leaves: {
      list: (from: number, limit: number) => {
        const length = Math.max(0, Math.min(limit, leafCount - from));
        return slowly(
          `leaves ${from}`,
          Array.from({ length }, (_, index) => leaf(from + index)),
        );
      },
    },
  } as unknown as Deps;
  const app = express();
  addRecordLogRoutes(app, deps);
  app.use(errorHandler(createLogger({ service: "test", level: "silent" })));
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  /** Sends a request on a connection of its own, which the returned function closes. */
  const startGet = (path: string) => {
    const started = request(`http://127.0.0.1:${port}${path}`, { agent: false });
    started.on("error", () => undefined).end();
    return () => started.destroy();
  };
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { get, startGet, seen, connections, open: () => gate.resolve() };
};

const imageOf = (name: string) => `/api/receipts/${name.padEnd(22, "_")}/image`;

it("makes one picture or page of leaves at a time, and refuses more than a few that wait", async () => {
  const { get, seen, open } = await serve();
  const answers = Array.from({ length: 24 }, (_, index) =>
    get(index % 2 ? "/api/record/leaves" : imageOf(`pick${index}`)),
  );
  const refused: (string | null)[] = [];
  for (const answer of answers)
    void answer.then(({ headers }) => refused.push(headers.get("retry-after")));
  // A refusal does not wait for the work that runs.
  await eventually(() => expect(refused).toEqual(Array.from({ length: 7 }, () => "1")));
  open();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(17);
  expect(statuses.filter((status) => status === 503)).toHaveLength(7);
  expect(seen.mostRunning).toBe(1);
});

it("draws a picture once for all who ask for it at the same time", async () => {
  const { get, seen, open } = await serve();
  const answers = [get(imageOf("pick")), get(imageOf("pick")), get(imageOf("pick"))];
  open();
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  expect((await get(imageOf("pick"))).status).toBe(200);
  expect(seen.calls).toHaveLength(1);
});

it("reads a page of leaves in parts, between which others are served", async () => {
  const { get, seen, open } = await serve(120);
  open();
  const { leaves } = (await (await get("/api/record/leaves?from=5")).json()) as { leaves: Leaf[] };
  expect(leaves.map(({ number }) => number)).toEqual(
    Array.from({ length: 115 }, (_, index) => index + 5),
  );
  expect(seen.calls).toEqual(["leaves 5", "leaves 55", "leaves 105"]);
});

it("reads no leaves for clients that have left before their turn", async () => {
  const { get, startGet, seen, connections, open } = await serve();
  const first = get("/api/record/leaves?from=1");
  await eventually(() => expect(seen.calls).toEqual(["leaves 1"]));
  const leave = Array.from({ length: 16 }, () => startGet("/api/record/leaves?from=2"));
  await eventually(async () => expect(await connections()).toBe(17));
  // All of them wait, so a further one is refused.
  expect((await get("/api/record/leaves?from=3")).status).toBe(503);
  for (const each of leave) each();
  await eventually(async () => expect(await connections()).toBeLessThan(3));
  open();
  expect((await first).status).toBe(200);
  expect((await get("/api/record/leaves?from=4")).status).toBe(200);
  expect(seen.calls).toEqual(["leaves 1", "leaves 4"]);
});
