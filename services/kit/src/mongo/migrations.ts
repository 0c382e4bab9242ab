import { setTimeout as sleep } from "node:timers/promises";
import type { Connection, mongo } from "mongoose";
import type { Logger } from "../observability/logger.ts";
import { connectMongo } from "./connection.ts";
import { mongoLease } from "./lease.ts";

/** One repeatable step that creates indexes or changes stored data. */
export type Migration = { name: string; up: (db: mongo.Db) => Promise<void> };

const waitMs = 250;

/**
 * Runs `migrate` on a connection of its own, which waits for each response: an index of a large collection may take an hour.
 * @throws for the first migration that fails
 */
export async function migrateDatabase(
  database: { url: string; logger: Logger },
  migrations: Migration[],
): Promise<void> {
  const connection = await connectMongo({ ...database, responseTimeoutMs: 0 });
  try {
    await migrate(connection, migrations);
  } finally {
    await connection.close();
  }
}

/**
 * Runs the migrations that are not recorded in the database, in order, and records each. Of several processes one runs them and
 * the others wait for it. A process that dies frees the others after ten seconds; its migration then runs again, so each must be
 * repeatable.
 * @throws for the first that fails; the next start tries it again
 */
export async function migrate(connection: Connection, migrations: Migration[]): Promise<void> {
  const { db } = connection;
  if (!db) throw new Error("the database is not connected");
  if ((await missing(db, migrations)).length === 0) return;
  const run = async () => {
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
  };
  const lease = mongoLease(connection, "migrations");
  while (!(await lease.run(run))) await sleep(waitMs);
}

const records = (db: mongo.Db) => db.collection<{ _id: string; finishedAt: Date }>("migrations");

async function missing(db: mongo.Db, migrations: Migration[]): Promise<Migration[]> {
  const finished = new Set((await records(db).find().toArray()).map(({ _id }) => _id));
  return migrations.filter(({ name }) => !finished.has(name));
}
