import { performance } from "node:perf_hooks";
import { percentile } from "@orbline/stack/percentile";
import { Client, type Dispatcher } from "undici";

/**
 * Requests of one kind. Request n has the n-th of `headers`, modulo their number, and each time they have all been sent,
 * the next of `bodies`.
 */
export type Call = {
  origin: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>[];
  bodies?: string[] | undefined;
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
  /** The response that came last, and the headers of its request. */
  last: { body: string; headers: Record<string, string> };
};

/** Requests of each run go on where those of the run before ended. */
const sent = new WeakMap<Call, number>();

/** Sends `requests` requests over `connections` keep-alive connections, one at a time on each. */
export async function runLoad(
  call: Call,
  { requests, connections }: { requests: number; connections: number },
): Promise<LoadResult> {
  const { status, includes } = call.expected;
  const times = new Float64Array(requests);
  const found = { wrong: 0, example: "", last: { body: "", headers: {} } };
  const first = sent.get(call) ?? 0;
  sent.set(call, first + requests);
  let next = 0;
  const work = async () => {
    const client = new Client(call.origin, { pipelining: 1 });
    while (next < requests) {
      const index = next++;
      const request = requestAt(call, first + index);
      const startedAt = performance.now();
      const response = await send(client, request);
      times[index] = performance.now() - startedAt;
      found.last = { body: response.body, headers: request.headers };
      if (response.status === status && response.body.includes(includes)) continue;
      found.wrong += 1;
      found.example = `${response.status} ${response.body.slice(0, 300)}`;
    }
    await client.close();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { seconds, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), ...found };
}

function requestAt({ method, path, headers, bodies }: Call, index: number) {
  const body = bodies?.[Math.floor(index / headers.length) % bodies.length];
  return {
    method,
    path,
    headers: headers[index % headers.length] ?? {},
    ...(body !== undefined && { body }),
  };
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
