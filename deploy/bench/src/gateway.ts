import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Child, startChild } from "@orbline/engines/child";
import { startEngines } from "@orbline/engines/engines";
import { startNginx } from "@orbline/engines/nginx";
import { repoRoot } from "@orbline/engines/paths";
import { freePort } from "@orbline/engines/ports";
import { systemClock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis } from "@orbline/kit/redis/connection";
import { sessionStore } from "@orbline/kit/redis/sessions";
import { eventually } from "@orbline/kit/testing/eventually";
import { testKeys } from "@orbline/kit/testing/keys";
import { requestCounter } from "./counters.ts";
import { names } from "./goals.ts";
import { childPids } from "./proc.ts";
import type { Subject } from "./rounds.ts";
import { startWorker, type Worker } from "./worker.ts";

type Environment = {
  dataDir: string;
  redisUrl: string;
  upstream: Worker;
  /** Cookie header of one session per user. */
  cookies: Map<string, string>;
  onStop: (stop: () => unknown) => void;
};

/** The requests of the upstream since the last question, and how many of them asserted each user. */
type Seen = { requests: number; users: [user: string, requests: number][] };

/** A route that needs a session: a response proves that the session was found. */
const path = "/api/subscription/status";

/** The gateway and the proxies that it is compared with, all in front of the same upstream. */
export async function startGateways(dataDir: string) {
  const stops: (() => unknown)[] = [];
  const onStop = (stop: () => unknown) => void stops.unshift(stop);
  const stop = async () => {
    for (const each of stops) await each();
  };
  try {
    const { redisUrl, stop: stopRedis } = await startEngines({ kafka: false, mongo: false });
    onStop(stopRedis);
    const upstream = await startWorker("upstream", [testKeys.env.ASSERTION_PUBLIC_KEY, "billing"]);
    onStop(upstream.stop);
    const cookies = await openSessions(redisUrl, 32);
    const environment = { dataDir, redisUrl, upstream, cookies, onStop };
    const nginxPort = await freePort();
    const nginx = await startNginx({
      folder: join(dataDir, "nginx"),
      port: nginxPort,
      upstreams: [upstream.port],
    });
    if (nginx) onStop(() => nginx.stop());
    else console.log("P1 is not measured: there is no nginx on PATH (apt-get install nginx)");
    const subjects = [
      ...(nginx ? [proxySubject(names.nginx, nginxOf(nginx, nginxPort), environment)] : []),
      await pipeSubject(names.pipe, "node", environment),
      await pipeSubject(names.expressPipe, "express", environment),
      await gatewaySubject(environment),
    ];
    return { subjects, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const nginxOf = ({ pid }: Child, port: number) => ({ port, pids: [pid, ...childPids(pid)] });

async function pipeSubject(name: string, kind: string, environment: Environment) {
  const { port, pid, stop } = await startWorker("pipe", [String(environment.upstream.port), kind]);
  environment.onStop(stop);
  return proxySubject(name, { port, pids: [pid] }, environment);
}

/** A proxy that only forwards. */
function proxySubject(
  name: string,
  { port, pids }: { port: number; pids: number[] },
  { cookies, upstream }: Environment,
): Subject {
  return {
    name,
    pids,
    call: callTo(`http://127.0.0.1:${port}`, cookies),
    check: ({ requests }) => expectUpstream(upstream, requests),
  };
}

/** The gateway with production settings; the upstream replaces all services. */
async function gatewaySubject(environment: Environment): Promise<Subject> {
  const { dataDir, redisUrl, upstream, cookies, onStop } = environment;
  const [port, internalPort] = [await freePort(), await freePort()];
  const services = ["IDENTITY_URL", "BILLING_URL", "PREDICTION_URL", "ADMIN_URL"];
  const child = await startChild({
    command: process.execPath,
    args: [join(repoRoot, "gateway/src/main.ts")],
    logFile: join(dataDir, "gateway.log"),
    cwd: repoRoot,
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      ALLOW_OPEN_ENGINES: "true",
      PUBLIC_ORIGIN: "https://orbline.test",
      TRUSTED_PROXY_HOPS: "1",
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      REDIS_URL: redisUrl,
      ASSERTION_PRIVATE_KEY: testKeys.env.ASSERTION_PRIVATE_KEY,
      ...Object.fromEntries(services.map((name) => [name, `http://127.0.0.1:${upstream.port}`])),
      RATE_GENERAL_PER_MINUTE: "1000000000",
    },
  });
  onStop(() => child.stop());
  const internalUrl = `http://127.0.0.1:${internalPort}`;
  await eventually(async () => {
    const ended = child.ended();
    if (!ended) return await fetch(`${internalUrl}/readyz`);
    throw new Error(ended);
  });
  const counter = await requestCounter(internalUrl, path);
  return {
    name: names.gateway,
    pids: [child.pid],
    call: callTo(`http://127.0.0.1:${port}`, cookies),
    check: async ({ requests }) => {
      await expectUpstream(upstream, requests, [...cookies.keys()]);
      await counter.expect(requests);
    },
  };
}

function callTo(origin: string, cookies: Map<string, string>): Subject["call"] {
  return {
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
  };
}

/** Opens a session for each of `count` new users, as identity does. */
async function openSessions(redisUrl: string, count: number): Promise<Map<string, string>> {
  const logger = createLogger({ service: "bench", level: "warn" });
  const redis = await connectRedis({ url: redisUrl, logger });
  const sessions = sessionStore({ redis, clock: systemClock });
  const cookies = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const userId = `usr_${randomBytes(8).toString("hex")}`;
    const { sessionToken } = await sessions.create({ userId, role: "user" });
    cookies.set(userId, `__Host-sid=${sessionToken}`);
  }
  redis.destroy();
  return cookies;
}

/**
 * Checks the upstream's requests since the last check. With users, every request asserted one of them and each user
 * occurred; without users, no request asserted one. @throws when the number of requests or a user differs
 */
async function expectUpstream(upstream: Worker, requests: number, users: string[] = []) {
  const seen = (await upstream.ask("seen")) as Seen;
  const known = seen.users.filter(([user]) => users.includes(user));
  const asserted = known.reduce((sum, [, count]) => sum + count, 0);
  const wanted = users.length > 0 ? requests : 0;
  if (seen.requests === requests && known.length === users.length && asserted === wanted) return;
  throw new Error(
    `the upstream got ${seen.requests} of ${requests} requests, ${asserted} for ${known.length} of ${users.length} users`,
  );
}
