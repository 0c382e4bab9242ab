import { expect, it, vi } from "vitest";
import { within } from "./within.ts";

it("an answer in time is passed on, and so is a failure", async () => {
  await expect(within(1_000, Promise.resolve("url"))).resolves.toBe("url");
  await expect(within(1_000, Promise.reject(new Error("declined")))).rejects.toThrow("declined");
});

it("a provider that hangs is unavailable, in the words of the checkout screens", async () => {
  vi.useFakeTimers();
  const hanging = new Promise<unknown>(() => undefined);
  const waiting = within(20_000, hanging).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await waiting).toMatchObject({
    kind: "unavailable",
    message: "There was a problem setting up payment. Please try again.",
    cause: { name: "TimeoutError" },
  });
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
