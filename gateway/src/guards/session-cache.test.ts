import { EventEmitter } from "node:events";
import { sessionKey, type SessionRecord } from "@orbline/kit/redis/sessions";
import { expect, it } from "vitest";
import { sessionCache } from "./session-cache.ts";

const record: SessionRecord = {
  userId: "u1",
  role: "user",
  createdAtMs: 0,
  seenAtMs: 0,
  provenAtMs: 0,
  absoluteExpiresAtMs: 1,
};

const nothing = () => {};

const setUp = () => {
  const changes = new EventEmitter();
  let loads = 0;
  let whileLoading = nothing;
  const get = sessionCache({
    changes,
    load: (sessionId) => {
      loads += 1;
      whileLoading();
      return Promise.resolve(sessionId.startsWith("gone") ? undefined : record);
    },
  });
  return {
    get,
    changes,
    loads: () => loads,
    during: (work: () => void) => {
      whileLoading = work;
    },
  };
};

it("loads a session once", async () => {
  const { get, loads } = setUp();
  expect(await get("a")).toBe(record);
  expect(await get("a")).toBe(record);
  expect(loads()).toBe(1);
});

it("looks up a session that does not exist on every request", async () => {
  const { get, loads } = setUp();
  expect(await get("gone")).toBeUndefined();
  expect(await get("gone")).toBeUndefined();
  expect(loads()).toBe(2);
});

it("drops exactly the session that an invalidation names", async () => {
  const { get, loads, changes } = setUp();
  await get("a");
  await get("b");
  changes.emit("invalidate", Buffer.from(sessionKey("a")));
  await get("b");
  expect(loads()).toBe(2);
  await get("a");
  expect(loads()).toBe(3);
});

it.each([
  ["invalidate", null],
  ["error", new Error("connection lost")],
  ["end", undefined],
  ["reconnecting", undefined],
])("drops every cached session on %s", async (event, argument) => {
  const { get, loads, changes } = setUp();
  await get("a");
  changes.emit(event, argument);
  await get("a");
  expect(loads()).toBe(2);
});

it("does not cache a session that changes while it is loaded", async () => {
  const { get, loads, changes, during } = setUp();
  during(() => changes.emit("invalidate", sessionKey("a")));
  await get("a");
  during(nothing);
  await get("a");
  expect(loads()).toBe(2);
});
