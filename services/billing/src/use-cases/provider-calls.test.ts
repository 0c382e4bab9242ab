import { expect, it, vi } from "vitest";
import { withTimeout } from "./provider-calls.ts";

it("returns a result in time and throws a failure", async () => {
  await expect(withTimeout(1_000, Promise.resolve("url"))).resolves.toBe("url");
  await expect(withTimeout(1_000, Promise.reject(new Error("declined")))).rejects.toThrow(
    "declined",
  );
});

it("reports a provider that hangs as unavailable, with the text of the checkout screens", async () => {
  vi.useFakeTimers();
  const hanging = new Promise<unknown>(() => undefined);
  const waiting = withTimeout(20_000, hanging).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await waiting).toMatchObject({
    kind: "unavailable",
    message: "There was a problem setting up payment. Please try again.",
    cause: { name: "TimeoutError" },
  });
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
