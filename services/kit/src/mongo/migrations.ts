import type { Connection, mongo } from "mongoose";

/** One repeatable step that creates indexes or changes stored data. */
export type Migration = { name: string; up: (db: mongo.Db) => Promise<void> };

/**
 * Runs the migrations that are not recorded in the database, in order, and records each. Two processes that start at once may
 * both run one, so each must be repeatable. @throws for the first that fails; the next start tries it again
 */
export async function migrate(connection: Connection, migrations: Migration[]): Promise<void> {
  const { db } = connection;
  if (!db) throw new Error("the database is not connected");
  const records = db.collection<{ _id: string; finishedAt: Date }>("migrations");
  const finished = new Set((await records.find().toArray()).map(({ _id }) => _id));
  for (const { name, up } of migrations) {
    if (finished.has(name)) continue;
    try {
      await up(db);
    } catch (cause) {
      throw new Error(`migration ${name} failed`, { cause });
    }
    await records.updateOne({ _id: name }, { $set: { finishedAt: new Date() } }, { upsert: true });
  }
}
