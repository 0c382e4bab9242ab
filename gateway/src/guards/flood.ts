import type { ServerResponse } from "node:http";
import { endSiteKey } from "@orbline/kit/client-key";
import { inProcess, type Limits, secondsOf } from "./rate-limit.ts";

/** A connection has one request at a time, so a client gets at most one refusal per second and connection. */
const delayMs = 1_000;
/** Refusals of one client that wait. Each occupies a connection, behind a proxy one that all clients share. */
const maxWaiting = 512;

type Options = { limits: Pick<Limits, "all">; onRateLimited: (name: "all") => void };

/** Counts a request of a client. Refuses it and returns true when the client is beyond all its limits. */
export type FloodGuard = ReturnType<typeof floodGuard>;

/**
 * Limits all requests of a client, also those that no other limit counts because they are malformed or about health. Refuses
 * further ones late, without a body and without a line in the log, because a usual refusal costs almost as much as a response.
 */
export function floodGuard({ limits, onRateLimited }: Options) {
  const count = inProcess(limits.all);
  const waiting = new Map<string, number>();
  return (response: ServerResponse, clientIp: string): boolean => {
    const exceeded = count(clientIp);
    if (!exceeded) return false;
    onRateLimited("all");
    const client = endSiteKey(clientIp);
    const others = waiting.get(client) ?? 0;
    const refuse = () => {
      const retryAfter = String(secondsOf(exceeded));
      const headers = { "retry-after": retryAfter, "cache-control": "no-store" };
      response.writeHead(429, { ...headers, "content-length": "0" }).end();
    };
    if (others >= maxWaiting) refuse();
    else {
      waiting.set(client, others + 1);
      const timer = setTimeout(refuse, delayMs);
      response.once("close", () => {
        clearTimeout(timer);
        const left = (waiting.get(client) ?? 1) - 1;
        if (left === 0) waiting.delete(client);
        else waiting.set(client, left);
      });
    }
    return true;
  };
}
