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
  const run = (carryOut: () => Promise<string>) =>
    audited({ auditLog: auditLog as AuditLog, clock })({
      action: "cancel-subscription",
      actorId: "a1",
      target: { kind: "user", id: "u1" },
      commandId: "adm_1",
      details: {},
      before: { status: "active" },
      carryOut,
      after: (status) => ({ status }),
    });
  return { log, run };
};

const refusal = (kind: "invalid" | "unavailable") => new AppError(kind, "test", "not now");

it("writes the beginning before the action is carried out, and its end after", async () => {
  const { log, run } = setUp();
  const answer = await run(async () => {
    expect(log).toMatchObject([
      { actorId: "a1", commandId: "adm_1", before: { status: "active" } },
    ]);
    return "canceled";
  });
  expect(answer).toBe("canceled");
  expect(log.at(-1)).toMatchObject({ of: 7, outcome: "done", after: { status: "canceled" } });
});

it("writes a refused action down as failed", async () => {
  const { log, run } = setUp();
  await expect(run(() => Promise.reject(refusal("invalid")))).rejects.toThrow("not now");
  expect(log.at(-1)).toMatchObject({ of: 7, outcome: "failed", error: "not now" });
});

it("writes down that nobody knows whether an action without an answer was carried out", async () => {
  const { log, run } = setUp();
  await expect(run(() => Promise.reject(refusal("unavailable")))).rejects.toThrow("not now");
  expect(log.at(-1)).toMatchObject({ of: 7, outcome: "unknown", error: "not now" });
});

it("never writes an action down as failed that was carried out", async () => {
  const outcomes: string[] = [];
  const { run } = setUp({
    finish: async ({ outcome }) => {
      outcomes.push(outcome);
      throw new Error("the log is away");
    },
  });
  await expect(run(async () => "canceled")).rejects.toThrow("the log is away");
  expect(outcomes).toEqual(["done"]);
});
