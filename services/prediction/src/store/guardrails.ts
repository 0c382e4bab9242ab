import { AppError } from "@orbline/kit/errors";
import { shareLoads } from "@orbline/kit/cache";
import { keyedMutex } from "@orbline/kit/keyed-mutex";
import { type AggregateFields, mongoAggregates } from "@orbline/kit/mongo/aggregate";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { LimitWindow } from "@orbline/proto/constants/guardrails";
import type { Connection } from "mongoose";
import type { Clock } from "../use-cases/ports.ts";
import {
  type Guardrails,
  hasLimits,
  noGuardrails,
  periodOf,
  reachedLimit,
  type UserGuardrails,
} from "../domain/guardrails.ts";
import { hourMs, minuteMs } from "../domain/dates.ts";
import { sum, toCents, toMicro } from "../domain/math.ts";
import { groupedReads } from "./grouped-commands.ts";
import { predictionCollection } from "./prediction-document.ts";

/** The guardrails of a user; the id is the user's. */
export type GuardrailsDocument = AggregateFields & StoredGuardrails;

/** `isErased` stays until the relay has published the erasure. */
type StoredGuardrails = UserGuardrails & { isErased?: true | undefined };

/** A place for a prediction that may not be stored yet. */
type Reservation = { id: string; createdAt: Date; reservedAt: Date };
type ReservationsDocument = { _id: string; version: number; reserved: Reservation[] };

/** A reservation counts this long. By then its prediction is stored, or its process has died. */
const reservationMs = 5 * minuteMs;
const maxAttempts = 20;
/**
 * Insane predictions of a day stay counted in memory for this time. Those that other processes store in the meantime are among the
 * open picks.
 */
const insaneDayMs = hourMs;

export const guardrailsCollection = (connection: Connection) =>
  connection.collection<GuardrailsDocument>("guardrails");

const reservationCollection = (connection: Connection) =>
  connection.collection<ReservationsDocument>("prediction_reservations");

/**
 * Guardrails in MongoDB, with the places that are reserved within the limits.
 * @param onChange is called with the id of each changed user, so that the relay publishes at once
 */
