import { greetingTo } from "@orbline/kit/mail/greeting";
import { type MailText, smallPrintOf } from "@orbline/kit/mail/layout";
import { mailTime } from "@orbline/kit/mail/time";
import { mostNotifiedPicksADay } from "@orbline/proto/constants/predictions";
import type { BetTotals } from "../domain/counts/betting-profile.ts";
import { dayMs } from "../domain/dates.ts";
import type { Prediction } from "../domain/prediction.ts";
import { capitalized, outcomeNames, pickName, sportName } from "../domain/pick-words.ts";
import { standingOf } from "../domain/settle.ts";

type Sender = { origin: string; username: string | undefined; unsubscribeUrl: string };

/** `now` is the slate's time. After the last email of a day, results are in the app only. */
type PickSender = Sender & { now: Date; isLastOfDay: boolean };

/** A user's own bets of a week, in dollars. */
export type BetWeek = {
  settled: number;
  won: number;
  staked: number;
  returned: number;
  insaneProfit: number;
};

const brand = "Orbline";

/**
 * The email about one settled pick, with the profit of the user's bet, or of the suggested stake if the user did not bet. A lost leg
 * loses a parlay before its other games are over.
 */
export function pickText(
  prediction: Prediction,
  { now, isLastOfDay, ...sender }: PickSender,
): MailText {
  const { id, legs, legOutcomes, outcome, stake, profit, bet, sport, riskLevel } = prediction;
  const standing = bet && standingOf({ ...prediction, bet });
  const amount = standing ? signed(standing.profit) : `${signed(profit)} if bet`;
  const isLostEarly = outcome === "lost" && legOutcomes.includes("open");
  return withFrame(sender, {
    subject: `${capitalized(outcome)}: ${pickName(prediction)}, ${amount}`,
    paragraphs: [
      `Your pick is settled: ${outcomeNames[outcome]}. ${sportName(sport)}, ${capitalized(riskLevel)}.`,
      ...legs.map((leg, index) => {
        const legOutcome = legOutcomes[index] ?? "open";
        const open = leg.startsAt > now ? "still to be played" : "no result yet";
        const result = legOutcome === "open" ? open : outcomeNames[legOutcome];
        return `${leg.betOn} vs ${leg.opponent}, ${leg.betType}: ${result}.`;
      }),
      ...(isLostEarly
        ? ["One lost leg loses the parlay, so the other games can't change it."]
        : []),
      standing && bet
        ? `Your bet of ${money(bet.stake)}: ${amount}.`
        : `Suggested stake ${money(stake)}: ${amount}.`,
      ...(isLastOfDay
        ? [
            `This is today's last email about picks: we send at most ${mostNotifiedPicksADay} a day (UTC). Later results are in the app: ${sender.origin}/notices`,
          ]
        : []),
    ],
    action: { label: "See this prediction", url: `${sender.origin}/predictions/${id}` },
    kind: "each settled pick",
  });
}

type Recap = { from: Date; to: Date; suggested: BetTotals; bets: BetWeek };

/** The email about a week, or several after a time-out: the user's own bets, and apart from them how our picks did. */
export function recapText({ from, to, suggested, bets }: Recap, sender: Sender): MailText {
  const profit = signed(bets.returned - bets.staked);
  const hasBets = bets.settled > 0;
  const weeks = Math.round((to.getTime() - from.getTime()) / (7 * dayMs));
  const span = weeks > 1 ? `Your last ${weeks} weeks` : "Your week";
  return withFrame(sender, {
    subject: hasBets
      ? `${span}: ${count(bets.settled, "bet")} settled, ${profit}`
      : `${span}: ${suggested.won} of ${count(suggested.settled, "pick")} won`,
    paragraphs: [
      `${mailTime(from)} to ${mailTime(to)}.`,
      ...(hasBets
        ? [
            `Your bets: ${bets.won} of ${bets.settled} won. ${money(bets.staked)} staked, ${money(bets.returned)} back: ${profit}.`,
          ]
        : []),
      ...(bets.insaneProfit < 0 ? [`Insane bets cost ${money(-bets.insaneProfit)}.`] : []),
      `Picks we gave you: ${suggested.won} of ${suggested.settled} won.`,
    ],
    action: hasBets
      ? { label: "See my bets", url: `${sender.origin}/history?view=bets` }
      : { label: "See my predictions", url: `${sender.origin}/history` },
    kind: "your week",
  });
}

function withFrame(
  { origin, username, unsubscribeUrl }: Sender,
  { kind, ...words }: Pick<MailText, "subject" | "paragraphs" | "action"> & { kind: string },
): MailText {
  return {
    ...words,
    brand,
    greeting: greetingTo(username),
    footer: smallPrintOf(
      { brand, origin },
      `You get this email because you turned on emails about ${kind}.`,
    ),
    unsubscribeUrl,
  };
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const money = (amount: number) => dollars.format(amount).replace("-", "−");
const signed = (amount: number) => `${amount > 0 ? "+" : ""}${money(amount)}`;
const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
