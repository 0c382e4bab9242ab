import type { AddressInfo } from "node:net";
import express from "express";
import { connectParent } from "../worker.ts";

// A service that only responds: express with its defaults, no checks, no logs.
// Its arguments are paths, each followed by a body. It sends the bodies of a path in turn.
const bodies = new Map<string, unknown[]>();
const args = process.argv.slice(2);
for (let index = 0; index < args.length; index += 2) {
  const [path = "", text = ""] = args.slice(index);
  bodies.set(path, [...(bodies.get(path) ?? []), JSON.parse(text)]);
}
const app = express();
for (const [path, all] of bodies) {
  let sent = 0;
  app.get(path, (_request, response) => void response.json(all[sent++ % all.length]));
}

const server = app.listen(0, "127.0.0.1", () => {
  connectParent((server.address() as AddressInfo).port);
});
