import { type Connection, mongo } from "mongoose";
import { readDocuments, writeRecords } from "./files.ts";
import type { Manifest } from "./manifest.ts";

type StoredCollection = Manifest["collections"][number];

const batchSize = 500;

/**
 * Writes every collection of a database into `<database>/<collection>.bson.gz`: documents as MongoDB stores them, which
 * `mongorestore --gzip` reads too.
 */
export async function dumpDatabase(
  connection: Connection,
  database: string,
  folder: string,
): Promise<StoredCollection[]> {
  const db = databaseOf(connection, database);
  const stored: StoredCollection[] = [];
  for (const name of await collectionNames(db)) {
    const collection = db.collection(name);
    const documents = collection.find({}, { raw: true }) as unknown as AsyncIterable<Buffer>;
    const file = await writeRecords(folder, `${database}/${name}.bson.gz`, documents);
    const indexes = (await collection.indexes()).flatMap(({ v: _v, ns: _ns, ...index }) =>
      index.name === "_id_" ? [] : [index as StoredCollection["indexes"][number]],
    );
    stored.push({ ...file, database, name, indexes });
  }
  return stored;
}

/** Creates a collection and stores its documents, then its indexes. @throws when the file has another number of documents */
export async function loadCollection(
  connection: Connection,
  { database, name, path, count, indexes }: StoredCollection,
  folder: string,
): Promise<void> {
  const collection = await databaseOf(connection, database).createCollection(name);
  let loaded = 0;
  const insert = async (batch: mongo.Document[]) => {
    if (batch.length > 0) await collection.insertMany(batch, { forceServerObjectId: true });
    loaded += batch.length;
  };
  let batch: mongo.Document[] = [];
  for await (const bytes of readDocuments(folder, path)) {
    // Keeps the type of every number.
    batch.push(mongo.BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true }));
    if (batch.length < batchSize) continue;
    await insert(batch);
    batch = [];
  }
  await insert(batch);
  if (loaded !== count) throw new Error(`${path} has ${loaded} documents, not ${count}`);
  if (indexes.length > 0)
    await collection.createIndexes(indexes as unknown as mongo.IndexDescription[]);
}

/** Names of the collections of a database that hold documents or indexes; empty for a new one. */
export async function collectionsIn(connection: Connection, database: string): Promise<string[]> {
  return collectionNames(databaseOf(connection, database));
}

async function collectionNames(db: mongo.Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("system."))
    .toSorted();
}

const databaseOf = (connection: Connection, name: string): mongo.Db =>
  connection.getClient().db(name);
