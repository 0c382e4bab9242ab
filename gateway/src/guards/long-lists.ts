import type { IncomingMessage } from "node:http";

/** More than browsers and caches send. */
const longest = 1_000;

/**
 * Forgets lists of types, encodings and entity tags that no browser sends. To read thousands of entries takes milliseconds, here and
 * at the service, and the response without them is right too.
 */
export function forgetLongLists({ headers }: Pick<IncomingMessage, "headers">): void {
  for (const name of ["accept", "accept-encoding", "if-none-match"] as const)
    if ((headers[name]?.length ?? 0) > longest) delete headers[name];
}
