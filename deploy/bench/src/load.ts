import { performance } from "node:perf_hooks";
import { Client, type Dispatcher } from "undici";

/** Requests of one kind. Connection n sends the n-th of `headers`, modulo their number. */
export type Call = {
  origin: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>[];
  body?: string | undefined;
  /** The status and a part of the body of every response. */
  expected: { status: number; includes: string };
};

export type LoadResult = {
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of unexpected responses, and one of them. */
  wrong: number;
  example: string;
  lastBody: string;
};

/** Sends `requests` requests over `connections` keep-alive connections, one at a time on each. */
export async function runLoad(
  call: Call,
  { requests, connections }: { requests: number; connections: number },
): Promise<LoadResult> {
  const { status, includes } = call.expected;
  const times = new Float64Array(requests);
  const found = { wrong: 0, example: "", lastBody: "" };
  let next = 0;
  const work = async (_: unknown, connection: number) => {
    const client = new Client(call.origin, { pipelining: 1 });
    const { method, path, body, headers } = call;
    const request = {
      method,
      path,
      headers: headers[connection % headers.length] ?? {},
      ...(body !== undefined && { body }),
    };
    while (next < requests) {
      const index = next++;
      const startedAt = performance.now();
      const response = await send(client, request);
      times[index] = performance.now() - startedAt;
      found.lastBody = response.body;
      if (response.status === status && response.body.includes(includes)) continue;
      found.wrong += 1;
      found.example = `${response.status} ${response.body.slice(0, 300)}`;
    }
    await client.close();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - startedAt) / 1_000;
  times.sort();
  return { seconds, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), ...found };
}

/** The quantile of sorted values, `share` from 0 to 1. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Uses `dispatch`, because undici's promise API would cost as much CPU as the measured program. */
function send(client: Client, request: Dispatcher.DispatchOptions) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    let status = 0;
    let body = "";
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        body += chunk.toString("utf8");
      },
      onResponseEnd: () => resolve({ status, body }),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
