import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const everyMs = 20;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });

/**
 * Leaves clients time to hear that their connection ends: a server that just closes its idle connections loses
 * the requests that are on their way to it. Resolves once all are gone, at the latest after `forMs`.
 */
export const awaitFarewells = async (server: Server, { forMs = 500 } = {}): Promise<void> => {
  const deadline = performance.now() + forMs;
  while (performance.now() < deadline && (await connectionsOf(server)) > 0) await sleep(everyMs);
};
