import { eventually } from "@orbline/kit/testing/eventually";
import type { ProductInfo } from "./product/info.ts";

type Mail = { subject: string; text: string };

/** Waits for a mail with a link to the page and returns the newest such link. */
export const mailedLink = async (
  { settings, url }: ProductInfo,
  to: string,
  page: string,
): Promise<string> => {
  const mailbox = `http://127.0.0.1:${settings.ports.MAILBOX_PORT}`;
  let found: string | undefined;
  await eventually(async () => {
    const response = await fetch(`${mailbox}/api/mails?to=${encodeURIComponent(to)}`);
    const { mails } = (await response.json()) as { mails: Mail[] };
    const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
    found = links.find((link) => link.startsWith(`${url}${page}?`));
    if (found === undefined) throw new Error(`no mail to ${to} links to ${page}`);
  });
  return found ?? "";
};
