import { hash } from "node:crypto";
import type { Outbox } from "@orbline/kit/mongo/outbox";
import { z } from "zod";
import type { PendingEmail } from "../domain/email.ts";
import type { UserId } from "../domain/user.ts";
import type { EmailOutbox } from "../use-cases/ports.ts";

const fields = { id: z.string(), to: z.string(), data: z.record(z.string(), z.string()) };

const pendingEmailSchema = z.union([
  z.object({
    ...fields,
    kind: z.enum([
      "verify-email",
      "claim",
      "password-changed",
      "email-changed",
      "second-factor-on",
      "second-factor-off",
      "recovery-code-used",
      "recovery-codes-renewed",
      "passkey-added",
      "passkey-removed",
      "new-device",
      "login-throttled",
    ]),
    userId: z.string().transform((id) => id as UserId),
  }),
  z.object({ ...fields, kind: z.enum(["reset-password", "waitlist", "account-deleted"]) }),
]);

/** Queues an email in the kit's outbox. The outbox keeps its id for a week; the id is a hash and identifies nobody. */
export function emailOutbox(outbox: Outbox): EmailOutbox {
  return {
    post: (email) => outbox.post(`${email.kind}:${hash("sha256", email.id)}`, { ...email }),
  };
}

/** Reads an email that the outbox stored. @throws when it has another format */
export function parsePendingEmail(stored: Record<string, unknown>): PendingEmail {
  return pendingEmailSchema.parse(stored);
}
