import type { Message, Producer } from "kafkajs";
import { expect, it } from "vitest";
import { createLane } from "./serial-producer.ts";

type Answer = (values: string[]) => Promise<void>;

/** A broker in memory: `answer` decides the fate of each request. */
const fakeBroker = (answer: Answer) => {
  const requests: string[][] = [];
  let connections = 0;
  let running = 0;
  let most = 0;
  const send = async ({ messages }: { messages: Message[] }) => {
    const values = messages.map(({ value }) => String(value));
    requests.push(values);
    running += 1;
    most = Math.max(most, running);
    try {
      await answer(values);
    } finally {
      running -= 1;
    }
  };
  const connect = async () => {
    connections += 1;
    return { send, disconnect: async () => undefined } as unknown as Producer;
  };
  return { requests, connect, connections: () => connections, most: () => most };
};

const message = (value: string): Message => ({ key: "a", value });
const refusal = (text: string) => Object.assign(new Error(text), { retriable: false });
const settled = (work: Promise<void>[]) =>
  Promise.allSettled(work).then((results) => results.map(({ status }) => status));

it("has one request under way and sends together what waited meanwhile, in order", async () => {
  const broker = fakeBroker(async () => undefined);
  const lane = createLane("topic", broker.connect);
  await Promise.all(["1", "2", "3", "4"].map((value) => lane.publish(message(value), 1_000)));
  expect(broker.requests).toEqual([["1"], ["2", "3", "4"]]);
  expect(broker.most()).toBe(1);
  expect(broker.connections()).toBe(1);
});

it("bounds a request by count and by size", async () => {
  const broker = fakeBroker(async () => undefined);
  const lane = createLane("topic", broker.connect);
  const small = Array.from({ length: 250 }, () => lane.publish(message("x"), 1_000));
  await Promise.all(small);
  expect(Math.max(...broker.requests.map(({ length }) => length))).toBe(100);
  const big = Array.from({ length: 4 }, () => lane.publish(message("x".repeat(300_000)), 1_000));
  await Promise.all(big);
  expect(broker.requests.slice(-4).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
});

it("rejects the one message that the broker refuses, not those beside it", async () => {
  const broker = fakeBroker(async (values) => {
    if (values.includes("bad")) throw refusal("too large");
  });
  const lane = createLane("topic", broker.connect);
  const work = ["first", "good", "bad", "fine"].map((value) => lane.publish(message(value), 1_000));
  expect(await settled(work)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
});

it("rejects all that were sent together when the broker can not be reached, and connects anew", async () => {
  let isDown = true;
  const broker = fakeBroker(async () => {
    if (isDown) throw new Error("no answer");
  });
  const lane = createLane("topic", broker.connect);
  const work = ["1", "2", "3"].map((value) => lane.publish(message(value), 1_000));
  expect(await settled(work)).toEqual(["rejected", "rejected", "rejected"]);
  isDown = false;
  await lane.publish(message("4"), 1_000);
  expect(broker.requests).toEqual([["1"], ["2", "3"], ["4"]]);
  expect(broker.connections()).toBe(3);
});

it("withdraws what still waits at its deadline, so that it is never sent late", async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const broker = fakeBroker(async () => held);
  const lane = createLane("topic", broker.connect);
  const underWay = lane.publish(message("1"), 20);
  const waiting = lane.publish(message("2"), 20);
  await expect(underWay).rejects.toMatchObject({ kind: "unavailable" });
  await expect(waiting).rejects.toMatchObject({ kind: "unavailable" });
  release?.();
  await lane.publish(message("3"), 1_000);
  expect(broker.requests).toEqual([["1"], ["3"]]);
});

it("ends what is under way before it closes, then takes nothing new", async () => {
  const broker = fakeBroker(async () => undefined);
  const lane = createLane("topic", broker.connect);
  const published = lane.publish(message("1"), 1_000);
  await lane.close();
  await published;
  await expect(lane.publish(message("2"), 1_000)).rejects.toMatchObject({ kind: "unavailable" });
});
