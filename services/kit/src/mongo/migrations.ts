import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection, mongo } from "mongoose";
import { isDuplicateKey } from "./connection.ts";

/** One repeatable step that creates indexes or changes stored data. */
export type Migration = { name: string; up: (db: mongo.Db) => Promise<void> };

type Lock = { _id: string; holder: string; until: Date };

const leaseMs = 60_000;
const renewEveryMs = 15_000;
const waitMs = 250;

/**
 * Runs the migrations that are not recorded in the database, in order, and records each. Of several processes one runs them and
 * the others wait for it. A process that dies frees the others after a minute; its migration then runs again, so each must be
 * repeatable.
 * @throws for the first that fails; the next start tries it again
 */
export async function migrate(connection: Connection, migrations: Migration[]): Promise<void> {
  const { db } = connection;
  if (!db) throw new Error("the database is not connected");
  if ((await missing(db, migrations)).length === 0) return;
  await withLock(db, async () => {
    for (const { name, up } of await missing(db, migrations)) {
      try {
        await up(db);
      } catch (cause) {
        throw new Error(`migration ${name} failed`, { cause });
      }
      await records(db).updateOne(
        { _id: name },
        { $set: { finishedAt: new Date() } },
        { upsert: true },
      );
    }
  });
}

const records = (db: mongo.Db) => db.collection<{ _id: string; finishedAt: Date }>("migrations");

async function missing(db: mongo.Db, migrations: Migration[]): Promise<Migration[]> {
  const finished = new Set((await records(db).find().toArray()).map(({ _id }) => _id));
  return migrations.filter(({ name }) => !finished.has(name));
}

/** Runs `work` while no other process does. The lease is renewed until `work` ends. */
async function withLock(db: mongo.Db, work: () => Promise<void>): Promise<void> {
  const locks = db.collection<Lock>("locks");
  const holder = randomUUID();
  while (!(await takeLock(locks, holder, until()))) await sleep(waitMs);
  const renew = () => locks.updateOne({ _id: lockId, holder }, { $set: { until: until() } });
  const timer = setInterval(() => void renew().catch(() => undefined), renewEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await locks.deleteOne({ _id: lockId, holder });
  }
}

const lockId = "migrations";

function until(): Date {
  return new Date(Date.now() + leaseMs);
}

/** Takes a lock that is free or whose lease has ended; false when another process holds it. */
async function takeLock(
  locks: mongo.Collection<Lock>,
  holder: string,
  leaseEnds: Date,
): Promise<boolean> {
  const isFree = { _id: lockId, until: { $lte: new Date() } };
  try {
    await locks.updateOne(isFree, { $set: { holder, until: leaseEnds } }, { upsert: true });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
