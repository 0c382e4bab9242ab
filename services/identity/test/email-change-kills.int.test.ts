import type { ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startFakeServices } from "./fake-services.ts";
import { startMailbox } from "./mailbox.ts";
import { callerIn, kill, newName, password, startProcess } from "./service.ts";

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let fakes: Awaited<ReturnType<typeof startFakeServices>>;
let connection: Awaited<ReturnType<typeof connectMongo>>;
let service: Awaited<ReturnType<typeof startProcess>>;
const children: ChildProcess[] = [];

const startService = async () => {
  service = await startProcess({ ...fakes.env, SMTP_URL: mailbox.smtpUrl });
  children.push(service.child);
};

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  mailbox = await startMailbox();
  fakes = await startFakeServices();
  await startService();
});
afterAll(async () => {
  for (const child of children) await kill(child);
  await connection.close();
  await fakes.close();
  await mailbox.close();
});

/** Changes of an email, each with three kills. */
const rounds = Number(process.env["EMAIL_CHANGES"] ?? 2);

type Answer = Awaited<ReturnType<typeof service.post>>;

/**
 * Sends a request, kills the process at a random moment of it, and starts another one. Returns the response, or
 * undefined when it was lost.
 */
const sendAndKill = async (send: () => Promise<Answer>): Promise<Answer | undefined> => {
  const sent = send().catch(() => undefined);
  await sleep(randomInt(100));
  await kill(service.child);
  const answer = await sent;
  await endLeases();
  await startService();
  return answer;
};

/** Ends the leases of a killed process, whose emails another process sends a minute later otherwise. */
const endLeases = async () => {
  const due = { $gt: new Date() };
  const now = new Date();
  await connection.collection("owed_mails").updateMany({ dueAt: due }, { $set: { dueAt: now } });
  await connection
    .collection("users")
    .updateMany({ emailsDueAt: due }, { $set: { emailsDueAt: now } });
};

/** The same, and again until it is acknowledged or `isDone` says that the lost one had its effect. */
const persist = async (send: () => Promise<Answer>, isDone: () => Promise<boolean>) => {
  const first = await sendAndKill(send);
  if (first?.status === 200) return;
  await eventually(
    async () => {
      const { status } = await send();
      expect(status === 200 || (await isDone())).toBe(true);
    },
    { timeoutMs: 30_000 },
  );
};

it(
  "keeps every step of a change of the email when the process is killed during it",
  { timeout: 240_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const username = newName();
      const [old, next] = [`${username}@example.com`, `next-${username}@example.com`];
      const as = callerIn(await service.post("/api/register", { username, password, email: old }));
      const verify = (token: string) => service.post("/api/email/verify", { token });
      const subject = "Please verify your email address";
      expect((await verify(await mailbox.token(old, subject))).status).toBe(200);
      const isUser = async (expected: object) => {
        const { body } = await service.get("/api/user", { as });
        return Object.entries(expected).every(
          ([name, value]) => (body as Record<string, unknown>)[name] === value,
        );
      };

      // The process sends its own requests as the gateway does, so that the session needs no second sign-in.
      const change = { currentPassword: password, email: next };
      await persist(
        () => service.patch("/api/user", change, { as }),
        () => isUser({ newEmail: next }),
      );
      expect(await isUser({ email: old, newEmail: next })).toBe(true);

      const token = await mailbox.token(next, subject);
      await persist(
        () => verify(token),
        () => isUser({ email: next }),
      );
      expect(await isUser({ email: next, emailVerified: true })).toBe(true);

      const undo = await mailbox.token(old, "Your email address was changed");
      expect(undo, "the old address gets a link that undoes the change").not.toBe("");
      await persist(
        () => service.post("/api/email/undo", { token: undo }),
        () => isUser({ email: old }),
      );
      expect(await isUser({ email: old, emailVerified: true })).toBe(true);
      expect((await service.get("/api/sessions", { as })).body).toEqual({ sessions: [] });
      // A repeated undo revokes the link for a new password that the lost one has sent, and sends another.
      await eventually(async () => {
        const newest = await mailbox.token(old, "Reset your password");
        const reset = { token: newest, password: "Better-horse-2" };
        expect((await service.post("/api/password/reset", reset)).status).toBe(204);
      });
    }
  },
);
