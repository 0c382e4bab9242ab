import { performance } from "node:perf_hooks";
import { Client, type Dispatcher } from "undici";
import { answerParent } from "./helper.ts";
import type { Call, LoadJob, LoadResult } from "./load.ts";

type Answer = { status: number; body: string };

/** `dispatch` itself: the promise API would make the generator as costly as what it measures. */
const send = (client: Client, request: Dispatcher.DispatchOptions): Promise<Answer> =>
  new Promise((resolve, reject) => {
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

const requestOf = ({ method, path, headers, body }: Call, connection: number) => ({
  method,
  path,
  headers: headers[connection % headers.length] ?? {},
  ...(body !== undefined && { body }),
});

const percentile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const run = async ({ call, requests, connections }: LoadJob): Promise<LoadResult> => {
  const { status, includes } = call.expected;
  const times = new Float64Array(requests);
  const found = { wrong: 0, example: "", lastBody: "" };
  let next = 0;
  const connection = async (index: number) => {
    const client = new Client(call.origin, { pipelining: 1 });
    const request = requestOf(call, index);
    while (next < requests) {
      const number = next++;
      const startedAt = performance.now();
      const answer = await send(client, request);
      times[number] = performance.now() - startedAt;
      found.lastBody = answer.body;
      if (answer.status === status && answer.body.includes(includes)) continue;
      found.wrong += 1;
      found.example = `${answer.status} ${answer.body.slice(0, 300)}`;
    }
    await client.close();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, index) => connection(index)));
  const seconds = (performance.now() - startedAt) / 1_000;
  times.sort();
  return { seconds, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), ...found };
};

answerParent("ready", (job) => run(job as LoadJob));
