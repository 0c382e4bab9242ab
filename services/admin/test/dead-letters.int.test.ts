import { toDeadLetter } from "@orbline/kit/kafka/dead-letters";
import { connectBroker } from "@orbline/kit/kafka/operator";
import { deadLetterTopic, retryTopic } from "@orbline/kit/kafka/topics";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import {
  type DeadLettersResponse,
  deadLettersResponseSchema,
} from "@orbline/proto/http/admin/operations";
import { userState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callers, type Service, startService } from "./service.ts";

const { brokers, prefix } = testEngines();
const topic = topicIn(prefix, topics.users).name;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const read = async () => {
  const { status, body } = await service.call<DeadLettersResponse>(
    "GET",
    "/api/admin/dead-letters",
  );
  expect(status).toBe(200);
  return deadLettersResponseSchema.parse(body).deadLetters;
};

/** Sends the dead letters of an account to their group again, with this name in them. */
async function replay(id: string, username: string): Promise<void> {
  const kafka = await connectBroker({ client: "kafkajs", brokers });
  const headers: Record<string, string>[] = [];
  await kafka.readTopics([deadLetterTopic(topic)], (message) => {
    const letter = toDeadLetter(message);
    if (letter?.key === id) headers.push(letter.headers);
  });
  const account = { id, username, emailVerified: false, role: "user", createdAtMs: 1 };
  const value = userState.encode(account);
  const producer = await kafka.connectProducer();
  const last = headers.at(-1) ?? {};
  await producer.send(retryTopic(topic), [{ key: id, value, headers: last }]);
  await producer.disconnect();
}

describe("the dead letters of the admin API", () => {
  it("count what a service could not handle until a replay succeeds, by service and topic", async () => {
    expect(await read()).toEqual([]);
    // An account without a name can never be handled.
    for (const id of ["u1", "u2"]) await service.account(id, 1, { username: "" });
    await eventually(async () => {
      expect(await read()).toMatchObject([
        {
          service: "admin",
          topic: "identity.users",
          waiting: 2,
          lastReason: expect.stringContaining("ZodError"),
        },
      ]);
    });

    await replay("u1", "alice");
    await eventually(async () => expect(await read()).toMatchObject([{ waiting: 1 }]));
    const [before] = await read();

    await replay("u2", "");
    await eventually(async () => {
      const [after] = await read();
      expect(after?.waiting).toBe(1);
      expect(after?.oldestAt).not.toBe(before?.oldestAt);
    });
  }, 60_000);

  it("are not shown to users and to admins of the dashboard only", async () => {
    for (const as of [callers.user, callers.dashboard])
      expect((await service.call("GET", "/api/admin/dead-letters", { as })).status).toBe(403);
  });
});
