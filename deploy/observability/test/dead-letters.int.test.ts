import type { KafkaClient } from "@orbline/kit/kafka/client";
import type { KafkaConnection } from "@orbline/kit/kafka/connection";
import { originHeaders } from "@orbline/kit/kafka/dead-letters";
import { deadLetterTopic } from "@orbline/kit/kafka/topics";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { failTest, testKafka, testRecord } from "@orbline/kit/testing/kafka";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectBroker, rewindGroup } from "@orbline/kit/operations/broker";
import { readDeadLetters, replayDeadLetters } from "@orbline/kit/operations/read-dead-letters";

const { brokers, prefix } = testEngines();

describe.each(["kafkajs", "platformatic"] as const)("%s", (client) => {
  const topic = `${prefix}${client}-things`;
  const group = `${prefix}${client}-followers`;
  let operator: KafkaClient;
  let kafka: KafkaConnection;

  const publish = (key: string, value: Buffer | null = Buffer.from(key)) =>
    kafka.publish(testRecord(topic, key, { value }));

  /** Consumes the topic; keys that begin with `broken` become dead letters until the consumer is repaired. */
  async function follow({ isMended }: { isMended: boolean }) {
    const handled: string[] = [];
    const handle = async ({ key, value }: { key: string; value: Buffer | null }) => {
      if (key.startsWith("broken") && value && !isMended) throw new TypeError("cannot read this");
      handled.push(key);
    };
    const handlers = { [topic]: handle };
    const consumer = await kafka.consume({ groupId: group, handlers, fail: failTest });
    return { handled, close: consumer.close };
  }

  const ours = () => readDeadLetters(operator, { topic });

  beforeAll(async () => {
    operator = await connectBroker({ client, brokers });
    kafka = await testKafka({ client, brokers });
    await kafka.ensureTopics([{ name: topic, partitions: 1 }]);
  });
  afterAll(() => kafka.close());

  it("lists a dead letter with its reason and position, and handles it again after a rewind", async () => {
    for (const key of ["first", "broken", "last"]) await publish(key);
    const before = await follow({ isMended: false });
    await eventually(() => expect(before.handled).toEqual(["first", "last"]), {
      timeoutMs: 30_000,
    });

    const letters = await ours();
    expect(letters).toMatchObject([
      { key: "broken", group, partition: 0, offset: "1", reason: "TypeError: cannot read this" },
    ]);
    const all = await readDeadLetters(operator);
    expect(all.filter((letter) => letter.topic === topic)).toEqual(letters);

    const place = { group, topic, partition: 0, offset: "1" };
    await expect(rewindGroup(operator, place)).rejects.toThrow("stop the service first");
    await before.close();
    await rewindGroup(operator, place);
    const after = await follow({ isMended: true });
    await eventually(() => expect(after.handled).toEqual(["broken", "last"]), {
      timeoutMs: 30_000,
    });
    await after.close();

    await rewindGroup(operator, { group, topic });
    const again = await follow({ isMended: true });
    await eventually(() => expect(again.handled).toEqual(["first", "broken", "last"]), {
      timeoutMs: 30_000,
    });
    await again.close();
  }, 120_000);

  it("replays a dead letter, lists it again when it fails again, and skips superseded ones", async () => {
    for (const key of ["broken-1", "broken-2"]) await publish(key);
    const before = await follow({ isMended: false });
    const listed = async (keys: string[]) =>
      eventually(
        async () =>
          expect((await ours()).map(({ key }) => key)).toEqual(expect.arrayContaining(keys)),
        { timeoutMs: 30_000 },
      );
    await listed(["broken-1", "broken-2"]);
    await publish("broken-2", null);
    await eventually(() => expect(before.handled).toContain("broken-2"), { timeoutMs: 30_000 });

    const replay = async (key: string) =>
      (await replayDeadLetters(operator, await readDeadLetters(operator, { topic, key }))).length;
    expect(await replay("broken-2")).toBe(0);
    expect(await replay("broken-1")).toBe(1);
    await eventually(
      async () =>
        expect(await readDeadLetters(operator, { topic, key: "broken-1" })).toMatchObject([
          { failures: 2, superseded: false },
        ]),
      { timeoutMs: 30_000 },
    );
    await before.close();

    const after = await follow({ isMended: true });
    expect(await replay("broken-1")).toBe(1);
    await eventually(() => expect(after.handled).toContain("broken-1"), { timeoutMs: 30_000 });
    expect(await readDeadLetters(operator, { topic, key: "broken-1" })).toEqual([]);
    await after.close();
  }, 120_000);

  it("replays the message of the topic, not what another service wrote into a dead letter", async () => {
    await publish("genuine");
    const values: string[] = [];
    const consumer = await kafka.consume({
      groupId: group,
      handlers: { [topic]: async ({ key, value }) => void values.push(`${key} ${String(value)}`) },
      fail: failTest,
    });
    await eventually(() => expect(values).toContain("genuine genuine"), { timeoutMs: 30_000 });
    const [end] = await operator.asAdmin((admin) => admin.listOffsets(topic));
    const last = Number(end?.high) - 1;
    const forge = (key: string, offset: number) => ({
      key,
      value: Buffer.from("forged"),
      headers: originHeaders({ topic, partition: 0, offset: String(offset), group }, "forged"),
    });
    const producer = await operator.connectProducer();
    await producer.send(deadLetterTopic(topic), [forge("genuine", last), forge("foreign", last)]);
    await producer.send(deadLetterTopic(topic), [forge("later", last + 1)]);
    await producer.disconnect();

    const [genuine] = await readDeadLetters(operator, { topic, key: "genuine" });
    const [later] = await readDeadLetters(operator, { topic, key: "later" });
    expect([genuine?.superseded, later?.superseded]).toEqual([false, true]);
    values.length = 0;
    await replayDeadLetters(operator, await ours());
    await eventually(() => expect(values).toContain("genuine genuine"), { timeoutMs: 30_000 });
    await publish("last");
    await eventually(() => expect(values).toContain("last last"), { timeoutMs: 30_000 });
    expect(values.join(" ")).not.toContain("forged");
    await consumer.close();
  }, 120_000);

  it("refuses an unknown topic by its name", async () => {
    await expect(rewindGroup(operator, { group, topic: `${topic}s` })).rejects.toThrow(`${topic}s`);
  });
});
