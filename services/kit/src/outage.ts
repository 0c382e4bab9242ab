import { AppError } from "./errors.ts";

const driverNames =
  /^(Mongo(Network|ServerSelection|NotConnected|TopologyClosed|Pool|WaitQueue|OperationTimeout)|PoolCleared|MongooseServerSelection|SocketClosed|ClientOffline|ConnectionTimeout|SocketTimeout|KafkaJSConnection|KafkaJSRequestTimeout)/;

const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);

/** Codes of a MongoDB server that is stopping or is no longer the primary. */
const serverCodes = new Set([91, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436]);

const outageKinds = new Set(["unavailable", "timeout", "rate-limited"]);

/** Whether an error means that a dependency is temporarily down, so that a later attempt can succeed. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AppError) return outageKinds.has(error.kind);
  if (!(error instanceof Error)) return false;
  if (driverNames.test(error.name)) return true;
  const { code } = error as { code?: unknown };
  return (
    (typeof code === "string" && socketCodes.has(code)) ||
    (typeof code === "number" && serverCodes.has(code))
  );
}
