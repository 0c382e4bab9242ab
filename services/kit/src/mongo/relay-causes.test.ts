import { expect, it } from "vitest";
import { currentContext, withContext } from "../observability/context.ts";
import { causesById } from "./relay-causes.ts";

const seenBy = async (causes: ReturnType<typeof causesById>, id: string) => {
  let seen: string | undefined;
  await causes.follow(id, async () => {
    seen = currentContext()?.requestId;
  });
  return seen;
};

it("runs work in the context of the request that caused it, whoever runs it, and then forgets it", async () => {
  const causes = causesById({ max: 10 });
  withContext({ requestId: "r-1" }, () => causes.remember("a"));
  expect(await withContext({ requestId: "r-2" }, () => seenBy(causes, "a"))).toBe("r-1");
  expect(await seenBy(causes, "a")).toBeUndefined();
});

it("keeps the cause of work that failed", async () => {
  const causes = causesById({ max: 10 });
  withContext({ requestId: "r-1" }, () => causes.remember("a"));
  await expect(causes.follow("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await seenBy(causes, "a")).toBe("r-1");
});

it("keeps the cause of a change that came while an earlier one was worked on", async () => {
  const causes = causesById({ max: 10 });
  withContext({ requestId: "r-1" }, () => causes.remember("a"));
  await causes.follow("a", async () => {
    withContext({ requestId: "r-2" }, () => causes.remember("a"));
  });
  expect(await seenBy(causes, "a")).toBe("r-2");
});

it("remembers no more than it is told to", async () => {
  const causes = causesById({ max: 1 });
  for (const id of ["a", "b"]) withContext({ requestId: id }, () => causes.remember(id));
  expect([await seenBy(causes, "a"), await seenBy(causes, "b")]).toEqual(["a", undefined]);
});
