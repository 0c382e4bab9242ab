import type { Connection } from "mongoose";
import type { Clock } from "../clock.ts";
import type { Logger } from "../observability/logger.ts";
import { type MailOutcome, type OwedMail, owedMails } from "./pending.ts";
import type { Mail, Mailer } from "./mailer.ts";
import { watchBacklog } from "../observability/instruments.ts";
import type { Metrics } from "../observability/metrics.ts";
import { repeat } from "../process/schedule.ts";

/** A worker that dies holds its mail for so long; a mail server that takes longer may be given it twice. */
const leaseMs = 60_000;
const maxDelayMs = 3_600_000;
const giveUpAfterMs = 72 * 3_600_000;
const rememberMs = 7 * 86_400_000;
const lookEveryMs = 15_000;
const forgetEveryMs = 3_600_000;
const maxParallel = 4;
const stopDeadlineMs = 3_000;

type Options = {
  connection: Connection;
  /** Writes the mail when it goes out; undefined when there is no reason for it any more. */
  compose: (note: Record<string, unknown>) => Promise<Mail | undefined>;
  mailer: Pick<Mailer, "send">;
  clock: Clock;
  logger: Logger;
  /** Shows what waits to be sent, and for how long. */
  metrics?: Metrics;
};

/** Works through what is owed, a few at a time. */
const createWorker = ({ connection, compose, mailer, clock, logger }: Options) => {
  const owed = owedMails(connection);
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const postpone = async (mail: OwedMail, error: unknown) => {
    const { id, attempts, createdAt } = mail;
    const nowMs = clock.now().getTime();
    const about = { err: error, mail: id, attempts };
    if (nowMs - createdAt.getTime() > giveUpAfterMs) {
      logger.error(about, "a mail was given up");
      return owed.finish(mail, "given-up", clock.now());
    }
    logger.warn(about, "a mail was not taken, trying again");
    const delayMs = Math.min(1_000 * 2 ** attempts, maxDelayMs);
    await owed.postpone(mail, new Date(nowMs + delayMs));
    if (delayMs < lookEveryMs) setTimeout(wake, delayMs).unref();
  };

  const tryToSend = async (mail: OwedMail): Promise<MailOutcome> => {
    const written = await compose(mail.note);
    if (!written) return "dropped";
    await mailer.send(written);
    return "sent";
  };

  const send = async (mail: OwedMail) => {
    let outcome: MailOutcome;
    try {
      outcome = await tryToSend(mail);
    } catch (error) {
      return postpone(mail, error);
    }
    return owed.finish(mail, outcome, clock.now());
  };

  const work = async () => {
    for (;;) {
      if (isStopped) return;
      const mail = await owed.take(clock.now(), leaseMs);
      if (!mail) return;
      await send(mail);
    }
  };

  const wake = () => {
    if (isStopped || running.size >= maxParallel) return;
    const worker = work()
      .catch((error: unknown) => logger.warn({ err: error }, "mails wait for the database"))
      .finally(() => running.delete(worker));
    running.add(worker);
  };

  return {
    wake,
    stop: async () => {
      isStopped = true;
      const deadline = new Promise((resolve) => setTimeout(resolve, stopDeadlineMs).unref());
      await Promise.race([Promise.all(running), deadline]);
    },
  };
};

/**
 * Mails that a service owes, kept in its database until the mail server has taken them. What `post` has confirmed
 * is sent, also over crashes and days without a mail server; and once more than that only when a process dies, or
 * its database does not answer, between the server's yes and our own note of it. The service's migrations need `owedMailsMigration`.
 */
export const mailOutbox = (options: Options) => {
  const { connection, clock, logger, metrics } = options;
  const owed = owedMails(connection);
  const worker = createWorker(options);
  const look = () => Promise.resolve(worker.wake());
  const forget = () => owed.forget(new Date(clock.now().getTime() - rememberMs));
  let jobs: { stop: () => Promise<void> }[] = [];
  if (metrics)
    watchBacklog({
      metrics,
      name: "mails_pending",
      help: "Mails that wait to be sent",
      collection: connection.collection(owed.collection.collectionName),
      field: "dueAt",
    });
  return {
    /** Owes a mail: durable once it resolves, sent soon after. An id that was posted before is not sent again. */
    post: async (id: string, note: Record<string, unknown>): Promise<void> => {
      await owed.add(id, note, clock.now());
      worker.wake();
    },
    /** Sends what is owed now, and looks again every 15 seconds; waits for none of it. */
    start: (): void => {
      jobs = [
        repeat({ name: "mails", everyMs: lookEveryMs, job: look, logger }),
        repeat({ name: "old mails", everyMs: forgetEveryMs, job: forget, logger }),
      ];
    },
    /** Takes nothing new and waits three seconds at most for what is being sent; the rest stays owed. */
    stop: async (): Promise<void> => {
      await Promise.all(jobs.map((job) => job.stop()));
      await worker.stop();
    },
  };
};
/** Mails that a service owes. */
export type MailOutbox = ReturnType<typeof mailOutbox>;
