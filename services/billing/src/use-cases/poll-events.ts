import type { Clock, Payments, WebhookInbox } from "./ports.ts";

/** The provider tries to deliver for three days; what is older is the reconciliation's business. */
const lookBackMs = 3 * 86_400_000;

/**
 * Takes in the events that the provider could not deliver, by the same inbox as deliveries: one that is known
 * already changes nothing. Answers how many were new. @throws unavailable while the provider does not answer
 */
export const pollEvents =
  ({
    payments,
    inbox,
    clock,
    work,
  }: {
    payments: Pick<Payments, "findUndelivered">;
    inbox: Pick<WebhookInbox, "receive">;
    clock: Clock;
    /** Starts the work on an event without waiting for it. */
    work: (id: string) => void;
  }) =>
  async (): Promise<number> => {
    const since = new Date(clock.now().getTime() - lookBackMs);
    let taken = 0;
    for await (const event of payments.findUndelivered(since)) {
      if (!(await inbox.receive(event))) continue;
      work(event.id);
      taken += 1;
    }
    return taken;
  };
