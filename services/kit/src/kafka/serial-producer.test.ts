import { expect, it } from "vitest";
import type { KafkaMessage, KafkaProducer } from "./client.ts";
import { serialProducer } from "./serial-producer.ts";

/** A broker in memory. `answer` decides the result of each message. */
const fakeBroker = (answer: (value: string) => Promise<void>) => {
  const sent: string[] = [];
  let connections = 0;
  let inFlight = 0;
  let mostInFlight = 0;
  const send: KafkaProducer["send"] = async (_topic, messages) => {
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    try {
      for (const { value } of messages) {
        sent.push(String(value));
        await answer(String(value));
      }
    } finally {
      inFlight -= 1;
    }
  };
  const connect = async () => {
    connections += 1;
    return { send, disconnect: async () => undefined };
  };
  const producer = serialProducer("topic", connect);
  return { producer, sent, connections: () => connections, mostInFlight: () => mostInFlight };
};

const message = (value: string): KafkaMessage => ({
  key: "a",
  value: Buffer.from(value),
  headers: {},
});

it("sends one message at a time in the order of the calls, over one connection", async () => {
  const { producer, ...broker } = fakeBroker(() => new Promise((resolve) => setImmediate(resolve)));
  await Promise.all(["1", "2", "3"].map((value) => producer.publish(message(value), 1_000)));
  expect(broker.sent).toEqual(["1", "2", "3"]);
  expect([broker.mostInFlight(), broker.connections()]).toEqual([1, 1]);
});

it("rejects a message that the broker refuses, sends the others and connects again", async () => {
  const { producer, ...broker } = fakeBroker(async (value) => {
    if (value === "bad") throw new Error("too large");
  });
  const work = ["good", "bad", "fine"].map((value) => producer.publish(message(value), 1_000));
  const results = await Promise.allSettled(work);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(broker.connections()).toBe(2);
});

it("never sends a message whose deadline passed while it waited", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { producer, sent } = fakeBroker(() => held);
  const inFlight = producer.publish(message("1"), 20);
  const waiting = producer.publish(message("2"), 20);
  await expect(inFlight).rejects.toMatchObject({ kind: "unavailable" });
  await expect(waiting).rejects.toMatchObject({ kind: "unavailable" });
  release();
  await producer.publish(message("3"), 1_000);
  expect(sent).toEqual(["1", "3"]);
});

it("sends accepted messages before it closes, then accepts no new ones", async () => {
  const { producer } = fakeBroker(async () => undefined);
  const published = producer.publish(message("1"), 1_000);
  await producer.close();
  await published;
  await expect(producer.publish(message("2"), 1_000)).rejects.toMatchObject({
    kind: "unavailable",
  });
});
