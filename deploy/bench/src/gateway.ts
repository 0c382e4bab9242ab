import { join } from "node:path";
import { eventually } from "@orbline/kit/testing/eventually";
import { testKeys } from "@orbline/kit/testing/keys";
import { startChild } from "@orbline/engines/child";
import { freePort } from "@orbline/engines/ports";
import { inheritedEnv } from "./config.ts";

const services = ["IDENTITY_URL", "BILLING_URL", "PREDICTION_URL", "ADMIN_URL"];

/** A gateway as in production, all of whose services are one upstream; it logs into a file. */
export const startGateway = async (options: {
  /** Root of the checkout that it is started from. */
  checkout: string;
  logFile: string;
  redisUrl: string;
  upstreamPort: number;
  /** Variables that differ from the product's. */
  env: Record<string, string>;
}) => {
  const { checkout, logFile, redisUrl, upstreamPort } = options;
  const [port, internalPort] = [await freePort(), await freePort()];
  const child = await startChild({
    command: process.execPath,
    args: [join(checkout, "gateway/src/main.ts")],
    logFile,
    cwd: checkout,
    env: {
      PATH: inheritedEnv()["PATH"],
      NODE_ENV: "production",
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      REDIS_URL: redisUrl,
      ASSERTION_PRIVATE_KEY: testKeys.env.ASSERTION_PRIVATE_KEY,
      ...Object.fromEntries(services.map((name) => [name, `http://127.0.0.1:${upstreamPort}`])),
      RATE_GENERAL_PER_MINUTE: "1000000000",
      ...options.env,
    },
  });
  const internalUrl = `http://127.0.0.1:${internalPort}`;
  await eventually(async () => {
    const ended = child.ended();
    if (!ended) return await fetch(`${internalUrl}/readyz`);
    throw new Error(ended);
  });
  return {
    pid: child.pid,
    origin: `http://127.0.0.1:${port}`,
    internalUrl,
    stop: () => child.stop(),
  };
};
