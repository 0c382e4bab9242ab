import type { Clock, WebhookInbox } from "./ports.ts";

const keptMs = 30 * 86_400_000;

/** Forgets finished events of the provider after thirty days; it delivers one again for three days at most. */
export const forgetWebhooks =
  ({ inbox, clock }: { inbox: WebhookInbox; clock: Clock }) =>
  (): Promise<number> =>
    inbox.forget(new Date(clock.now().getTime() - keptMs));
