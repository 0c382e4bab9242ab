import { MongoDBStorage, Umzug } from "umzug";
import type { Connection, mongo } from "mongoose";

/** One repeatable step that brings a database to its shape: indexes, seeds. */
export type Migration = { name: string; up: (db: mongo.Db) => Promise<void> };

/** Runs the migrations that a database has not seen yet, in order; safe when two processes start at once. */
export const migrate = async (connection: Connection, migrations: Migration[]): Promise<void> => {
  const { db } = connection;
  if (!db) throw new Error("the database is not connected");
  const umzug = new Umzug({
    migrations: migrations.map(({ name, up }) => ({ name, up: () => up(db) })),
    storage: new MongoDBStorage({ collection: db.collection("migrations") }),
    logger: undefined,
  });
  await umzug.up();
};
