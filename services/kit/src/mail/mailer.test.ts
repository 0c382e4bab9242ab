import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { inspect } from "node:util";
import { afterEach, expect, it } from "vitest";
import { testLifecycle } from "../testing/lifecycle.ts";
import { smtpMailer } from "./mailer.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A minimal mail server. `answerTo` decides the reply to each line outside of the message. */
const startServer = async (answerTo: (line: string) => string | undefined, greeting = "220 hi") => {
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let isMessage = false;
    let unread = "";
    const answer = (line: string) => {
      if (isMessage) {
        isMessage = line !== ".";
        return isMessage ? undefined : "250 kept";
      }
      isMessage = line === "DATA";
      return answerTo(line);
    };
    if (greeting) socket.write(`${greeting}\r\n`);
    socket
      .on("error", () => undefined)
      .on("data", (chunk) => {
        // A line may come in two pieces.
        const lines = `${unread}${String(chunk)}`.split("\r\n");
        unread = lines.pop() ?? "";
        for (const line of lines) {
          received.push(line);
          const reply = answer(line);
          if (reply) socket.write(`${reply}\r\n`);
        }
      });
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
};

const mailerOf = (url?: string) =>
  smtpMailer({
    config: { NODE_ENV: "test", SMTP_URL: url, MAIL_FROM: "Orbline <hello@orbline.test>" },
    lifecycle: testLifecycle().lifecycle,
  });

const polite = (line: string) => (line === "DATA" ? "354 go on" : "250 ok");
const mail = { to: "jo@example.test", subject: "Hällo", text: "You are in." };

it("sends a mail to the server with the configured sender", async () => {
  const { url, received } = await startServer(polite);
  await mailerOf(url).send(mail);
  expect(received).toEqual(
    expect.arrayContaining([
      "MAIL FROM:<hello@orbline.test>",
      "RCPT TO:<jo@example.test>",
      "From: Orbline <hello@orbline.test>",
      "You are in.",
    ]),
  );
});

it("rejects when the server refuses the mail, with its code and without the recipient that it quotes", async () => {
  const refusal = "550 5.1.1 <jo@example.test>: user unknown";
  const { url } = await startServer((line) => (line.startsWith("RCPT") ? refusal : polite(line)));
  const failure: unknown = await mailerOf(url)
    .send(mail)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: "the mail server answered 550 to RCPT TO" });
  expect(inspect(failure)).not.toContain("jo@example.test");
});

it("does not allow a subject or a name to add headers or recipients", async () => {
  const { url, received } = await startServer(polite);
  const mailer = mailerOf(url);
  await mailer.send({ ...mail, subject: "Hi\r\nBcc: all@example.test" });
  expect(received.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<jo@example.test>"]);
  expect(received.filter((line) => line.startsWith("Bcc"))).toEqual([]);
});

it("gives up on a server that does not respond", async () => {
  const { url } = await startServer(() => undefined, "");
  const quick = `${url}?greetingTimeout=50`;
  await expect(mailerOf(quick).send(mail)).rejects.toThrow("Greeting never received");
});

it("sends no mail of a test without a mail server to the mailbox of a running product", async () => {
  await expect(mailerOf().send(mail)).rejects.toThrow("connect ECONNREFUSED 127.0.0.1:9");
});
