import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { KafkaConnection } from "../src/kafka/connection.ts";
import { testEngines } from "../src/testing/engines.ts";
import { eventually } from "../src/testing/eventually.ts";
import { readTopic, testKafka, testRecord } from "../src/testing/kafka.ts";
import { type KafkaLibrary, kafkaClients } from "./kafka-clients.ts";

const { brokers, prefix } = testEngines();
const connections: KafkaConnection[] = [];

afterEach(async () => {
  for (const { close } of connections.splice(0)) await close();
});

const connect = async (client: KafkaLibrary) => {
  const kafka = await testKafka({ client, brokers });
  connections.push(kafka);
  return kafka;
};

/** Sometimes cuts a connection when a response of the broker arrives, so that the client never reads it. */
const loseAnswers = () => {
  let lost = 0;
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    const emit = socket.emit.bind(socket) as (name: string | symbol, ...rest: unknown[]) => boolean;
    let answers = 0;
    socket.emit = (name: string | symbol, ...rest: unknown[]) => {
      if (name === "data") answers += 1;
      if (name !== "data" || answers < 12) return emit(name, ...rest);
      lost += 1;
      socket.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
      return true;
    };
  };
  subscribe("net.client.socket", watch);
  return { lost: () => lost, stop: () => unsubscribe("net.client.socket", watch) };
};

it.each(kafkaClients)(
  "stores every acknowledged message exactly once when the broker's responses to %s are lost",
  async (client) => {
    const topic = `${prefix}${client}-lost-answers`;
    const reliable = await connect(client);
    await reliable.ensureTopics([{ name: topic, partitions: 1 }]);
    const answers = loseAnswers();
    const lossy = await connect(client);
    const keys = Array.from({ length: 400 }, (_, index) => `k${index}`);
    const queue = [...keys];
    const publishOneByOne = async () => {
      for (let key = queue.shift(); key; key = queue.shift())
        await lossy.publish(testRecord(topic, key));
    };
    await Promise.all(Array.from({ length: 8 }, publishOneByOne));
    answers.stop();
    const received = await readTopic(reliable, topic);
    await eventually(() => expect(new Set(received.map(({ key }) => key)).size).toBe(400));
    expect(received).toHaveLength(400);
    expect(answers.lost()).toBeGreaterThan(3);
  },
);
