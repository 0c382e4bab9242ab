import { expect, it } from "vitest";
import { shareLoads } from "./cache.ts";
import { eventually } from "./testing/eventually.ts";

it("joins loads in flight however long they take, and keeps their result", async () => {
  const ttlMs = 5;
  const share = shareLoads({ max: 10, ttlMs });
  let loads = 0;
  let finish = (_value: number) => undefined as void;
  const load = () => {
    loads += 1;
    return new Promise<number>((resolve) => (finish = resolve));
  };
  const first = share("a", load);
  const startedAt = performance.now();
  await eventually(() => expect(performance.now()).toBeGreaterThan(startedAt + 4 * ttlMs));
  const second = share("a", load);
  expect(loads).toBe(1);
  finish(1);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  await eventually(() => {
    void share("a", load);
    expect(loads).toBe(2);
  });
});

it("loads again after a result that is not to be kept", async () => {
  const share = shareLoads({ max: 10, ttlMs: 60_000 });
  const isKept = (value: string) => value === "paid";
  for (const value of ["open", "paid", "later"])
    expect(await share("a", () => Promise.resolve(value), isKept)).toBe(
      value === "later" ? "paid" : value,
    );
});

it("loads again after a failure, and never shares between keys", async () => {
  const share = shareLoads({ max: 10, ttlMs: 60_000 });
  const fail = () => Promise.reject(new Error("down"));
  const failures = [share("a", fail), share("a", fail)];
  for (const failure of failures) await expect(failure).rejects.toThrow("down");
  for (let call = 0; call < 3; call += 1)
    expect(await share("a", () => Promise.resolve(call))).toBe(0);
  expect(await share("b", () => Promise.resolve("other"))).toBe("other");
});
