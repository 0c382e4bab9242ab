import { expect, it } from "vitest";
import { noGuardrails } from "../domain/guardrails.ts";
import { notifySettled } from "./notify-settled.ts";

type Deps = Parameters<typeof notifySettled>[0];

/** Runs it once over marked predictions of one user, who gets emails and has a device. */
async function notify(
  ids: readonly string[],
  options: { timeOutUntil?: Date; isDelayed?: boolean },
) {
  const { timeOutUntil, isDelayed = false } = options;
  const counted: string[] = [];
  const found = { emails: new Map<string, boolean>(), pushes: [] as string[] };
  const delayed = new Map<string, Date>();
  const queued: string[] = [];
  const deps = {
    clock: { now: () => new Date("2026-11-28T12:00:00Z") },
    predictions: {
      findToNotify: () => Promise.resolve(ids.map((id) => ({ id, userId: "jo", isDelayed }))),
      delayMessages: (id: string, until: Date) => Promise.resolve(void delayed.set(id, until)),
      messagesQueued: (id: string) => Promise.resolve(void queued.push(id)),
    },
    notifications: {
      findEach: () => Promise.resolve(new Set(["jo"])),
      countPick: ({ predictionId }: { predictionId: string }) =>
        Promise.resolve(counted.push(predictionId)),
    },
    pushDevices: { listOf: () => Promise.resolve(new Map([["jo", [{ id: "phone" }]]])) },
    guardrails: { find: () => Promise.resolve({ ...noGuardrails, timeOutUntil }) },
    emails: {
      postPick: ({ predictionId, isLastOfDay }: { predictionId: string; isLastOfDay: boolean }) =>
        Promise.resolve(void found.emails.set(predictionId, isLastOfDay)),
    },
    pushes: {
      post: ({ predictionId }: { predictionId: string }) =>
        Promise.resolve(void found.pushes.push(predictionId)),
    },
  };
  await notifySettled(deps as unknown as Deps);
  return { ...found, delayed, queued };
}

it("emails and pushes the first ten picks of a day, and names the last email", async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `prd_${index}`);
  const { emails, pushes, queued } = await notify(ids, {});
  expect([...emails.keys()]).toEqual(ids.slice(0, 10));
  expect([...emails].filter(([, isLast]) => isLast)).toEqual([["prd_9", true]]);
  expect(pushes).toEqual(ids.slice(0, 10));
  expect(queued).toEqual(ids);
});

it("lets an email wait for the end of a time-out, and sends no push then", async () => {
  const timeOutUntil = new Date("2026-11-30T12:00:00Z");
  const waiting = await notify(["prd_1"], { timeOutUntil });
  expect(waiting.delayed).toEqual(new Map([["prd_1", timeOutUntil]]));
  expect([waiting.emails.size, waiting.pushes, waiting.queued]).toEqual([0, [], []]);
  const later = await notify(["prd_1"], { timeOutUntil: new Date(0), isDelayed: true });
  expect([...later.emails.keys()]).toEqual(["prd_1"]);
  expect(later.pushes).toEqual([]);
});
