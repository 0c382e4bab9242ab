import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stopIdleTimers } from "./timers.ts";

type Queue = {
  checkPendingRequests: () => void;
  throttledUntil: number;
  push: (r: object) => void;
};
type QueueClass = new (options: object) => Queue;

const require = createRequire(import.meta.url);
const RequestQueue = require("kafkajs/src/network/requestQueue") as QueueClass;
const original = Object.getOwnPropertyDescriptor(
  RequestQueue.prototype,
  "scheduleCheckPendingRequests",
) as PropertyDescriptor;

const openQueue = () => new RequestQueue({ logger: { debug: () => undefined } });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  Object.defineProperty(RequestQueue.prototype, "scheduleCheckPendingRequests", original);
});

it("finds that an unpatched queue without requests still keeps a timer forever", () => {
  openQueue().checkPendingRequests();
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(1);
});

it("starts no timer while no request waits", () => {
  stopIdleTimers();
  openQueue().checkPendingRequests();
  expect(vi.getTimerCount()).toBe(0);
});

it("sends a throttled request when the throttle ends, then starts no timer", () => {
  stopIdleTimers();
  const queue = openQueue();
  const sendRequest = vi.fn<() => void>();
  queue.throttledUntil = Date.now() + 500;
  queue.push({ entry: { correlationId: 1 }, expectResponse: true, sendRequest });
  vi.advanceTimersByTime(499);
  expect(sendRequest).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  expect(sendRequest).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
