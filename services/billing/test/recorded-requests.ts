import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request as billing's client sent it. */
export type RecordedRequest = { method: string; path: string; body: string };

/** A server that forwards each request to the sandbox and records it. */
export async function recordRequests(sandboxUrl: string) {
  const requests: RecordedRequest[] = [];
  const server = createServer((req, res) => {
    void forward(req, sandboxUrl).then(({ request, status, headers, answer }) => {
      requests.push(request);
      res.writeHead(status, headers).end(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: async () => {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends a recorded request to another server. Returns the status and the message of an error. */
export async function replay(
  { method, path, body }: RecordedRequest,
  { url, secretKey }: { url: string; secretKey: string },
): Promise<{ status: number; message: string }> {
  const headers = {
    authorization: `Bearer ${secretKey}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  const content = method === "POST" ? { body } : {};
  const response = await fetch(`${url}${path}`, { method, headers, ...content });
  const { error } = (await response.json()) as { error?: { message: string } };
  return { status: response.status, message: error?.message ?? "" };
}

/** The names of a request's parameters in the query and the body, without the indexes of lists. */
export function parameterNames({ path, body }: RecordedRequest): string[] {
  const fields = [...new URLSearchParams(path.split("?")[1]), ...new URLSearchParams(body)];
  return [...new Set(fields.map(([name]) => name.replaceAll(/\[\d+\]/g, "[]")))].toSorted();
}

/** The operation of a request, for example `POST /v1/subscriptions/:id`. */
export function operationOf({ method, path }: RecordedRequest): string {
  const [address = ""] = path.split("?");
  return `${method} ${address.replaceAll(/\/[a-z]+_\w+(?=\/|$)/g, (part) => (isId(part) ? "/:id" : part))}`;
}

/** The request without a parameter and its parts. */
export function without({ method, path, body }: RecordedRequest, name: string): RecordedRequest {
  const kept = [...new URLSearchParams(body)].filter(([key]) => key.split("[")[0] !== name);
  return { method, path, body: new URLSearchParams(kept).toString() };
}

const isId = (part: string) =>
  /_(test_)?[A-Za-z0-9]{6,}$/.test(part) && /[A-Z0-9]|unknown/.test(part);

async function forward(req: IncomingMessage, sandboxUrl: string) {
  const { method = "GET", url: path = "/" } = req;
  const body = await text(req);
  const headers = new Headers(
    Object.entries(req.headers).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === "string" && !/^(connection|content-length|host)$/.test(entry[0]),
    ),
  );
  const content = method === "POST" ? { body } : {};
  const response = await fetch(`${sandboxUrl}${path}`, { method, headers, ...content });
  const answer = await response.text();
  const kept = [...response.headers].filter(
    ([name]) => !/^(connection|content-|transfer-|keep-)/.test(name),
  );
  return {
    request: { method, path, body },
    status: response.status,
    headers: { ...Object.fromEntries(kept), "content-type": "application/json" },
    answer,
  };
}
