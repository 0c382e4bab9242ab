/** How the work on a webhook can stand. */
export const webhookOutcomes = ["open", "done", "ignored", "failed"] as const;
/** One of `webhookOutcomes`. */
export type WebhookOutcome = (typeof webhookOutcomes)[number];

/** An event of the payment provider as it lies in billing's inbox. */
export type Webhook = {
  id: string;
  type: string;
  objectId?: string;
  receivedAt: Date;
  attempts: number;
  outcome: WebhookOutcome;
  finishedAt?: Date;
  nextAttemptAt?: Date;
  lastError?: string;
};
