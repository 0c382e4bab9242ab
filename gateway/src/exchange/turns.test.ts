import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { takeTurn } from "./turns.ts";

/** Pipelined requests on one connection, and the functions that end the started ones. */
const connect = () => {
  const socket = { destroyed: false, destroy: () => (socket.destroyed = true) };
  const request = { socket: socket as unknown as Socket } as IncomingMessage;
  const started: (() => void)[] = [];
  return { socket, started, send: () => takeTurn(request, (done) => started.push(done)) };
};

it("starts a request of a connection once the one before it is over", () => {
  const { started, send } = connect();
  for (let request = 0; request < 3; request += 1) send();
  expect(started).toHaveLength(1);
  started[0]?.();
  expect(started).toHaveLength(2);
  started[1]?.();
  started[2]?.();
  send();
  expect(started).toHaveLength(4);
});

it("closes a connection with too many waiting requests, and starts none of them", () => {
  const { socket, started, send } = connect();
  for (let request = 0; request < 17; request += 1) send();
  expect(socket.destroyed).toBe(false);
  send();
  expect(socket.destroyed).toBe(true);
  started[0]?.();
  expect(started).toHaveLength(1);
});
