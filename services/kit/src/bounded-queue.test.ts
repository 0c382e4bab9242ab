import { expect, it } from "vitest";
import { boundedQueue } from "./bounded-queue.ts";

const busy = { code: "test.busy", message: "Please try again." };

/** Work that ends when the test ends it. */
const controlled = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, finish: () => resolve("done"), fail: reject };
};

it("runs and queues work up to its limits and refuses more at once", async () => {
  const queue = boundedQueue({ maxRunning: 2, maxWaiting: 1, busy });
  const [first, second, third] = [controlled(), controlled(), controlled()];
  let hasThirdBegun = false;
  const results = [
    queue(first.work),
    queue(second.work),
    queue(() => {
      hasThirdBegun = true;
      return third.work();
    }),
  ];
  const refused = queue(() => Promise.resolve("never"));
  await expect(refused).rejects.toMatchObject({ kind: "unavailable", retryAfterSeconds: 1 });
  expect(hasThirdBegun).toBe(false);
  first.finish();
  await results[0];
  await Promise.resolve();
  expect(hasThirdBegun).toBe(true);
  second.finish();
  third.finish();
  expect(await Promise.all(results)).toEqual(["done", "done", "done"]);
});

it("starts the next work when one fails", async () => {
  const queue = boundedQueue({ maxRunning: 1, maxWaiting: 1, busy });
  const failing = controlled();
  const failed = queue(failing.work);
  const next = queue(() => Promise.resolve("next"));
  failing.fail(new Error("no"));
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("next");
  expect(await queue(() => Promise.resolve("later"))).toBe("later");
});
