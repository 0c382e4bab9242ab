import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { insertOnce } from "./connection.ts";

type LeaseDocument = {
  _id: string;
  holder: string;
  until: Date;
  /** Start of the last run of work that is due again after a while. */
  ranAt?: Date;
};

const leaseMs = 10_000;
const renewEveryMs = 2_500;

/**
 * A lease that one process at a time holds, by the wall clock: a document of the collection `locks`, whose id is `name`.
 * A process that dies loses it after ten seconds. A process that stands still for longer than that may go on beside its
 * successor, so the work must tolerate a second run.
 */
export function mongoLease(connection: Connection, name: string) {
  const leases = connection.collection<LeaseDocument>("locks");
  const holder = randomUUID();
  const mine = { _id: name, holder };

  const take = (now: number, everyMs: number | undefined) => {
    const due =
      everyMs === undefined
        ? {}
        : { $or: [{ ranAt: { $exists: false } }, { ranAt: { $lte: new Date(now - everyMs) } }] };
    const free = { _id: name, until: { $lte: new Date(now) }, ...due };
    const held = { $set: { holder, until: new Date(now + leaseMs) } };
    // An upsert that finds neither a free lease nor a free key: another process holds it, or nothing is due.
    return insertOnce(leases.updateOne(free, held, { upsert: true }));
  };
  const renew = () =>
    leases
      .updateOne(mine, { $set: { until: new Date(Date.now() + leaseMs) } })
      .catch(() => undefined);

  return {
    /**
     * Runs `work` and renews the lease until it ends. With `everyMs`, no process runs it again before that time has passed
     * since the start of this run.
     * @returns false without a run while another process holds the lease, or before that time has passed
     * @throws what `work` throws
     */
    run: async (work: () => Promise<unknown>, everyMs?: number): Promise<boolean> => {
      const now = Date.now();
      if (!(await take(now, everyMs))) return false;
      const timer = setInterval(() => void renew(), renewEveryMs);
      try {
        await work();
      } finally {
        clearInterval(timer);
        const ran = { $set: { until: new Date(0), ranAt: new Date(now) } };
        await (everyMs === undefined ? leases.deleteOne(mine) : leases.updateOne(mine, ran));
      }
      return true;
    },
    /** Milliseconds until `run` with this `everyMs` can succeed; 0 or less if it can now. */
    waitMs: async (everyMs: number): Promise<number> => {
      const found = await leases.findOne({ _id: name });
      const dueMs = found?.ranAt ? found.ranAt.getTime() + everyMs : 0;
      return Math.max(dueMs, found?.until.getTime() ?? 0) - Date.now();
    },
  };
}
