import PostalMime, { type Address } from "postal-mime";

/** One received mail; `to` holds everybody it was delivered to, in lower case. */
export type Mail = {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
};

/** How a mail came in: who really sent it to whom, whatever its headers say. */
type Envelope = { id: string; receivedAt: string; from: string; to: string[] };

const shown = (address: Address | undefined): string | undefined =>
  address?.address === undefined
    ? undefined
    : [address.name, `<${address.address}>`].filter(Boolean).join(" ");

/** Reads a raw message; recipients come from the envelope, so that blind copies count. */
export const readMail = async (raw: Buffer, envelope: Envelope): Promise<Mail> => {
  const email = await PostalMime.parse(raw);
  return {
    id: envelope.id,
    receivedAt: envelope.receivedAt,
    from: shown(email.from) ?? envelope.from,
    to: envelope.to.map((address) => address.toLowerCase()),
    subject: email.subject ?? "",
    text: email.text ?? "",
    html: email.html ?? null,
  };
};
