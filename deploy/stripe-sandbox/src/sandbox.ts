import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino, type Logger } from "pino";
import { createApp } from "./app.ts";
import { runDue } from "./billing/lifecycle.ts";
import { createControl } from "./control/control.ts";
import { createClock, createTimers } from "./state/clock.ts";
import { openDatabase } from "./state/database.ts";
import { seedCatalog } from "./objects/catalog.ts";
import type { Catalog } from "./objects/catalog-schema.ts";
import { createSettings } from "./state/settings.ts";
import { createStore } from "./state/store.ts";
import type { World } from "./state/world.ts";
import { type Endpoint, startDelivering } from "./webhooks/deliver.ts";
import { createDeliveries } from "./webhooks/deliveries.ts";

/** Without `dataFile` the state is lost at the end; without `webhookUrl` no webhook is queued. */
export type SandboxOptions = {
  secretKey: string;
  webhookSecret: string;
  webhookUrl?: string | undefined;
  /** Prices that it sells from its first start. */
  catalog?: Catalog;
  dataFile?: string;
  /** Origin of the checkout links. The default is the listening address. */
  publicUrl?: string | undefined;
  /** Delay before the first retry of a webhook, in milliseconds. */
  retryBaseMs?: number;
  wallMs?: () => number;
  log?: Logger;
};

const tickMs = 1000;

/**
 * Builds a sandbox that runs in the current process: `listen` on a port (0 picks one), drive it
 * with `control` or over HTTP, then `close` it. The data file keeps its state.
 */
export function createSandbox(options: SandboxOptions) {
  const { secretKey, log = pino({ level: "silent" }) } = options;
  const endpoint: Endpoint = { url: options.webhookUrl, secret: options.webhookSecret };
  let address = "http://127.0.0.1";
  const world = createWorld(options, endpoint, () => options.publicUrl ?? address);
  const { retryBaseMs = 1000 } = options;
  const delivering = startDelivering(world, { endpoint, retryBaseMs, log });
  world.database.afterCommit(delivering.wake);
  const control = createControl(world, endpoint);
  const app = createApp(world, control, { secretKey, log });
  const ticking = setInterval(() => runDue(world, world.clock.now()), tickMs);
  ticking.unref();
  delivering.wake();
  let server: Server | undefined;

  return {
    control,
    /** Starts listening. Resolves with the port and the base URL. */
    listen: async (port: number, host = "127.0.0.1") => {
      server = app.listen(port, host);
      await once(server, "listening");
      const bound = (server.address() as AddressInfo).port;
      address = `http://${host}:${bound}`;
      return { port: bound, url: address };
    },
    /** Stops listening and delivering, then closes the data file. */
    close: async () => {
      clearInterval(ticking);
      const closed = server?.[Symbol.asyncDispose]();
      server?.closeAllConnections();
      await closed;
      await delivering.stop();
      world.database.close();
    },
  };
}

export type Sandbox = ReturnType<typeof createSandbox>;

function createWorld(options: SandboxOptions, endpoint: Endpoint, publicUrl: () => string): World {
  const database = openDatabase(options.dataFile ?? ":memory:");
  const settings = createSettings(database);
  const store = createStore(database);
  const wallMs = options.wallMs ?? Date.now;
  const hasEndpoint = () => endpoint.url !== undefined;
  const clock = createClock(settings, wallMs);
  const world: World = {
    database,
    store,
    settings,
    clock,
    catalog: options.catalog ?? [],
    timers: createTimers(database, clock),
    deliveries: createDeliveries(database, { settings, wallMs, hasEndpoint }),
    publicUrl,
    request: { id: null, idempotency_key: null },
  };
  database.transaction(() => seedCatalog(world));
  return world;
}
