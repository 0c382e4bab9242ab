import { randomUUID } from "node:crypto";
import type { Logger } from "@orbline/kit/observability/logger";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Mails } from "./store.ts";

const maxBytes = 2 * 1024 * 1024;

type Deps = { mails: Mails; log: Logger };

/** A mail server without passwords. It accepts a mail only after storing it. */
export function createSmtpServer(deps: Deps): SMTPServer {
  return new SMTPServer({
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
}

async function receive(
  { mails, log }: Deps,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded)
    throw Object.assign(new Error("The mail is larger than 2 MB."), { responseCode: 552 });
  const raw = Buffer.concat(chunks);
  const { from, subject = "", text = "", html = null, headers } = await PostalMime.parse(raw);
  const sender = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
  const id = randomUUID();
  mails.keep({
    id,
    receivedAt: new Date().toISOString(),
    from: from?.address ? [from.name, `<${from.address}>`].filter(Boolean).join(" ") : sender,
    to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
    subject,
    text,
    html,
    listHeaders: Object.fromEntries(
      headers
        .filter(({ key }) => key.startsWith("list-unsubscribe"))
        .map(({ key, value }) => [key, value]),
    ),
  });
  log.info({ mail: id, recipients: envelope.rcptTo.length, bytes: raw.length }, "mail received");
}
