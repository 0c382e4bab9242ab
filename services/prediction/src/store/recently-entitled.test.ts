import { expect, it } from "vitest";
import type { Entitlement } from "../use-cases/ports.ts";
import { recentlyEntitled } from "./recently-entitled.ts";

const setUp = (stored: Entitlement | undefined) => {
  const recent = recentlyEntitled();
  const state = { stored, loads: 0 };
  const load = () => {
    state.loads += 1;
    return Promise.resolve(state.stored);
  };
  const store = (entitlement: Entitlement | undefined) => () => {
    state.stored = entitlement;
    return Promise.resolve();
  };
  return { recent, state, load, store, find: () => recent.read("u", load) };
};

it("who is entitled is read once for a series of requests", async () => {
  const { find, state } = setUp({ entitled: true });
  expect(await find()).toEqual({ entitled: true });
  expect(await find()).toEqual({ entitled: true });
  expect(state.loads).toBe(1);
});

it.each([[undefined], [{ entitled: false }]])("%j is no yes and read anew", async (stored) => {
  const { find, state } = setUp(stored);
  await find();
  expect(await find()).toEqual(stored);
  expect(state.loads).toBe(2);
});

it("a change is seen by the next request", async () => {
  const { recent, find, store } = setUp({ entitled: true });
  await find();
  await recent.change("u", store({ entitled: false }));
  expect(await find()).toEqual({ entitled: false });
});

it("what was read while a change was on its way is not kept", async () => {
  const { recent, find, state } = setUp({ entitled: true });
  await recent.change("u", async () => {
    await find();
    state.stored = { entitled: false };
  });
  expect(await find()).toEqual({ entitled: false });
});

it("a reading that a change overtakes is not kept", async () => {
  const { recent, find, load, store } = setUp({ entitled: true });
  const slow = recent.read("u", async () => {
    const found = await load();
    await recent.change("u", store({ entitled: false }));
    return found;
  });
  await slow;
  expect(await find()).toEqual({ entitled: false });
});

it("a change that fails leaves nothing behind that is no longer sure", async () => {
  const { recent, find, state } = setUp({ entitled: true });
  await find();
  const failed = recent.change("u", () => Promise.reject(new Error("database away")));
  await expect(failed).rejects.toThrow("database away");
  await find();
  expect(state.loads).toBe(2);
});
