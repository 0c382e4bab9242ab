import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, startChild } from "@orbline/engines/child";
import { startEngines } from "@orbline/engines/engines";
import { compileCache, repoRoot } from "@orbline/engines/paths";
import { freePort } from "@orbline/engines/ports";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Fault } from "@orbline/live-sandbox/faults";
import type { Truth } from "@orbline/live-sandbox/season/season";
import { hourMs } from "../src/domain/dates.ts";
import { client, fakeBilling, openPredictions, testEnv } from "./service.ts";

/** Enough time for one step on a busy machine. */
export const patient = { timeoutMs: 60_000 };
const keys = { ODDS_API_KEY: "sandbox-odds-key", API_SPORTS_KEY: "sandbox-results-key" };

/**
 * The service in live mode and the live sandbox as processes of their own, on a database of their own. The sandbox's
 * clock stands still between two steps, and the service follows it.
 */
export async function openLiveSeason(options: {
  startAt: string;
  sandbox: Record<string, string>;
}) {
  const folder = mkdtempSync(join(tmpdir(), "live-season-"));
  const engines = await startEngines({ kafka: false, redis: false });
  const billing = await fakeBilling();
  const [sandboxPort, port] = [await freePort(), await freePort()];
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const mongoUrl = `${engines.mongoUrl}/live_season?w=majority&journal=true`;
  const programs = {
    sandbox: {
      file: "deploy/live-sandbox/src/main.ts",
      health: `${sandboxUrl}/healthz`,
      env: {
        ...keys,
        PORT: String(sandboxPort),
        DATA_FILE: join(folder, "state.json"),
        START_AT: options.startAt,
        SPEED: "0",
        HISTORY_DAYS: "0",
        LOG_LEVEL: "warn",
        ...options.sandbox,
      },
    },
    service: {
      file: "services/prediction/src/main.ts",
      health: `http://127.0.0.1:${port}/readyz`,
      env: {
        ...testEnv(billing.address),
        ...keys,
        PORT: String(port),
        MONGO_URL: mongoUrl,
        LOG_LEVEL: "warn",
        ODDS_API_URL: sandboxUrl,
        ODDS_CLOCK_URL: `${sandboxUrl}/clock`,
        ODDS_LEAGUES: "epl",
        RESULTS_SOURCES: "ufc:api-sports,nba:api-sports,soccer:api-sports",
        API_SPORTS_URL: `${sandboxUrl}/api-sports/{host}`,
        ODDS_POLL_SECONDS: "0.1",
        SETTLE_SECONDS: "0.3",
      },
    },
  };
  type Name = keyof typeof programs;
  const children = new Map<Name, Child>();

  async function start(name: Name): Promise<void> {
    const { file, health, env } = programs[name];
    const child = await startChild({
      command: process.execPath,
      args: [join(repoRoot, file)],
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, ...env },
      logFile: join(folder, `${name}.log`),
    });
    children.set(name, child);
    await eventually(async () => {
      const ended = child.ended();
      if (ended !== undefined) throw new Error(ended);
      const { status } = await fetch(health);
      if (status !== 200) throw new Error(`${name} is not ready: ${status}`);
    }, patient);
  }

  async function control<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${sandboxUrl}/_control${path}`, {
      ...(body && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  }

  const readings = async () => (await control<{ clockReads: number }>("/state")).clockReads;
  const kill = async (name: Name) => children.get(name)?.stop("SIGKILL");

  await start("sandbox");
  await start("service");
  return {
    billing,
    service: client(port),
    openDatabase: () => openPredictions(mongoUrl),
    now: async () => new Date((await control<{ now: string }>("/state")).now),
    advance: (hours: number) => control("/clock", { hours }),
    /** Waits until the service has polled prices and results again; it reads the clock before each. */
    polled: async () => {
      const before = await readings();
      await eventually(async () => {
        if ((await readings()) < before + 4) throw new Error("the service has not polled");
      }, patient);
    },
    /** Lets calls of an API fail for hours. */
    fail: (fault: Fault, hours: number) => control("/faults", { ...fault, hours }),
    truths: (from: Date, to: Date) =>
      control<Truth[]>(`/truths?from=${from.toISOString()}&to=${to.toISOString()}`),
    /** Ends a process as a crash would, and starts it again. */
    crash: async (name: Name | "mongo") => {
      if (name === "mongo") {
        await engines.kill("mongo");
        return engines.restart("mongo");
      }
      await kill(name);
      return start(name);
    },
    close: async () => {
      await kill("service");
      await kill("sandbox");
      await billing.close();
      await engines.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A bet on a game that started this much later or earlier than listed is void. */
export const keepsBets = (listed: Date, startsAt: Date): boolean =>
  Math.abs(startsAt.getTime() - listed.getTime()) <= 12 * hourMs;
