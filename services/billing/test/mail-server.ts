import { createMailbox } from "@orbline/mailbox/mailbox";

type Listed = { mails: { id: string }[] };

/** A mail server for this test file that keeps the received emails. */
export const startMailServer = async () => {
  const mailbox = createMailbox();
  const { url, smtpUrl } = await mailbox.listen({ port: 0, smtpPort: 0 });
  const get = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(`${url}${path}`)).json()) as Body;
  return {
    url: smtpUrl,
    /** Subject and text of every email to an address. */
    to: async (address: string): Promise<string[]> => {
      const { mails } = await get<Listed>(`/api/mails?to=${encodeURIComponent(address)}`);
      const whole = mails.map(({ id }) =>
        get<{ subject: string; text: string }>(`/api/mails/${id}`),
      );
      return (await Promise.all(whole)).map(({ subject, text }) => `${subject}\n${text}`);
    },
    stop: mailbox.close,
  };
};
