import { expect, it } from "vitest";
import { originHeaders, toDeadLetter } from "./dead-letters.ts";

const letterIn = (topic: string) => {
  const origin = { topic: "billing.subscriptions", partition: 0, offset: "7", group: "prediction" };
  const position = { topic, partition: 0, offset: "1", timestamp: "0" };
  const content = { key: Buffer.from("usr_1"), value: null };
  const headers = Object.entries(originHeaders(origin, "broken"));
  return toDeadLetter({
    ...position,
    ...content,
    headers: Object.fromEntries(headers.map(([name, text]) => [name, Buffer.from(text)])),
  });
};

it("reads a dead letter of the topic that it names, and its replay", () => {
  for (const topic of ["billing.subscriptions.dlq", "billing.subscriptions.retry"])
    expect(letterIn(topic)).toMatchObject({ topic: "billing.subscriptions", offset: "7" });
});

it("reads no dead letter that names another topic than that of its own", () => {
  expect(letterIn("prediction.guardrails.dlq")).toBeUndefined();
});
