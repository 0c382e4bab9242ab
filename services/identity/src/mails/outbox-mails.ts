import { hash } from "node:crypto";
import { layOutMail } from "@orbline/kit/mail/layout";
import type { Mail } from "@orbline/kit/mail/mailer";
import type { MailOutbox } from "@orbline/kit/mail/outbox";
import { z } from "zod";
import type { MailNote, PreparedMail } from "../domain/mail.ts";
import type { UserId } from "../domain/user.ts";
import type { Mails } from "../use-cases/ports.ts";
import { mailText } from "./mail-texts.ts";

const shared = { id: z.string(), to: z.string(), about: z.record(z.string(), z.string()) };

/** A note as the outbox gives it back. */
const noteSchema = z.union([
  z.object({
    ...shared,
    kind: z.enum(["verify-email", "claim", "password-changed", "email-changed"]),
    userId: z.string().transform((id) => id as UserId),
  }),
  z.object({ ...shared, kind: z.enum(["reset-password", "waitlist", "account-deleted"]) }),
]);

/** Owes mails to the kit's outbox; the id that it remembers for a while names nobody. */
export const outboxMails = (outbox: Pick<MailOutbox, "post">): Mails => ({
  post: (note) => outbox.post(`${note.kind}:${hash("sha256", note.id)}`, { ...note }),
});

/** Writes the mail of an owed note when it goes out. */
export const mailWriter =
  ({
    prepare,
    origin,
  }: {
    prepare: (note: MailNote) => Promise<PreparedMail | undefined>;
    origin: string;
  }) =>
  async (note: Record<string, unknown>): Promise<Mail | undefined> => {
    const mail = await prepare(noteSchema.parse(note));
    return mail && layOutMail(mail.to, mailText(origin, mail));
  };
