import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import { createLogger, type Logger } from "@orbline/kit/observability/logger";
import { createApp } from "./app.ts";
import { createSmtpServer } from "./smtp.ts";
import { openMails } from "./store.ts";

const keptByDefault = 200;

type Options = { dataFile?: string; kept?: number; log?: Logger };
type Ports = { port: number; smtpPort: number; host?: string };

const portOf = (server: NetServer) => (server.address() as AddressInfo).port;

const closing = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * Builds a mailbox that takes mails by SMTP and shows them by HTTP; without a file nothing
 * outlives it. `listen` on ports (0 picks one), then `close`.
 */
export const createMailbox = ({
  dataFile = ":memory:",
  kept = keptByDefault,
  log = createLogger({ service: "mailbox", level: "silent" }),
}: Options = {}) => {
  const mails = openMails(dataFile, kept);
  const app = createApp({ mails, log });
  const smtp = createSmtpServer({ mails, log });
  smtp.on("error", (error) => log.error({ err: error }, "smtp connection failed"));
  let http: Server | undefined;
  return {
    /** Starts to take and show mails; resolves with both addresses. */
    listen: async ({ port, smtpPort, host = "127.0.0.1" }: Ports) => {
      http = app.listen(port, host);
      await once(http, "listening");
      const listening = smtp.listen(smtpPort, host);
      await once(listening, "listening");
      return {
        url: `http://${host}:${portOf(http)}`,
        smtpUrl: `smtp://${host}:${portOf(listening)}`,
      };
    },
    /** Stops both servers, then closes the file. */
    close: async () => {
      await new Promise<void>((resolve) => {
        smtp.close(() => resolve());
      });
      if (http) await closing(http);
      mails.close();
    },
  };
};
