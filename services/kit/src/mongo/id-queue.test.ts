import { expect, it } from "vitest";
import { createIdQueue } from "./id-queue.ts";
import { eventually } from "../testing/eventually.ts";

const open = (maxParallel: number, maxWaiting: number) => {
  const log: string[] = [];
  const held = new Map<string, { resolve: () => void; reject: (error: Error) => void }[]>();
  const queue = createIdQueue({
    work: (id, isDoubtful) => {
      log.push(isDoubtful ? `${id} again` : id);
      return new Promise((resolve, reject) => {
        held.set(id, [...(held.get(id) ?? []), { resolve, reject }]);
      });
    },
    onFailure: (id) => log.push(`${id} failed`),
    maxParallel,
    maxWaiting,
  });
  const next = (id: string) => held.get(id)?.shift();
  return {
    queue,
    log,
    finish: (id: string) => next(id)?.resolve(),
    fail: (id: string) => next(id)?.reject(new Error("no")),
  };
};

it("works on at most a maximum of ids in parallel and never on one id twice in parallel", async () => {
  const { queue, log, finish } = open(2, 10);
  for (const id of ["a", "a", "a", "b", "c"]) queue.add(id);
  expect(log).toEqual(["a", "b"]);
  expect(queue.sizes()).toEqual({ waiting: 2, running: 2, doubtful: 0 });
  finish("b");
  await eventually(() => expect(log).toEqual(["a", "b", "c"]));
  finish("a");
  await eventually(() => expect(log).toEqual(["a", "b", "c", "a"]));
});

it("refuses ids beyond the maximum queue length", () => {
  const { queue } = open(1, 3);
  expect(["a", "b", "c", "d", "e"].map(queue.add)).toEqual([true, true, true, true, false]);
  expect(queue.sizes()).toEqual({ waiting: 3, running: 1, doubtful: 0 });
});

it("keeps a maximum of doubtful ids and marks the next attempt as doubtful", async () => {
  const { queue, log, fail, finish } = open(1, 2);
  for (const id of ["a", "b", "c"]) {
    queue.add(id);
    fail(id);
    await eventually(() => expect(log).toContain(`${id} failed`));
  }
  expect(queue.sizes()).toEqual({ waiting: 0, running: 0, doubtful: 2 });
  queue.retry();
  finish("a");
  await eventually(() => expect(log.slice(-2)).toEqual(["a again", "b again"]));
  finish("b");
  await queue.whenIdle(1_000);
  expect(queue.sizes()).toEqual({ waiting: 0, running: 0, doubtful: 0 });
});

it("is idle when nothing waits or runs, and after the deadline", async () => {
  const { queue, finish } = open(1, 10);
  await queue.whenIdle(0);
  queue.add("a");
  queue.add("b");
  const order: string[] = [];
  const idle = queue.whenIdle(10_000).then(() => order.push("idle"));
  const given = queue.whenIdle(20).then(() => order.push("given up"));
  await given;
  finish("a");
  await eventually(() => expect(queue.sizes().waiting).toBe(0));
  finish("b");
  await idle;
  expect(order).toEqual(["given up", "idle"]);
});
