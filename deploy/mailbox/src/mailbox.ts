import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import { createLogger } from "@orbline/kit/observability/logger";
import { createApp } from "./app.ts";
import { createSmtpServer } from "./smtp.ts";
import { openMails } from "./store.ts";

const silent = createLogger({ service: "mailbox", level: "silent" });

/** Receives mails by SMTP and shows them by HTTP. Without a file it keeps them in memory. */
export function createMailbox({ dataFile = ":memory:", kept = 200, log = silent } = {}) {
  const mails = openMails(dataFile, kept);
  const smtp = createSmtpServer({ mails, log });
  smtp.on("error", (error) => log.error({ err: error }, "smtp connection failed"));
  let http: Server | undefined;
  return {
    /** Resolves with both addresses when both servers listen; port 0 picks a free one. */
    listen: async (ports: { port: number; smtpPort: number; host?: string }) => {
      const { port, smtpPort, host = "127.0.0.1" } = ports;
      http = createApp({ mails, log }).listen(port, host);
      await once(http, "listening");
      const listening = smtp.listen(smtpPort, host);
      await once(listening, "listening");
      return {
        url: `http://${host}:${portOf(http)}`,
        smtpUrl: `smtp://${host}:${portOf(listening)}`,
      };
    },
    /** Stops both servers, then closes the file. */
    close: async (): Promise<void> => {
      await new Promise<void>((resolve) => {
        smtp.close(() => resolve());
      });
      const closed = http && once(http.close(), "close");
      http?.closeAllConnections();
      await closed;
      mails.close();
    },
  };
}

const portOf = (server: NetServer) => (server.address() as AddressInfo).port;
