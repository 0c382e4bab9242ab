import { join } from "node:path";
import { z } from "zod";
import { logCounter, metricCounter } from "./evidence.ts";
import { startGateway } from "./gateway.ts";
import { startHelper } from "./helper.ts";
import type { Subject } from "./rounds.ts";
import type { Upstream } from "./upstream.ts";

/** What all that forwards has in common. */
export type Surroundings = {
  dataDir: string;
  redisUrl: string;
  upstream: Upstream;
  /** A session's Cookie header by its user. */
  cookies: Map<string, string>;
  onStop: (stop: () => unknown) => void;
};

/** A route that needs a session, so that an answer proves that there was one. */
const path = "/api/subscription/status";

const callOf = (origin: string, cookies: Map<string, string>): Subject["call"] => ({
  origin,
  method: "GET",
  path,
  headers: [...cookies.values()].map((cookie) => ({
    accept: "application/json",
    "accept-language": "en",
    "user-agent": "bench",
    cookie,
  })),
  expected: { status: 200, includes: '"status":"active"' },
});

/** Something that forwards and does nothing else. */
export const forwarderSubject = (
  { name, port, pids }: { name: string; port: number; pids: number[] },
  { cookies, upstream }: Surroundings,
): Subject => ({
  name,
  pids,
  call: callOf(`http://127.0.0.1:${port}`, cookies),
  check: ({ requests }) => upstream.expect(requests),
});

/** A pipe in Node; `kind` is node or express. */
export const pipeSubject = async (
  { name, kind }: { name: string; kind: string },
  surroundings: Surroundings,
): Promise<Subject> => {
  const { upstream, onStop } = surroundings;
  const { pid, ready, stop } = await startHelper("pipe-process.ts", [String(upstream.port), kind]);
  onStop(stop);
  const { port } = z.object({ port: z.number() }).parse(ready);
  return forwarderSubject({ name, port, pids: [pid] }, surroundings);
};

/** The gateway of a checkout; every request must reach the upstream as its session's user, the log, the metrics. */
export const gatewaySubject = async (
  { name, checkout, env }: { name: string; checkout: string; env: Record<string, string> },
  surroundings: Surroundings,
): Promise<Subject> => {
  const { dataDir, redisUrl, upstream, cookies, onStop } = surroundings;
  const logFile = join(dataDir, `${name.replaceAll(/\W+/g, "-")}.log`);
  const upstreamPort = upstream.port;
  const gateway = await startGateway({ checkout, logFile, redisUrl, upstreamPort, env });
  onStop(gateway.stop);
  const metrics = await metricCounter(gateway.internalUrl, path);
  const log = logCounter(logFile);
  onStop(log.close);
  return {
    name,
    pids: [gateway.pid],
    call: callOf(gateway.origin, cookies),
    check: async ({ requests }) => {
      await upstream.expect(requests, [...cookies.keys()]);
      await metrics.expect(requests);
      if (!("LOG_LEVEL" in env)) await log.expect(requests);
    },
  };
};
