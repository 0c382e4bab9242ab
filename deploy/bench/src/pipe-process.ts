import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { answerParent } from "./helper.ts";

// The least that a proxy in Node can do: no check, no log, every header as it came.
const [port = "", kind = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 128, maxFreeSockets: 128 });

const pipe = (incoming: IncomingMessage, response: ServerResponse) => {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  incoming.pipe(outgoing);
};

const server = createServer(kind === "express" ? express().use(pipe) : pipe);
server.listen(0, "127.0.0.1", () => {
  answerParent({ port: (server.address() as AddressInfo).port }, () => "nothing to tell");
});
