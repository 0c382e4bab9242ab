import { randomUUID } from "node:crypto";
import type { Logger } from "@orbline/kit/observability/logger";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { readMail } from "./mail.ts";
import type { Mails } from "./store.ts";

const maxBytes = 2 * 1024 * 1024;

type Deps = { mails: Mails; log: Logger };

const bytesOf = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded)
    throw Object.assign(new Error("The mail is larger than 2 MB."), { responseCode: 552 });
  return Buffer.concat(chunks);
};

const receive = async (
  { mails, log }: Deps,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<void> => {
  const raw = await bytesOf(stream);
  const mail = await readMail(raw, {
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
  });
  mails.keep(mail);
  log.info({ mail: mail.id, recipients: mail.to.length, bytes: raw.length }, "mail received");
};

/** A mail server that takes every mail without a password; a mail it accepted is kept. */
export const createSmtpServer = (deps: Deps): SMTPServer =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    size: maxBytes,
    onAuth: (_auth, _session, done) => done(null, { user: "development" }),
    onData: (stream, session, done) => {
      receive(deps, stream, session).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
