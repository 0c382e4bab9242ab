import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { bulkhead } from "./bulkhead.ts";

const answer = () => new EventEmitter() as unknown as ServerResponse;

test("who comes when all places are taken is refused at once, until one leaves", () => {
  let refusals = 0;
  const { enter } = bulkhead({ limit: 2, refused: () => (refusals += 1) });
  const first = answer();
  enter(first);
  enter(answer());
  expect(() => enter(answer())).toThrow("The service is very busy.");
  expect(refusals).toBe(1);
  first.emit("close");
  enter(answer());
  expect(() => enter(answer())).toThrow(
    expect.objectContaining({ kind: "unavailable", retryAfterSeconds: 1 }),
  );
});
