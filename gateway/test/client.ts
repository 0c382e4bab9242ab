import { type Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";

/** A complete response. */
export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json: () => Record<string, unknown>;
};

/** A request that is sent with exactly this path and these headers, unlike with `fetch`. */
export type Call = {
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  /** Several pieces are sent as chunks, without a length. */
  body?: Buffer | string | Buffer[];
  /** Default: a new connection for this request. */
  agent?: Agent;
};

/** Sends one request and reads its response. */
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
