import type { IncomingMessage } from "node:http";

/** More characters than browsers and caches send. */
const maxLength = 1_000;

/**
 * Removes Accept, Accept-Encoding and If-None-Match headers that are longer than browsers send. Parsing thousands of entries
 * takes milliseconds in the gateway and again in the service. The response is also correct without these headers.
 */
export function removeLongHeaders({ headers }: Pick<IncomingMessage, "headers">): void {
  for (const name of ["accept", "accept-encoding", "if-none-match"] as const)
    if ((headers[name]?.length ?? 0) > maxLength) delete headers[name];
}
