import { dayMs, hourMs, minuteMs } from "../domain/dates.ts";
import { sum } from "../domain/math.ts";
import { gameHours } from "../domain/sport.ts";
import { isDue } from "../odds-provider/active-feeds.ts";
import { scoresCost } from "../odds-provider/client.ts";
import type { Feed } from "../odds-provider/feeds.ts";
import { listEveryMs } from "../odds-provider/poll-feeds.ts";
import { paceOf } from "../odds-provider/quota.ts";

const stepMs = minuteMs;
/** A game of every competition starts daily at this hour (UTC): more than a real month has. */
const startHour = 19;

/** A result is published this long after the expected end of its game. */
const publishedAfterMs = 70 * minuteMs;

/** What a month of polling costs and gives; times in ms, undefined where no call was made. */
export type MonthPlan = {
  used: { prices: number; scores: number };
  calls: { prices: number; scores: number; lists: number };
  /** Between two calls for the prices of one competition: their greatest age. */
  pricesEveryMs: { usual: number; longest: number } | undefined;
  /** From the publication of a result to the call that fetches it. */
  resultsAfterMs: { usual: number; longest: number } | undefined;
};

/** Plays a month of polling by the pace of the service, with a game a day in every competition. */
export function planMonth(credits: number, feeds: readonly Feed[], month: Date): MonthPlan {
  const from = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1);
  const to = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1);
  // The provider has no scores of fights.
  const scored = feeds.filter(({ sport }) => sport !== "ufc");
  const reserved = scoresCost * scored.length;
  const pricesCost = sum(feeds.map(({ markets }) => markets.length));
  const requestedAt = new Map<Feed, Date>();
  const scoresRequestedAt = new Map<Feed, Date>();
  const settledTo = new Map(scored.map((feed) => [feed, from]));
  const gaps: number[] = [];
  const waits: number[] = [];
  const used = { prices: 0, scores: 0 };
  const calls = { prices: 0, scores: 0, lists: (feeds.length * (to - from)) / listEveryMs };

  for (let time = from; time < to; time += stepMs) {
    const now = new Date(time);
    const left = () => credits - used.prices - used.scores;
    const pace = paceOf({ remaining: left(), now, pricesCost, scoresCost: reserved });
    for (const feed of feeds) {
      const last = requestedAt.get(feed);
      if (left() < feed.markets.length + reserved || !isDue(now, last, pace.pricesEveryMs))
        continue;
      if (last) gaps.push(time - last.getTime());
      requestedAt.set(feed, now);
      used.prices += feed.markets.length;
      calls.prices += 1;
    }
    for (const feed of scored) {
      if (left() < scoresCost || !isDue(now, scoresRequestedAt.get(feed), pace.scoresEveryMs))
        continue;
      const settled = settledTo.get(feed) ?? from;
      if (endsBetween(feed, settled, time).length === 0) continue;
      const published = endsBetween(feed, settled, time - publishedAfterMs);
      waits.push(...published.map((end) => time - publishedAfterMs - end));
      settledTo.set(feed, Math.max(settled, time - publishedAfterMs));
      scoresRequestedAt.set(feed, now);
      used.scores += scoresCost;
      calls.scores += 1;
    }
  }
  return { used, calls, pricesEveryMs: spreadOf(gaps), resultsAfterMs: spreadOf(waits) };
}

/** Ends of the daily games of a competition after `from`, until `to`. */
function endsBetween({ sport }: Feed, from: number, to: number): number[] {
  const lengthMs = (startHour + gameHours[sport]) * hourMs;
  const ends: number[] = [];
  const firstDay = Math.floor((from - lengthMs) / dayMs) + 1;
  for (let day = firstDay; day * dayMs + lengthMs <= to; day += 1)
    ends.push(day * dayMs + lengthMs);
  return ends;
}

function spreadOf(times: readonly number[]) {
  if (times.length === 0) return undefined;
  const sorted = times.toSorted((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { usual, longest: sorted.at(-1) ?? usual };
}
