import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { removingWorker, removingWorkerFile } from "./service-worker.ts";

type WorkerEvent = { waitUntil: (work: Promise<unknown>) => void };

it("removes everything that a worker stored, and the worker", async () => {
  const listeners = new Map<string, (event: WorkerEvent) => void>();
  const stored = new Set(["orbline.shell", "orbline.files", "orbline.user"]);
  let isRegistered = true;
  let skipped = false;
  runInNewContext(removingWorker, {
    caches: {
      keys: () => Promise.resolve([...stored]),
      delete: (name: string) => Promise.resolve(stored.delete(name)),
    },
    self: {
      addEventListener: (name: string, listener: (event: WorkerEvent) => void) =>
        listeners.set(name, listener),
      skipWaiting: () => {
        skipped = true;
      },
      registration: {
        unregister: () => {
          isRegistered = false;
          return Promise.resolve(true);
        },
      },
    },
  });
  // Without a handler of `fetch` every request goes to the network.
  expect([...listeners.keys()]).toEqual(["install", "activate"]);
  const work: Promise<unknown>[] = [];
  const event = { waitUntil: (one: Promise<unknown>) => void work.push(one) };
  for (const listener of listeners.values()) listener(event);
  await Promise.all(work);
  expect([stored.size, isRegistered, skipped]).toEqual([0, false, true]);
});

it("is a script that browsers ask for again with every visit", () => {
  const { type, immutable, plain } = removingWorkerFile();
  expect([type, immutable]).toEqual(["text/javascript; charset=utf-8", false]);
  expect(plain.body.toString()).toBe(removingWorker);
});
