import type { AddressInfo } from "node:net";
import express from "express";
import { connectParent } from "../worker.ts";

// A service that only responds: express with its defaults, no checks, no logs.
const [bodies = "{}"] = process.argv.slice(2);
const app = express();
for (const [path, body] of Object.entries(JSON.parse(bodies) as Record<string, unknown>))
  app.get(path, (_request, response) => void response.json(body));

const server = app.listen(0, "127.0.0.1", () => {
  connectParent((server.address() as AddressInfo).port);
});
