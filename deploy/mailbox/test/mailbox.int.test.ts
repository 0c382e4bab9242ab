import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMailbox } from "@orbline/mailbox/mailbox";
import type { Mail } from "@orbline/mailbox/store";
import { smtpMailer } from "@orbline/kit/mail/mailer";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

type Mailbox = ReturnType<typeof createMailbox>;

let folder: string;
let dataFile: string;
let mailbox: Mailbox;
let url: string;
let smtpUrl: string;

async function start(kept?: number) {
  mailbox = createMailbox({ dataFile, ...(kept === undefined ? {} : { kept }) });
  ({ url, smtpUrl } = await mailbox.listen({ port: 0, smtpPort: 0 }));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mailbox-"));
  dataFile = join(folder, "mails.db");
  await start();
});

afterEach(async () => {
  await mailbox.close();
  rmSync(folder, { recursive: true, force: true });
});

type Sent = { to: string; subject: string; text?: string; html?: string; bcc?: string };

async function send(mail: Sent) {
  const transport = createTransport(smtpUrl);
  await transport.sendMail({ from: "Orbline <hello@orbline.test>", ...mail });
  transport.close();
}

async function list(query = ""): Promise<Mail[]> {
  const response = await fetch(`${url}/api/mails${query}`);
  return ((await response.json()) as { mails: Mail[] }).mails;
}

describe("receiving mails", () => {
  it("stores a mail of the product's mailer and returns it from the API", async () => {
    const { lifecycle, stop } = testLifecycle();
    const config = {
      NODE_ENV: "test",
      SMTP_URL: smtpUrl,
      MAIL_FROM: "hello@orbline.test",
    } as const;
    const mailer = smtpMailer({ config, lifecycle });
    await mailer.send({
      to: "Ada@Example.com",
      subject: "Grüße: verify",
      text: "https://x.test/verify?token=1",
    });
    await stop();
    const [mail] = await list();
    expect(mail).toMatchObject({
      to: ["ada@example.com"],
      from: "<hello@orbline.test>",
      subject: "Grüße: verify",
      html: null,
    });
    expect(mail?.text.trim()).toBe("https://x.test/verify?token=1");
    const one = await fetch(`${url}/api/mails/${mail?.id}`);
    expect(await one.json()).toEqual(mail);
  });

  it("lists the mails and blind copies of one recipient, newest first", async () => {
    await send({ to: "a@example.com", subject: "first", text: "1" });
    await send({ to: "b@example.com", bcc: "a@example.com", subject: "second", text: "2" });
    await send({ to: "c@example.com", subject: "third", text: "3" });
    const mine = await list("?to=A@example.com");
    expect(mine.map(({ subject }) => subject)).toEqual(["second", "first"]);
    expect(await list("?to=nobody@example.com")).toEqual([]);
  });

  it("refuses a mail above 2 MB", async () => {
    const text = "x".repeat(80).concat("\n").repeat(30_000);
    await expect(send({ to: "a@example.com", subject: "big", text })).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(await list()).toEqual([]);
  });
});

describe("storing mails", () => {
  it("keeps only the newest mails, also after a restart", async () => {
    await mailbox.close();
    await start(3);
    for (const subject of ["1", "2", "3", "4"])
      await send({ to: "a@example.com", subject, text: subject });
    await mailbox.close();
    await start(3);
    expect((await list()).map(({ subject }) => subject)).toEqual(["4", "3", "2"]);
  });

  it("deletes all mails on request", async () => {
    await send({ to: "a@example.com", subject: "gone", text: "1" });
    expect((await fetch(`${url}/api/mails`, { method: "DELETE" })).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  it("responds 404 to an unknown mail", async () => {
    expect((await fetch(`${url}/api/mails/none`)).status).toBe(404);
    expect((await fetch(`${url}/mails/none`)).status).toBe(404);
    expect((await fetch(`${url}/mails/none/html`)).status).toBe(404);
  });
});

describe("showing mails", () => {
  it("escapes mails, links their web addresses and shows HTML only in a sandbox", async () => {
    await send({
      to: "a@example.com",
      subject: "<script>alert(1)</script>",
      text: "Open https://x.test/claim?token=2 now",
      html: "<p onclick='alert(1)'>Hello</p><script>alert(2)</script>",
    });
    const [mail] = await list();
    const home = await (await fetch(url)).text();
    expect(home).toContain("DEVELOPMENT ONLY");
    expect(home).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(home).not.toContain("<script>");

    const page = await fetch(`${url}/mails/${mail?.id}`);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const shown = await page.text();
    expect(shown).toContain('<a href="https://x.test/claim?token=2">');
    expect(shown).toMatch(/<iframe title="[^"]+" src="[^"]+" sandbox="[^"]*">/);
    expect(shown).not.toMatch(/sandbox="[^"]*allow-(scripts|same-origin)/);

    const html = await fetch(`${url}/mails/${mail?.id}/html`);
    expect(await html.text()).toContain("Hello");
    const policy = html.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^sandbox/);
    expect(policy).not.toContain("allow-scripts");
  });
});

describe("starting", () => {
  it("refuses to start in production", async () => {
    const main = join(import.meta.dirname, "../src/main.ts");
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", DATA_FILE: dataFile },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    // "exit" may come before the last output.
    const [code] = (await once(child, "close")) as [number];
    expect(code).not.toBe(0);
    expect(errors).toContain("does not start in production");
  });
});
