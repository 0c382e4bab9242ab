import mongoose, { type Connection, STATES, trusted } from "mongoose";
import type { Logger } from "../observability/logger.ts";
import { isTracing } from "../observability/tracing.ts";
import { traceCommands } from "./tracing.ts";

mongoose.set("sanitizeFilter", true);
mongoose.set("strictQuery", "throw");
mongoose.set("strict", "throw");
mongoose.set("autoIndex", false);
mongoose.set("autoCreate", false);

/**
 * Connects to one database. The driver reconnects after outages; commands fail after five seconds without a server, and
 * after `responseTimeoutMs` (20 seconds; 0 waits forever) without a response. On a replica set it repeats a write once,
 * which hides the election of a new primary; a single server, such as devmongo, cannot tell a repeated write.
 */
export async function connectMongo({
  url,
  logger,
  responseTimeoutMs = 20_000,
}: {
  url: string;
  logger: Logger;
  responseTimeoutMs?: number;
}): Promise<Connection> {
  const connection = mongoose.createConnection(url, {
    ignoreUndefined: true,
    writeConcern: { w: "majority", journal: true },
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 3_000,
    socketTimeoutMS: responseTimeoutMs,
    maxPoolSize: 32,
    monitorCommands: isTracing(),
  });
  traceCommands(connection.getClient());
  let isClosing = false;
  connection.on("disconnecting", () => (isClosing = true));
  connection.on("disconnected", () => {
    if (!isClosing) logger.warn("database connection lost");
  });
  connection.on("error", (error: Error) => logger.warn({ err: error.message }, "database error"));
  await connection.asPromise();
  return connection;
}

/** Whether the database is connected now. */
export const isConnected = ({ readyState }: Connection): boolean => readyState === STATES.connected;

/** Whether a write was refused because a unique key is taken. Only another read can find out which one. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === 11_000;

/** Waits for an insertion. @returns false when a document with the same unique key exists already */
export async function insertOnce(insertion: Promise<unknown>): Promise<boolean> {
  try {
    await insertion;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** The filter of a query that skips all documents up to an id; empty without one. */
export const idAfter = (after: string | undefined) =>
  after === undefined ? {} : { _id: trusted({ $gt: after }) };
