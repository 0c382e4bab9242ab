import type { Connection, mongo } from "mongoose";
import { Umzug, type UmzugStorage } from "umzug";

/** One repeatable step that brings a database to its shape: indexes, seeds. */
export type Migration = { name: string; up: (db: mongo.Db) => Promise<void> };

/** One document per migration, keyed by its name, so that two processes leave one mark. */
const marks = (collection: mongo.Collection<{ _id: string }>): UmzugStorage => ({
  executed: async () => {
    const done = await collection.find().sort({ _id: 1 }).toArray();
    return done.map(({ _id }) => _id);
  },
  logMigration: async ({ name }) => {
    const mark = { $set: { finishedAt: new Date() } };
    await collection.updateOne({ _id: name }, mark, { upsert: true });
  },
  unlogMigration: async ({ name }) => {
    await collection.deleteOne({ _id: name });
  },
});

/**
 * Runs the migrations that a database has not seen yet, in order. Two processes that start at once may both
 * run one, so each must be repeatable. Rejects with the first that fails; a later start tries it again.
 */
export const migrate = async (connection: Connection, migrations: Migration[]): Promise<void> => {
  const { db } = connection;
  if (!db) throw new Error("the database is not connected");
  const umzug = new Umzug({
    migrations: migrations.map(({ name, up }) => ({ name, up: () => up(db) })),
    storage: marks(db.collection<{ _id: string }>("migrations")),
    logger: undefined,
  });
  await umzug.up();
};
