import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import type { Replicas } from "./replicas.ts";

/** A request of the gateway itself; headers are a flat list of names and values. */
export type Read = {
  path: string;
  headers: string[];
  /** Client whose slot the request takes. */
  client: string;
  /** Longest wait for the whole response. */
  timeoutMs: number;
};

/** Reads JSON from a service. Resolves with undefined if the service is busy, does not respond in time or refuses. */
export async function readJson(
  { replicas, limit }: { replicas: Replicas; limit: ConcurrencyLimit },
  { path, headers, client, timeoutMs }: Read,
): Promise<unknown> {
  const release = limit.acquire(client);
  if (!release) return undefined;
  const replica = replicas.choose();
  replica.inFlight += 1;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, body } = await replica.pool.request({
      method: "GET",
      path,
      headers,
      signal,
    });
    const text = await body.text();
    return statusCode === 200 ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  } finally {
    replica.inFlight -= 1;
    release();
  }
}
