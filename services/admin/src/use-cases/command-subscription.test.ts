import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { AuditEntry, AuditOutcome } from "../domain/audit.ts";
import type { UserView } from "../domain/user-view.ts";
import { commandSubscription } from "./command-subscription.ts";
import type { AdminDeps, CommandResult } from "./ports.ts";

const user: UserView = {
  id: "u1",
  username: "alice",
  role: "user",
  status: "none",
  tier: "free",
  subscriptionSeq: 7,
};
const done: CommandResult = { subscription: { status: "active", tier: "premium" }, version: 7 };

const setUp = ({ finish }: { finish?: (outcome: AuditOutcome) => Promise<void> } = {}) => {
  const log: (AuditEntry | AuditOutcome)[] = [];
  const auditLog: AdminDeps["auditLog"] = {
    begin: async (entry) => void log.push(entry),
    finish: async (_id, outcome) => {
      await finish?.(outcome);
      log.push(outcome);
    },
  };
  const deps = {
    users: { find: async () => user },
    auditLog,
    clock: { now: () => new Date("2026-03-01T12:00:00.000Z") },
    newId: () => "adm_1",
    sleep: () => Promise.resolve(),
  } as unknown as AdminDeps;
  const command = commandSubscription(deps);
  const run = (carryOut: () => Promise<CommandResult>) =>
    command({ action: "cancel-subscription", actorId: "a1", userId: "u1", details: {} }, carryOut);
  return { log, run };
};

const refusal = (kind: "invalid" | "unavailable") => new AppError(kind, "test", "not now");

it("writes the entry before the command is carried out, and its end after", async () => {
  const { log, run } = setUp();
  const answer = await run(async () => {
    expect(log).toMatchObject([{ id: "adm_1", actorId: "a1", before: { status: "none" } }]);
    return done;
  });
  expect(answer).toMatchObject({ username: "alice", status: "active", tier: "premium" });
  expect(log.at(-1)).toEqual({ outcome: "done", after: done.subscription });
});

it("writes a refused command down as failed", async () => {
  const { log, run } = setUp();
  await expect(run(() => Promise.reject(refusal("invalid")))).rejects.toThrow("not now");
  expect(log.at(-1)).toEqual({ outcome: "failed", error: "not now" });
});

it("writes down that nobody knows whether a command without an answer was carried out", async () => {
  const { log, run } = setUp();
  await expect(run(() => Promise.reject(refusal("unavailable")))).rejects.toThrow("not now");
  expect(log.at(-1)).toEqual({ outcome: "unknown", error: "not now" });
});

it("never writes a command down as failed that was carried out", async () => {
  const outcomes: string[] = [];
  const { run } = setUp({
    finish: async ({ outcome }) => {
      outcomes.push(outcome);
      throw new Error("the log is away");
    },
  });
  await expect(run(async () => done)).rejects.toThrow("the log is away");
  expect(outcomes).toEqual(["done"]);
});
