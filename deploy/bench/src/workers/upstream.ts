import { createPublicKey } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { assertionHeader, assertionVerifier } from "@orbline/kit/auth";
import { connectParent } from "../worker.ts";

// The service behind every measured proxy. It is not measured. It counts requests per asserted user; its verifier caches
// tokens.
const [key = "", audience = ""] = process.argv.slice(2);
const publicKey = createPublicKey(Buffer.from(key, "base64"));
const verify = assertionVerifier({ publicKey, audience });

const body = Buffer.from(
  JSON.stringify({
    status: "active",
    tier: "pro",
    plan: "monthly",
    periodEnd: "2030-01-31T00:00:00.000Z",
    accessUntil: "2030-02-03T00:00:00.000Z",
    graceUntil: null,
    cancelAtPeriodEnd: false,
  }),
);
const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-length": body.length,
};

let requests = 0;
let users = new Map<string, number>();

function count(assertion: string | string[] | undefined): void {
  requests += 1;
  if (typeof assertion !== "string") return;
  const caller = verify(assertion);
  const user = caller.kind === "user" ? caller.userId : "anonymous";
  users.set(user, (users.get(user) ?? 0) + 1);
}

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  count(request.headers[assertionHeader]);
  response.writeHead(200, headers);
  response.end(body);
});

server.listen(0, "127.0.0.1", () => {
  connectParent((server.address() as AddressInfo).port, () => {
    const seen = { requests, users: [...users] };
    requests = 0;
    users = new Map();
    return seen;
  });
});
