import { randomUUID } from "node:crypto";
import type { mongo } from "mongoose";
import { insertOnce } from "./connection.ts";

type LeaseDocument = { _id: string; holder: string; until: Date };

const leaseMs = 10_000;
const renewEveryMs = 2_500;

/**
 * A lease that one process at a time holds, by the wall clock: a document of the collection `locks`, whose id is `name`.
 * A process that dies loses it after ten seconds. A process that stands still for longer than that may go on beside its
 * successor, so the work must tolerate a second run.
 */
export function mongoLease(db: mongo.Db | undefined, name: string) {
  if (!db) throw new Error("the database is not connected");
  const leases = db.collection<LeaseDocument>("locks");
  const holder = randomUUID();
  const mine = { _id: name, holder };

  const take = () => {
    const now = Date.now();
    const free = { _id: name, until: { $lte: new Date(now) } };
    const held = { $set: { holder, until: new Date(now + leaseMs) } };
    // An upsert that finds neither a free lease nor a free key: another process holds it.
    return insertOnce(leases.updateOne(free, held, { upsert: true }));
  };
  const renew = () =>
    leases
      .updateOne(mine, { $set: { until: new Date(Date.now() + leaseMs) } })
      .catch(() => undefined);

  return {
    /** When the lease is free: a date in the past if it is free now. */
    freeAt: async (): Promise<Date> => (await leases.findOne({ _id: name }))?.until ?? new Date(0),
    /**
     * Runs `work` and renews the lease until it ends, then frees it at once, or keeps it taken until `freeAt`.
     * @returns false without a run while the lease is taken
     * @throws what `work` throws
     */
    run: async (work: () => Promise<unknown>, freeAt?: Date): Promise<boolean> => {
      if (!(await take())) return false;
      const timer = setInterval(() => void renew(), renewEveryMs);
      try {
        await work();
      } finally {
        clearInterval(timer);
        await (freeAt
          ? leases.updateOne(mine, { $set: { until: freeAt } })
          : leases.deleteOne(mine));
      }
      return true;
    },
  };
}
