import { isKind } from "@orbline/kit/errors";
import { layOutMail } from "@orbline/kit/mail/layout";
import { type Mail, smtpMailer } from "@orbline/kit/mail/mailer";
import { startMailOutbox } from "@orbline/kit/mail/outbox";
import type { BillingContext } from "../config.ts";
import type { EmailFacts } from "../domain/effects.ts";
import type { Account, Accounts, Emails } from "../use-cases/ports.ts";
import { wordsOf } from "./texts.ts";

/** Starts to send the emails of the outbox. */
export function openEmails(service: BillingContext, accounts: Accounts): Emails {
  const { BRAND: brand, PUBLIC_ORIGIN: origin } = service.config;
  const outbox = startMailOutbox(service, {
    mailer: smtpMailer(service),
    compose: async (note) => {
      const { userId, email } = note as { userId: string; email: EmailFacts };
      return compose(await findAccount(accounts, userId), email, { brand, origin });
    },
  });
  return { send: outbox.post };
}

/**
 * Writes an email to the user's current address, so that the outbox stores no address. Returns undefined for a
 * deleted user and for a user without an address.
 */
function compose(
  account: Account | undefined,
  email: EmailFacts,
  sender: Parameters<typeof wordsOf>[2],
): Mail | undefined {
  if (!account?.email) return undefined;
  return layOutMail(account.email, wordsOf(email, account, sender));
}

async function findAccount(accounts: Accounts, userId: string): Promise<Account | undefined> {
  try {
    return await accounts.find(userId);
  } catch (error) {
    if (isKind(error, "not-found")) return undefined;
    throw error;
  }
}