export function mongoGuardrails(
  connection: Connection,
  clock: Clock,
  onChange: (userId: string) => void,
): Guardrails {
  const reservations = reservationCollection(connection);
  const predictions = predictionCollection(connection);
  const inTurn = keyedMutex();
  const collection = guardrailsCollection(connection);
  const aggregates = mongoAggregates<StoredGuardrails, GuardrailsDocument>({
    collection,
    toState: toGuardrails,
    toFields: (state) => state,
    changed: onChange,
  });
  const shareInsane = shareLoads({ max: 10_000, ttlMs: insaneDayMs });
  const read = groupedReads<GuardrailsDocument>(collection);
  const find = async (userId: string) => {
    const found = await read(userId);
    return found ? toGuardrails(found) : noGuardrails;
  };

  /** Stored predictions and `extra` ones since the start of each period. */
  const countPredictions = async (
    userId: string,
    now: Date,
    extra: readonly Pick<Reservation, "id" | "createdAt">[] = [],
  ) => {
    const ids = extra.map(({ id }) => id);
    const count = async (window: LimitWindow) => {
      const { startsAt } = periodOf(window, now);
      const stored = { userId, createdAt: { $gte: startsAt }, _id: { $nin: ids } };
      const added = extra.filter(({ createdAt }) => createdAt >= startsAt).length;
      return added + (await predictions.countDocuments(stored));
    };
    const [day, week, month] = await Promise.all([count("day"), count("week"), count("month")]);
    return { day, week, month };
  };

  /** Dollars staked in the bets that were recorded since the start of each period. */
  const sumStakes = async (userId: string, now: Date) => {
    const sumOf = async (window: LimitWindow) => {
      const since = { $gte: periodOf(window, now).startsAt };
      const [found] = await predictions
        .aggregate<{ stakes: number }>([
          { $match: { betBy: userId, "bet.recordedAt": since } },
          { $group: { _id: null, stakes: { $sum: "$bet.stake" } } },
        ])
        .toArray();
      return toCents(found?.stakes ?? 0);
    };
    const [day, week, month] = await Promise.all([sumOf("day"), sumOf("week"), sumOf("month")]);
    return { day, week, month };
  };

  /** Probabilities of a user's insane predictions since the start of a day, by their ids. */
  const readInsane = async (userId: string, startsAt: Date) => {
    const ofDay = { userId, riskLevel: "insane", createdAt: { $gte: startsAt } } as const;
    const projection = { probability: 1 } as const;
    const found = await predictions.find(ofDay, { projection }).toArray();
    return new Map(found.map(({ _id, probability }) => [_id, probability]));
  };

  /** One attempt; "lost" when another process has reserved in the meantime. */
  const tryReserve = async (
    userId: string,
    { id, createdAt }: Pick<Reservation, "id" | "createdAt">,
  ) => {
    const guardrails = await find(userId);
    if (!hasLimits(guardrails, "predictions")) return undefined;
    const known = await reservations.findOne({ _id: userId });
    const now = clock.now();
    const expired = new Date(now.getTime() - reservationMs);
    const open = (known?.reserved ?? []).filter(({ reservedAt }) => reservedAt > expired);
    if (open.some((one) => one.id === id)) return undefined;
    // The count comes after the reservations: a prediction that was stored since is in both, and counts once.
    const reached = reachedLimit(
      "predictions",
      guardrails.limits,
      await countPredictions(userId, createdAt, open),
    );
    if (reached) return reached;
    const reserved = [...open, { id, createdAt, reservedAt: now }];
    if (!known) {
      const first = { _id: userId, version: 1, reserved };
      return (await insertOnce(reservations.insertOne(first))) ? undefined : "lost";
    }
    const { matchedCount } = await reservations.updateOne(
      { _id: userId, version: known.version },
      { $set: { reserved, version: known.version + 1 } },
    );
    return matchedCount > 0 ? undefined : "lost";
  };

  return {
    find,
    update: async (userId, decide) => {
      const { state } = await aggregates.update(userId, (current) => {
        if (current?.isErased)
          throw new AppError("not-found", "account.unknown", "There is no such account.");
        return { state: decide(current ?? noGuardrails), eventType: "guardrails.changed" };
      });
      return state ?? noGuardrails;
    },
    erase: async (userId) => {
      // The relay publishes the newest state only, and billing must see a self-exclusion, which outlives the account.
      const unpublished = { selfExcludedUntil: { $exists: true }, pending: { $exists: true } };
      if (await collection.findOne({ _id: userId, ...unpublished })) {
        onChange(userId);
        return false;
      }
      const { deletedCount } = await reservations.deleteOne({ _id: userId });
      const { state } = await aggregates.update(userId, (current) =>
        !current || current.isErased
          ? undefined
          : { state: { ...noGuardrails, isErased: true }, eventType: "guardrails.erased" },
      );
      return deletedCount === 0 && state === undefined;
    },
    countUse: async (userId, now) => {
      const [counts, stakes] = [await countPredictions(userId, now), await sumStakes(userId, now)];
      return { ...counts, stakeDay: stakes.day, stakeWeek: stakes.week, stakeMonth: stakes.month };
    },
    reachedStakes: async (userId, { limits }, now) =>
      reachedLimit("stakes", limits, await sumStakes(userId, now)),
    insaneDay: async (userId, { id, createdAt, probability }, held) => {
      const { startsAt } = periodOf("day", createdAt);
      const day = await shareInsane(`${userId} ${startsAt.getTime()}`, () =>
        readInsane(userId, startsAt),
      );
      day.set(id, probability);
      const others = held
        .since(startsAt)
        .filter((pick) => pick.riskLevel === "insane" && !day.has(pick.id));
      const all = [...day.values(), ...others.map((pick) => pick.probability)];
      return { count: all.length, expectedLosses: toMicro(all.length - sum(all)) };
    },
    reserve: (userId, prediction) =>
      inTurn(userId, async () => {
        for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
          const result = await tryReserve(userId, prediction);
          if (result !== "lost") return result;
        }
        const message = "Another prediction was requested at the same time. Please try again.";
        throw new AppError("conflict", "write.conflict", message);
      }),
  };
}

function toGuardrails({
  limits,
  pendingLimits,
  timeOutUntil,
  selfExcludedUntil,
  isErased,
}: GuardrailsDocument): StoredGuardrails {
  // Documents of earlier versions have no limits of stakes.
  return {
    limits: { ...noGuardrails.limits, ...limits },
    pendingLimits,
    timeOutUntil,
    selfExcludedUntil,
    isErased,
  };
}

const exported = {
  _id: 0,
  limits: 1,
  pendingLimits: 1,
  timeOutUntil: 1,
  selfExcludedUntil: 1,
} as const;

/** A user's guardrails for an export. */
export const exportGuardrails = (connection: Connection, userId: string) =>
  guardrailsCollection(connection).find({ _id: userId }, { projection: exported }).toArray();
