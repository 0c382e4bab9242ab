import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { connectParent } from "../worker.ts";

// The cheapest proxy in Node: no checks, no logs, all headers unchanged.
const [port = "", kind = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 128, maxFreeSockets: 128 });

function pipe(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ host: "127.0.0.1", port, method, path, headers, agent }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  incoming.pipe(outgoing);
}

const server = createServer(kind === "express" ? express().use(pipe) : pipe);
server.listen(0, "127.0.0.1", () => connectParent((server.address() as AddressInfo).port));
