import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger, type Logger } from "@orbline/kit/observability/logger";
import express, { type NextFunction, type Request, type Response } from "express";
import { apiSportsRouter } from "./api-sports/api.ts";
import { controlRouter } from "./control/api.ts";
import { createControl } from "./control/control.ts";
import { oddsApiRouter } from "./odds-api/api.ts";
import { dateOf, dayMs } from "./season/schedule.ts";
import { createSeason } from "./season/season.ts";
import { loadTeams, type Teams } from "./season/teams.ts";
import { createClock } from "./state/clock.ts";
import { openStore } from "./state/store.ts";
import type { World } from "./world.ts";

export type SandboxOptions = {
  oddsApiKey: string;
  apiSportsKey: string;
  seed?: string;
  /** The clock at the first start; real time by default. */
  startAt?: Date | undefined;
  /** 1 is real time, 0 stands still. */
  speed?: number;
  /** Days of games before the first start. */
  historyDays?: number;
  /** Share of the usual games that are played. */
  share?: number;
  /** Multiplies how often games are moved, canceled and so on; 0 for never. */
  trouble?: number;
  creditsPerMonth?: number;
  requestsPerDay?: number;
  /** Without a file the state is lost at the end. */
  dataFile?: string | undefined;
  teams?: Teams;
  wallMs?: () => number;
  log?: Logger;
};

export type LiveSandbox = ReturnType<typeof createLiveSandbox>;

/**
 * Builds a sandbox in this process: `listen` on a port (0 picks one), drive it with `control` or over HTTP, then
 * `close` it. Only the data file and the seed decide what it plays.
 */
export function createLiveSandbox(options: SandboxOptions) {
  const { log = createLogger({ service: "live-sandbox", level: "silent" }) } = options;
  const world = createWorld(options);
  const control = createControl(world);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.get("/healthz", (_req, res) => void res.json({ status: "ok" }));
  app.get("/clock", (_req, res) => {
    world.seen.clockReads += 1;
    res.json({ now: new Date(world.clock.now()).toISOString(), speed: world.clock.speed() });
  });
  app.use("/_control", controlRouter(control));
  app.use(oddsApiRouter(world), apiSportsRouter(world));
  app.use((_req, res) => void res.status(404).json({ message: "not found" }));
  app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    log.error({ err: error, path: req.path }, "internal error");
    res.status(500).json({ message: "Internal error of the sandbox." });
  });
  let server: Server | undefined;
  return {
    control,
    /** Starts listening. Resolves with the port and the base URL. */
    listen: async (port: number, host = "127.0.0.1") => {
      server = app.listen(port, host);
      await once(server, "listening");
      const bound = (server.address() as AddressInfo).port;
      return { port: bound, url: `http://${host}:${bound}` };
    },
    /** Stops listening. */
    close: async () => {
      const closed = server?.[Symbol.asyncDispose]();
      server?.closeAllConnections();
      await closed;
    },
  };
}

function createWorld(options: SandboxOptions): World {
  const { seed = "orbline", historyDays = 60, share = 1, trouble = 1, speed = 1 } = options;
  const wallMs = options.wallMs ?? Date.now;
  const openedAt = options.startAt?.getTime() ?? wallMs();
  const store = openStore(options.dataFile, {
    openedAt,
    clock: { at: openedAt, wall: wallMs(), speed },
    changes: [],
    faults: [],
    credits: { month: "", used: 0 },
    requests: { day: "", used: 0 },
  });
  const season = createSeason({
    seed,
    share,
    trouble,
    teams: options.teams ?? loadTeams(),
    from: dateOf(store.get().openedAt - historyDays * dayMs),
    orderedChanges: (gameId) =>
      store
        .get()
        .changes.filter((one) => one.gameId === gameId)
        .map(({ at, change }) => ({ ...change, at })),
  });
  return {
    seed,
    season,
    store,
    clock: createClock(store, wallMs),
    oddsApiKey: options.oddsApiKey,
    apiSportsKey: options.apiSportsKey,
    creditsPerMonth: options.creditsPerMonth ?? 5_000_000,
    requestsPerDay: options.requestsPerDay ?? 75_000,
    seen: { calls: [], clockReads: 0 },
  };
}
