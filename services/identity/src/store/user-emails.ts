import { dueItems, startDueWorker } from "@orbline/kit/mongo/due-items";
import type { IdentityContext } from "../config.ts";
import type { EmailOutbox } from "../use-cases/ports.ts";
import type { UserDocument } from "./user-document.ts";

/**
 * Moves the pending emails of accounts to the outbox until the service stops. The outbox knows their ids, so
 * repeating a move sends nothing twice.
 */
export function startUserEmails(
  service: Pick<IdentityContext, "connection" | "clock" | "logger" | "lifecycle">,
  emails: EmailOutbox,
): { wake: () => void } {
  const items = dueItems<UserDocument>({
    collection: service.connection.collection<UserDocument>("users"),
    clock: service.clock,
    dueField: "emailsDueAt",
    attemptsField: "emailsAttempts",
  });
  return startDueWorker(service, {
    name: "user emails",
    items,
    work: async (item) => {
      try {
        for (const email of item.document.pendingEmails ?? []) await emails.post(email);
        await items.done(item, { $unset: { pendingEmails: 1, emailsAttempts: 1 } });
      } catch (err) {
        service.logger.warn(
          { err, id: item.id },
          "emails not moved to the outbox, trying again later",
        );
        await items.retryLater(item);
      }
    },
  });
}
