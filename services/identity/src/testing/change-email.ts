import type { UserId } from "../domain/user.ts";
import { verifyEmail } from "../use-cases/email-verification.ts";
import { changeContact } from "../use-cases/own-account.ts";
import type { fakeDeps } from "./fakes.ts";

type ChangeEmailInput = { userId: UserId; currentPassword: string; email: string };

/** Changes the email of an account and follows the link to the new one. */
export async function changeEmail(
  deps: ReturnType<typeof fakeDeps>,
  { userId, currentPassword, email }: ChangeEmailInput,
): Promise<void> {
  const change = { email };
  await changeContact(deps, { userId, sessionId: "session1", currentPassword, change });
  await verifyEmail(deps, await deps.links.create({ purpose: "verify-email", email, userId }, 1e9));
}
