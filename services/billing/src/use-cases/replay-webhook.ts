import { AppError } from "@orbline/kit/errors";
import type { InboxRow } from "../domain/inbox.ts";
import type { Clock, WebhookInbox } from "./ports.ts";

/** Puts one stored event back to work, whatever became of it; its effects are never doubled. @throws not-found */
export const replayWebhook =
  ({
    inbox,
    clock,
    work,
  }: {
    inbox: Pick<WebhookInbox, "reopen">;
    clock: Clock;
    /** Starts the work on an event without waiting for it. */
    work: (id: string) => void;
  }) =>
  async (id: string): Promise<InboxRow> => {
    const event = await inbox.reopen(id, clock.now());
    if (!event) throw new AppError("not-found", "webhook.unknown", "There is no such webhook.");
    work(id);
    return event;
  };
