import { hash } from "node:crypto";
import { layOutMail } from "@orbline/kit/mail/layout";
import { type Mail, smtpMailer } from "@orbline/kit/mail/mailer";
import { startMailOutbox } from "@orbline/kit/mail/outbox";
import { z } from "zod";
import type { PredictionContext } from "../config.ts";
import { type Guardrails, isPaused, timeOutLeftMs } from "../domain/guardrails.ts";
import { nextRecapAt, recapWeek } from "../domain/recap.ts";
import { standingOf } from "../domain/settle.ts";
import type { Predictions, Slates } from "../use-cases/ports.ts";
import type { Accounts, NotificationSettings, PickEmailQueue } from "../use-cases/ports-notices.ts";
import { type BetWeek, pickText, recapText } from "./texts.ts";

const batchSize = 200;

/** A stored email. It has no address: that is read when the email is sent. */
const noteSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("each"),
    userId: z.string(),
    predictionId: z.string(),
    /** Whether no further one is sent on its day. */
    isLastOfDay: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("weekly"), userId: z.string(), from: z.date(), to: z.date() }),
]);
type Note = z.infer<typeof noteSchema>;

type Deps = {
  predictions: Pick<Predictions, "find" | "listBets" | "totalsBetween">;
  notifications: NotificationSettings;
  guardrails: Pick<Guardrails, "find">;
  accounts: Accounts;
  slates: Pick<Slates, "now">;
};

type Queues = PickEmailQueue & {
  /**
   * Puts the weekly recaps that are due by the slate's clock into the outbox. A time-out delays a recap until it ends;
   * the recap then covers all its weeks.
   */
  queueRecaps: () => Promise<void>;
};

/**
 * Emails about settled picks, for users who have chosen them. Each is stored in the outbox under the id of its
 * prediction or of its user's week before its mark is removed, so a crash between the two repeats nothing.
 */
export function openPickEmails(service: PredictionContext, deps: Deps): Queues {
  const { notifications, guardrails, slates } = deps;
  const outbox = startMailOutbox(service, {
    mailer: smtpMailer(service),
    compose: (stored) => compose(service, deps, noteSchema.parse(stored)),
  });
  const post = (id: string, note: Note) => outbox.post(id, note);
  return {
    postPick: (email) => post(`pick:${email.predictionId}`, { kind: "each", ...email }),
    queueRecaps: async () => {
      const now = slates.now();
      const week = recapWeek(now);
      for (;;) {
        const due = await notifications.findDueRecaps(now, batchSize);
        for (const recap of due) {
          const { userId, from = week.from } = recap;
          const leftMs = timeOutLeftMs(await guardrails.find(userId), service.clock.now());
          if (leftMs > 0) {
            await notifications.delayRecap({ ...recap, from }, new Date(now.getTime() + leftMs));
            continue;
          }
          // The outbox keeps ids for a week, also those of deleted users. A hash identifies nobody.
          const id = hash("sha256", `${userId}:${week.to.toISOString()}`);
          await post(`recap:${id}`, { kind: "weekly", userId, from, to: week.to });
          await notifications.recapQueued(recap, nextRecapAt(now));
        }
        if (due.length < batchSize) return;
      }
    },
  };
}

/**
 * Writes an email when it is sent; undefined when nobody should get it any more: the user has another choice, a break,
 * no verified address or no account, or nothing was settled.
 */
async function compose(
  { config, clock }: PredictionContext,
  { predictions, notifications, guardrails, accounts, slates }: Deps,
  note: Note,
): Promise<Mail | undefined> {
  const { userId } = note;
  const { emails, unsubscribeToken = "" } = await notifications.find(userId);
  if (emails !== note.kind) return undefined;
  if (isPaused(await guardrails.find(userId), clock.now())) return undefined;
  const account = await accounts.find(userId);
  if (!account?.verifiedEmail) return undefined;
  const origin = config.PUBLIC_ORIGIN;
  const sender = {
    origin,
    username: account.username,
    unsubscribeUrl: `${origin}/unsubscribe?token=${encodeURIComponent(unsubscribeToken)}`,
  };
  if (note.kind === "each") {
    const prediction = await predictions.find(userId, note.predictionId);
    const { isLastOfDay = false } = note;
    const pick = { ...sender, now: slates.now(), isLastOfDay };
    return prediction && layOutMail(account.verifiedEmail, pickText(prediction, pick));
  }
  const { from, to } = note;
  const suggested = await predictions.totalsBetween(userId, from, to);
  if (suggested.settled === 0) return undefined;
  const bets = await betWeek(predictions, note);
  return layOutMail(account.verifiedEmail, recapText({ from, to, suggested, bets }, sender));
}

/** The user's own bets that were settled in a week. */
async function betWeek(
  predictions: Pick<Predictions, "listBets">,
  { userId, from, to }: { userId: string; from: Date; to: Date },
): Promise<BetWeek> {
  const bets = (await predictions.listBets(userId, from)).filter(
    ({ settledAt }) => settledAt !== undefined && settledAt < to,
  );
  const week = { settled: 0, won: 0, staked: 0, returned: 0, insaneProfit: 0 };
  for (const one of bets) {
    const { outcome, returned, profit } = standingOf(one);
    if (outcome === "open") continue;
    week.settled += 1;
    week.won += outcome === "won" ? 1 : 0;
    week.staked += one.bet.stake;
    week.returned += returned;
    week.insaneProfit += one.riskLevel === "insane" ? profit : 0;
  }
  return week;
}
