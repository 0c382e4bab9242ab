import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Pipelined requests that may wait on one connection. Browsers and proxies send none. */
const maxHeld = 16;

type Connection = { isBusy: boolean; held: (() => void)[] };

const connections = new WeakMap<Socket, Connection>();

/**
 * Handles the requests of a connection one at a time. Node passes on every pipelined request that has arrived, and a
 * client that does not read would fill the memory with their responses. `start` handles the request and gets the
 * function to call when its response is complete. A connection with too many waiting requests is closed.
 */
export function takeTurn({ socket }: IncomingMessage, start: (done: () => void) => void): void {
  const connection = connectionOf(socket);
  const run = () => start(done);
  const done = () => {
    const next = socket.destroyed ? undefined : connection.held.shift();
    if (next) next();
    else connection.isBusy = false;
  };
  if (!connection.isBusy) {
    connection.isBusy = true;
    run();
  } else if (connection.held.push(run) > maxHeld) socket.destroy();
}

function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known) return known;
  const connection: Connection = { isBusy: false, held: [] };
  connections.set(socket, connection);
  return connection;
}
