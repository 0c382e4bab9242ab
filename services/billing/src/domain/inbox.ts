/** A stored event of the provider on its way through the worker. */
export type InboxEvent = { id: string; type: string; objectId: string; attempts: number };

/** What became of a stored event; `open` is due or waits for its next attempt, `failed` was given up. */
export type InboxOutcome = "open" | "done" | "ignored" | "failed";

/** A stored event as operators see it, without its payload. */
export type InboxRow = InboxEvent & {
  receivedAt: Date;
  outcome: InboxOutcome;
  finishedAt?: Date;
  nextAttemptAt?: Date;
  lastError?: string;
};
