import { randomBytes } from "node:crypto";
import { type Db, MongoClient, MongoServerError } from "mongodb";
import { startEngines } from "../src/engines.ts";

/** A connection with the options of the services. */
export const connect = async (url: string): Promise<MongoClient> =>
  new MongoClient(url, {
    retryWrites: false,
    writeConcern: { w: "majority", journal: true },
    // Longer than a killed server needs for a restart on a busy machine.
    serverSelectionTimeoutMS: 60_000,
  }).connect();

/** The running server in MONGO_URL, or a new one of MONGO_BACKEND. */
async function openServer() {
  const url = process.env["MONGO_URL"];
  if (url) return { mongoUrl: url, stop: async () => undefined };
  return startEngines({ kafka: false, redis: false });
}

/** A server with a separate database for the test, which `stop` drops. */
export async function testServer() {
  const server = await openServer();
  const client = await connect(server.mongoUrl);
  const db: Db = client.db(`engine_${randomBytes(4).toString("hex")}`);
  return {
    url: server.mongoUrl,
    client,
    db,
    stop: async () => {
      await db.dropDatabase();
      await client.close();
      await server.stop();
    },
  };
}

/** The server's error code of a rejected command; undefined when it was accepted. */
export async function errorCode(command: Promise<unknown>): Promise<unknown> {
  try {
    await command;
    return undefined;
  } catch (error) {
    return error instanceof MongoServerError ? error.code : String(error);
  }
}

/** Runs `job` for 0 … count - 1, `width` at a time. */
export async function inParallel(
  count: number,
  width: number,
  job: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await job(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
