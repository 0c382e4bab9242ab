import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { withContext } from "./context.ts";
import { createLogger } from "./logger.ts";

const open = () => {
  const text: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text.push(String(chunk));
      done();
    },
  });
  return { text, logger: createLogger({ service: "identity", level: "info", stream }) };
};

it("writes one JSON line with the service, the level by name and the context of the request", () => {
  const { text, logger } = open();
  withContext({ requestId: "r-1", traceparent: "00-a-b-01" }, () => logger.info({ n: 1 }, "done"));
  logger.debug("not wanted");
  expect(text).toHaveLength(1);
  expect(JSON.parse(text[0] ?? "")).toMatchObject({
    level: "info",
    service: "identity",
    requestId: "r-1",
    traceparent: "00-a-b-01",
    n: 1,
    msg: "done",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
  });
});

it("tells no secret, and no value that a unique key holds", () => {
  const { text, logger } = open();
  const duplicate = Object.assign(
    new Error(
      'E11000 duplicate key error collection: users index: email_1 dup key: { email: "jo@example.test" }',
    ),
    { name: "MongoServerError", code: 11_000, keyValue: { email: "jo@example.test" } },
  );
  logger.error({ err: duplicate, password: "hunter2", user: { token: "hunter2" } }, "failed");
  expect(text.join("")).toContain("E11000");
  expect(text.join("")).not.toMatch(/jo@example|hunter2/);
});
