import { createHash } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a service received it. */
export type Seen = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  length: number;
  sha256: string;
};

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

const echo: Behavior = (request, response) => {
  const hash = createHash("sha256");
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    hash.update(chunk);
  });
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    const seen: Seen = { method, url, headers, length, sha256: hash.digest("hex") };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(seen));
  });
};

/** A fake service that responds with the request it received, or as `behave` says. */
export const startUpstream = async () => {
  let behavior = echo;
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    behavior(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Number of received requests. */
    requests: () => requests,
    behave: (next: Behavior) => {
      behavior = next;
    },
    echo: () => {
      behavior = echo;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
