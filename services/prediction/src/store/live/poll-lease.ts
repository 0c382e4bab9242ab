import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { PollState } from "../../domain/live-games/live-game.ts";
import type { PollLease } from "../../use-cases/ports-live.ts";

type LeaseDocument = PollState & { _id: string; holder: string; heldUntil: Date };

/** The lease of a poll in MongoDB: a process that dies loses it when its time is up. */
export function mongoPollLease(connection: Connection, name: string): PollLease {
  const leases = connection.collection<LeaseDocument>("poll_leases");
  return {
    take: async (holder, now, until) => {
      const free = { _id: name, $or: [{ holder }, { heldUntil: { $lte: now } }] };
      const held = { $set: { holder, heldUntil: until } };
      // An upsert that finds neither a free lease nor a free key: another process holds it.
      if (!(await insertOnce(leases.updateOne(free, held, { upsert: true })))) return undefined;
      const found = await leases.findOne({ _id: name });
      return { remaining: found?.remaining, pausedUntil: found?.pausedUntil };
    },
    keep: async (holder, state) => {
      const mine = { _id: name, holder };
      const kept = { $set: { holder, ...state } };
      return (await leases.updateOne(mine, kept)).matchedCount > 0;
    },
    release: async (holder) => {
      await leases.updateOne({ _id: name, holder }, { $set: { heldUntil: new Date(0) } });
    },
  };
}
