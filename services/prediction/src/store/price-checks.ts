import { createHash } from "node:crypto";
import { createCache } from "@orbline/kit/cache";
import { weightedKeys } from "@orbline/kit/client-key";
import { AppError } from "@orbline/kit/errors";
import { priceCheckLimits as limits } from "@orbline/proto/constants/price-check";
import type { Connection } from "mongoose";
import type { Clock } from "../use-cases/ports.ts";
import type { PriceChecker, PriceCheckLimits } from "../domain/price-check.ts";
import { windowMs } from "../domain/quota.ts";

/** Checks of a subscriber in a minute, counted in this process. A page that checks while the user types needs several. */
const subscriberPerMinute = 120;

/** Free checks of all accounts at one address on a day, so that new accounts do not give new ones without end. */
const ofAccountsPerDay = 10 * limits.freePerDay;

/** Free checks of a user or a network on a day. The id is `<day>:<hash>`, so that days before a day are a range. */
type FreeChecksDocument = { _id: string; used: number };

const freeChecks = (connection: Connection) =>
  connection.collection<FreeChecksDocument>("free_price_checks");

/** Limits of price checks. Free ones are counted for all processes, by a hash of the user or the network. */
export function mongoPriceCheckLimits({
  connection,
  clock,
}: {
  connection: Connection;
  clock: Clock;
}): PriceCheckLimits {
  const counts = freeChecks(connection);
  const minutes = createCache<{ minute: number; used: number }>({
    max: 10_000,
    ttlMs: windowMs.minute,
  });
  let cleanedOn = "";

  function takeMinute(userId: string, nowMs: number): void {
    const minute = Math.floor(nowMs / windowMs.minute);
    const known = minutes.get(userId);
    const used = (known?.minute === minute ? known.used : 0) + 1;
    minutes.set(userId, { minute, used });
    if (used <= subscriberPerMinute) return;
    const message = "You have checked many prices in a minute. Please wait a moment and try again.";
    throw refusal("price_check.minute", message, windowMs.minute, nowMs);
  }

  /**
   * Counts a free check by each limit. A refused check stores nothing: a customer with a wide network could otherwise store a
   * count for each of its narrow ones, without end.
   */
  async function takeDay(checker: PriceChecker, nowMs: number): Promise<number> {
    const day = dayOf(nowMs);
    if (cleanedOn !== day) {
      cleanedOn = day;
      await counts.deleteMany({ _id: { $lt: day } });
    }
    const dayLimits = dayLimitsOf(checker).map(({ name, allowed }) => ({
      _id: idOf(day, name),
      allowed,
    }));
    const known = await counts.find({ _id: { $in: dayLimits.map(({ _id }) => _id) } }).toArray();
    const usedBefore = new Map(known.map(({ _id, used }) => [_id, used]));
    for (const { _id, allowed } of dayLimits)
      if ((usedBefore.get(_id) ?? 0) >= allowed) throw dayRefusal(allowed, nowMs);
    let left: number = limits.freePerDay;
    for (const { _id, allowed } of dayLimits) {
      const used = { $inc: { used: 1 } };
      const options = { upsert: true, returnDocument: "after" } as const;
      const count = (await counts.findOneAndUpdate({ _id }, used, options))?.used ?? 1;
      if (count > allowed) throw dayRefusal(allowed, nowMs);
      left = Math.min(left, allowed - count);
    }
    return left;
  }

  return {
    take: async (checker) => {
      const nowMs = clock.now().getTime();
      if (checker.isSubscriber) {
        takeMinute(checker.userId ?? "", nowMs);
        return undefined;
      }
      return takeDay(checker, nowMs);
    },
  };
}

/** Deletes a user's count of free checks; returns whether there was one. */
export async function eraseFreeChecks(connection: Connection, userId: string, now: Date) {
  const _id = idOf(dayOf(now.getTime()), nameOf(userId));
  return freeChecks(connection).deleteOne({ _id });
}

/** The number of free checks that a user has made today. */
export async function usedFreeChecks(connection: Connection, userId: string, now: Date) {
  const day = dayOf(now.getTime());
  const _id = idOf(day, nameOf(userId));
  const found = await freeChecks(connection).findOne({ _id });
  return found ? [{ day, used: found.used }] : [];
}

const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10);

const nameOf = (userId: string) => `user:${userId}`;

/**
 * The limits of a check, the narrowest first, so that refused checks of one account or client do not use up the limits
 * of its network.
 */
function dayLimitsOf({ userId, address }: Pick<PriceChecker, "userId" | "address">) {
  const keys = weightedKeys(address);
  if (userId === undefined)
    return keys.map(({ key, weight }) => ({
      name: `address:${key}`,
      // A mobile carrier may give each phone a network of 64 bits from one of 48.
      allowed: (weight === 1 ? 1 : 10 * weight) * limits.freePerDay,
    }));
  return [
    { name: nameOf(userId), allowed: limits.freePerDay },
    ...keys.map(({ key, weight }) => ({
      name: `accounts:${key}`,
      allowed: weight * ofAccountsPerDay,
    })),
  ];
}

/** The day is in the hash too, so that the counts of two days cannot be linked. */
const idOf = (day: string, name: string) =>
  `${day}:${createHash("sha256").update(`${day} ${name}`).digest("base64url")}`;

function dayRefusal(allowed: number, nowMs: number): AppError {
  const used =
    allowed === limits.freePerDay
      ? `You have used today's ${limits.freePerDay} free price checks.`
      : "Your network has used today's free price checks.";
  const message = `${used} With a plan there is no daily limit.`;
  return refusal("price_check.day", message, windowMs.day, nowMs);
}

function refusal(code: string, message: string, lengthMs: number, nowMs: number): AppError {
  const retryAfterSeconds = Math.ceil((lengthMs - (nowMs % lengthMs)) / 1_000);
  return new AppError("rate-limited", code, message, { retryAfterSeconds });
}
