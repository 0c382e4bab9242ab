import { hash } from "node:crypto";
import { startOutbox } from "@orbline/kit/mongo/outbox";
import { z } from "zod";
import type { PredictionContext } from "../config.ts";
import { type Guardrails, isPaused } from "../domain/guardrails.ts";
import { outcomeNames, pickName, sportName } from "../domain/pick-words.ts";
import type { Prediction } from "../domain/prediction.ts";
import type { Predictions } from "../use-cases/ports.ts";
import type { PickPushQueue, PushDevices } from "../use-cases/ports-notices.ts";
import type { PushMessage, WebPushClient } from "./web-push.ts";

/** News of a settled pick is worth little on the next day. */
const giveUpAfterMs = 24 * 3_600_000;

const pushSchema = z.object({
  userId: z.string(),
  predictionId: z.string(),
  deviceId: z.string(),
});

type Deps = {
  predictions: Pick<Predictions, "find">;
  pushDevices: Pick<PushDevices, "find" | "remove">;
  guardrails: Pick<Guardrails, "find">;
  client: WebPushClient;
};

/**
 * Push messages about settled picks, one for each device of the user. Each is stored in an outbox under the ids of its
 * prediction and device.
 */
export function openPickPushes(service: PredictionContext, deps: Deps): PickPushQueue {
  const outbox = startOutbox(service, {
    collection: "pending_pushes",
    kind: "push",
    plural: "pushes",
    help: "Push messages that wait to be sent",
    giveUpAfterMs,
    send: (note) => send(service, deps, pushSchema.parse(note)),
  });
  return {
    post: (push) => outbox.post(`${push.predictionId}:${push.deviceId}`, push),
  };
}

/**
 * Sends a message unless nobody should get it any more: the user has removed the device or has a break, or the
 * subscription has ended, which removes the device.
 */
async function send(
  { clock }: PredictionContext,
  { predictions, pushDevices, guardrails, client }: Deps,
  { userId, predictionId, deviceId }: z.output<typeof pushSchema>,
): Promise<boolean> {
  const device = await pushDevices.find(userId, deviceId);
  if (!device || !client.vapidPublicKey) return false;
  if (isPaused(await guardrails.find(userId), clock.now())) return false;
  const prediction = await predictions.find(userId, predictionId);
  if (!prediction) return false;
  const isSent =
    device.vapidPublicKey === client.vapidPublicKey &&
    (await client.send(device.subscription, messageOf(prediction)));
  if (!isSent) await pushDevices.remove(userId, deviceId);
  return isSent;
}

/** The message about a settled pick. It says nothing about money, because lock screens show it. */
function messageOf(prediction: Prediction): PushMessage {
  const { id, outcome, sport, legs } = prediction;
  const [leg] = legs;
  const isSingle = legs.length === 1 && leg !== undefined;
  return {
    topic: hash("sha256", id, "base64url").slice(0, 32),
    content: {
      title: `Pick settled: ${outcomeNames[outcome]}`,
      body: isSingle
        ? `${leg.betOn} vs ${leg.opponent}, ${sportName(sport)}`
        : pickName(prediction),
      predictionId: id,
    },
  };
}
