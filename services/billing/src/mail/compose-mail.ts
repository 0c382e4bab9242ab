import { isKind } from "@orbline/kit/errors";
import { layOutMail } from "@orbline/kit/mail/layout";
import type { Mail } from "@orbline/kit/mail/mailer";
import type { Notice } from "../domain/notices.ts";
import type { Account } from "../domain/account.ts";
import type { Accounts } from "../use-cases/ports.ts";
import { type Sender, wordsOf } from "./texts.ts";

type Deps = { accounts: Pick<Accounts, "find">; sender: Sender };

/** An account as it is now; none for who has left. */
const findAccount = async ({ accounts }: Deps, userId: string): Promise<Account | undefined> => {
  try {
    return await accounts.find(userId);
  } catch (error) {
    if (isKind(error, "not-found")) return undefined;
    throw error;
  }
};

/**
 * Writes an owed mail to its user's address of this moment, so that the outbox holds no address. Undefined for who
 * has left or has never named one.
 */
export const composeMail =
  (deps: Deps) =>
  async (note: Record<string, unknown>): Promise<Mail | undefined> => {
    const { userId, notice } = note as { userId: string; notice: Notice };
    const account = await findAccount(deps, userId);
    if (!account?.email) return undefined;
    return layOutMail(account.email, wordsOf(notice, account.username, deps.sender));
  };
