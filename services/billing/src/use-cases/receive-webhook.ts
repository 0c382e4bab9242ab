import type { Payments, WebhookInbox } from "./ports.ts";

/**
 * Takes in one delivery of the provider: durable before it is answered, worked on afterwards. Deliveries of
 * an event that is known already change nothing. @throws invalid when the signature is wrong
 */
export const receiveWebhook =
  ({
    payments,
    inbox,
    work,
  }: {
    payments: Pick<Payments, "readWebhook">;
    inbox: WebhookInbox;
    /** Starts the work on an event without waiting for it. */
    work: (id: string) => void;
  }) =>
  async (payload: Buffer, signature: string | undefined): Promise<void> => {
    const event = payments.readWebhook(payload, signature);
    const isNew = await inbox.receive({ ...event, payload: payload.toString("utf8") });
    if (isNew) work(event.id);
  };
