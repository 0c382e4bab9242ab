import { dueItems, startDueWorker } from "@orbline/kit/mongo/due-items";
import type { IdentityContext } from "../config.ts";
import type { PendingEmail } from "../domain/email.ts";
import type { EmailLimits, EmailOutbox } from "../use-cases/ports.ts";
import type { UserDocument } from "./user-document.ts";

/**
 * Moves the pending emails of accounts to the outbox until the service stops. A failure, or a change of the account
 * during the move, repeats the move. The outbox and the limit know the ids, so a repetition sends and counts nothing
 * twice. Drops emails to an unverified address beyond a limit, because it may be a stranger's.
 */
export function startUserEmails(
  service: Pick<IdentityContext, "connection" | "clock" | "logger" | "lifecycle">,
  { emails, emailLimits }: { emails: EmailOutbox; emailLimits: EmailLimits },
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
        for (const email of item.document.pendingEmails ?? []) {
          if (isVerified(item.document, email) || (await emailLimits.admitUnverified(email)))
            await emails.post(email);
        }
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

/** Whether an email goes to a verified address of the account, which may be the one that it had until now. */
function isVerified(user: UserDocument, { to, data }: PendingEmail): boolean {
  return (user.emailVerified && user.email === to) || data["canUndo"] !== undefined;
}
