import { expect, it } from "vitest";
import { AppError } from "../errors.ts";
import { handleWithRetry } from "./retry.ts";
import { createLogger } from "../observability/logger.ts";
import { isOutage } from "../outage.ts";

const logger = createLogger({ service: "test", level: "silent" });
const named = (name: string, details: object = {}) =>
  Object.assign(new Error("no"), { name, ...details });

const attempt = async (errors: unknown[]) => {
  let tries = 0;
  let beats = 0;
  const outcome = await handleWithRetry(
    async () => {
      const error = errors[tries];
      tries += 1;
      if (error !== undefined) throw error;
    },
    {
      heartbeat: async () => void (beats += 1),
      logger,
      signal: new AbortController().signal,
    },
  );
  return { outcome: outcome.kind, tries, beats };
};

it.each([
  new AppError("unavailable", "x", "x"),
  new AppError("timeout", "x", "x"),
  new AppError("rate-limited", "x", "x"),
  named("MongoNetworkError"),
  named("MongoServerSelectionError"),
  named("MongoPoolClearedError"),
  named("MongooseServerSelectionError"),
  named("MongoServerError", { code: 11_600 }),
  named("ClientOfflineError"),
  named("Error", { code: "ECONNREFUSED" }),
])("recognizes an outage: %s", (error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  new AppError("conflict", "x", "x"),
  named("MongoServerError", { code: 11_000 }),
  new TypeError("x"),
  "text",
  undefined,
])("does not wait forever for %s", (error) => {
  expect(isOutage(error)).toBe(false);
});

it("waits for the end of an outage with heartbeats, longer than for an unknown error", async () => {
  const outage = new AppError("unavailable", "x", "x");
  expect(await attempt(Array.from({ length: 6 }, () => outage))).toEqual({
    outcome: "handled",
    tries: 7,
    beats: 6,
  });
});

it("retries a lost write race and an unknown error", async () => {
  const errors = [new AppError("conflict", "x", "x"), new Error("odd")];
  expect(await attempt(errors)).toMatchObject({ outcome: "handled", tries: 3 });
});

it("gives up on an unknown error after five quick attempts", async () => {
  const startedAt = performance.now();
  const result = await attempt(Array.from({ length: 9 }, () => new Error("odd")));
  expect(result).toMatchObject({ outcome: "poison", tries: 5 });
  // The attempts take 0.6 s, but each wait may end late on a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

it.each([
  new TypeError("x"),
  new RangeError("x"),
  new SyntaxError("x"),
  new ReferenceError("x"),
  named("ZodError"),
  new AppError("invalid", "x", "x"),
  new AppError("not-found", "x", "x"),
])("does not retry %s", async (error) => {
  expect(await attempt([error])).toEqual({ outcome: "poison", tries: 1, beats: 0 });
});

it("stops waiting on abort without reporting the message as handled", async () => {
  const closing = new AbortController();
  const waiting = handleWithRetry(() => Promise.reject(new AppError("unavailable", "x", "x")), {
    heartbeat: async () => closing.abort(),
    logger,
    signal: closing.signal,
  });
  await expect(waiting).rejects.toThrow("abort");
});
