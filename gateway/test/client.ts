import { type Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";

/** A whole answer. */
export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json: () => Record<string, unknown>;
};

/** A request whose path and headers are sent exactly as given, which `fetch` would not do. */
export type Call = {
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  /** Several pieces are sent chunked, without a length. */
  body?: Buffer | string | Buffer[];
  /** Without one, the connection is the request's own. */
  agent?: Agent;
};

/** Sends one request on a connection of its own and reads the answer. */
export const send = (origin: string, call: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method = "GET", path, headers = {}, body, agent = false } = call;
    const { hostname, port } = new URL(origin);
    const outgoing = request({ hostname, port, method, path, headers, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: whole,
          json: () => JSON.parse(whole.toString()) as Record<string, unknown>,
        });
      });
    });
    outgoing.on("error", reject);
    if (Array.isArray(body)) for (const chunk of body) outgoing.write(chunk);
    outgoing.end(Array.isArray(body) ? undefined : body);
  });
