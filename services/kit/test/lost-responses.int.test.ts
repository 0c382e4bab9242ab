import net, { type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { connectKafka, type KafkaConnection } from "../src/kafka/connection.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createMetrics } from "../src/observability/metrics.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";

const { brokers, prefix } = testEngines();
const connections: KafkaConnection[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const { close } of connections.splice(0)) await close();
});

const connect = async () => {
  const kafka = await connectKafka({
    brokers,
    clientId: "test",
    logger: createLogger({ service: "test", level: "silent" }),
    metrics: createMetrics("test"),
  });
  connections.push(kafka);
  return kafka;
};

/** Sometimes cuts a connection when a response of the broker arrives, so that the client never reads it. */
const loseAnswers = () => {
  const open = net.connect.bind(net) as (...args: unknown[]) => Socket;
  let lost = 0;
  vi.spyOn(net, "connect").mockImplementation((...args: unknown[]) => {
    const socket = open(...args);
    const emit = socket.emit.bind(socket);
    let answers = 0;
    socket.emit = (event: string | symbol, ...rest: unknown[]) => {
      if (event === "data") answers += 1;
      if (event !== "data" || answers < 12) return emit(event, ...rest);
      lost += 1;
      socket.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
      return true;
    };
    return socket;
  });
  return () => lost;
};

it("stores every acknowledged message exactly once when the broker's responses are lost", async () => {
  const topic = `${prefix}lost-answers`;
  const reliable = await connect();
  await reliable.ensureTopics([{ name: topic, partitions: 1 }]);
  const lost = loseAnswers();
  const lossy = await connect();
  const keys = Array.from({ length: 400 }, (_, index) => `k${index}`);
  const queue = [...keys];
  const publishOneByOne = async () => {
    for (let key = queue.shift(); key; key = queue.shift())
      await lossy.publish({
        topic,
        key,
        value: Buffer.from(key),
        type: "thing.changed",
        source: "test",
        seq: 1,
        time: new Date(),
      });
  };
  await Promise.all(Array.from({ length: 8 }, publishOneByOne));
  vi.restoreAllMocks();
  const received: string[] = [];
  await reliable.consume({
    groupId: `${topic}.group`,
    handlers: { [topic]: async ({ key }) => void received.push(key) },
    fail: (error) => {
      throw error;
    },
  });
  await eventually(() => expect(new Set(received).size).toBe(400));
  expect(received).toHaveLength(400);
  expect(lost()).toBeGreaterThan(3);
});
