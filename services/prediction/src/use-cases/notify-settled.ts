import { mostNotifiedPicksADay } from "@orbline/proto/constants/predictions";
import { dateOf } from "../domain/dates.ts";
import { type Guardrails, timeOutLeftMs } from "../domain/guardrails.ts";
import type { PredictionDeps } from "./ports.ts";
import type { PickEmailQueue, PickPushQueue, PushDevice } from "./ports-notices.ts";

const batchSize = 200;

export type NotifiedDeps = {
  notifications: Pick<PredictionDeps["notifications"], "findEach">;
  pushDevices: Pick<PredictionDeps["pushDevices"], "listOf">;
};

type Deps = NotifiedDeps & {
  notifications: Pick<PredictionDeps["notifications"], "countPick">;
} & Pick<PredictionDeps, "predictions" | "clock"> & {
    guardrails: Pick<Guardrails, "find">;
    emails: PickEmailQueue;
    pushes: PickPushQueue;
  };

/**
 * Queues an email, and a push for each device, about every settled prediction that is marked for one. The mark is
 * removed after the messages are stored under ids of their own, so a crash between the two repeats nothing. A time-out
 * delays an email until it ends; a push would be stale then. Beyond the limit of a day, results are in the app only.
 */
export async function notifySettled(deps: Deps): Promise<void> {
  const { predictions, notifications, guardrails, emails, pushes, clock } = deps;
  for (;;) {
    const now = clock.now();
    const marked = await predictions.findToNotify(now, batchSize);
    const { emailed, devices } = await readNotified(deps, marked);
    for (const { id: predictionId, userId, isDelayed } of marked) {
      const isEmailed = emailed.has(userId);
      const waitMs = isEmailed ? timeOutLeftMs(await guardrails.find(userId), now) : 0;
      if (waitMs > 0) {
        await predictions.delayMessages(predictionId, new Date(now.getTime() + waitMs));
        continue;
      }
      const pushedTo = isDelayed ? [] : (devices.get(userId) ?? []);
      if (isEmailed || pushedTo.length > 0) {
        const day = dateOf(now);
        const number = await notifications.countPick({ userId, predictionId, day });
        const isLastOfDay = number === mostNotifiedPicksADay;
        if (number <= mostNotifiedPicksADay) {
          if (isEmailed) await emails.postPick({ userId, predictionId, isLastOfDay });
          for (const { id: deviceId } of pushedTo)
            await pushes.post({ userId, predictionId, deviceId });
        }
      }
      await predictions.messagesQueued(predictionId);
    }
    if (marked.length < batchSize) return;
  }
}

/** Reads which users of these predictions want emails about single picks, and their push devices. */
export async function readNotified(
  { notifications, pushDevices }: NotifiedDeps,
  predictions: readonly { userId: string }[],
): Promise<{
  emailed: ReadonlySet<string>;
  devices: ReadonlyMap<string, PushDevice[]>;
  isNotified: (userId: string) => boolean;
}> {
  const userIds = [...new Set(predictions.map(({ userId }) => userId))];
  const [emailed, devices] = await Promise.all([
    notifications.findEach(userIds),
    pushDevices.listOf(userIds),
  ]);
  return { emailed, devices, isNotified: (userId) => emailed.has(userId) || devices.has(userId) };
}
