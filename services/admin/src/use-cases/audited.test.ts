import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { AuditBegin, AuditOutcome } from "../domain/audit.ts";
import { audited } from "./audited.ts";
import type { AuditLog } from "./ports.ts";

const clock = { now: () => new Date("2026-03-01T12:00:00.000Z") };

const setUp = ({ finish }: { finish?: (outcome: AuditOutcome) => Promise<void> } = {}) => {
  const log: (AuditBegin | (AuditOutcome & { of: number }))[] = [];
  const auditLog: Pick<AuditLog, "begin" | "finish"> = {
    begin: async (action) => {
      log.push(action);
      return 7;
    },
    finish: async (of, outcome) => {
      await finish?.(outcome);
      log.push({ of, ...outcome });
    },
  };
  const action = {
    action: "cancel-subscription",
    actorId: "a1",
    target: { kind: "user", id: "u1" },
    commandId: "adm_1",
    details: {},
    before: { status: "active" },
  } as const;
  const run = (command: () => Promise<string>) =>
    audited({ auditLog: auditLog as AuditLog, clock }, action, command, (status) => ({ status }));
  return { log, run };
};

const refusal = (kind: "invalid" | "unavailable") => new AppError(kind, "test", "not now");

it("logs the start of a command before it runs and the end after it", async () => {
  const { log, run } = setUp();
  const result = await run(async () => {
    expect(log).toMatchObject([
      { actorId: "a1", commandId: "adm_1", before: { status: "active" } },
    ]);
    return "canceled";
  });
  expect(result).toBe("canceled");
  expect(log.at(-1)).toMatchObject({ of: 7, outcome: "done", after: { status: "canceled" } });
});

it("logs a refused command as failed", async () => {
  const { log, run } = setUp();
  await expect(run(() => Promise.reject(refusal("invalid")))).rejects.toThrow("not now");
  expect(log.at(-1)).toMatchObject({ of: 7, outcome: "failed", error: "not now" });
});

it("logs a command without a response as unknown", async () => {
  const { log, run } = setUp();
  await expect(run(() => Promise.reject(refusal("unavailable")))).rejects.toThrow("not now");
  expect(log.at(-1)).toMatchObject({ of: 7, outcome: "unknown", error: "not now" });
});

it("never logs a command that succeeded as failed", async () => {
  const outcomes: string[] = [];
  const { run } = setUp({
    finish: async ({ outcome }) => {
      outcomes.push(outcome);
      throw new Error("the audit log is down");
    },
  });
  await expect(run(async () => "canceled")).rejects.toThrow("the audit log is down");
  expect(outcomes).toEqual(["done"]);
});
