import { request } from "node:http";
import { connect } from "node:net";
import { eventually } from "@orbline/kit/testing/eventually";
import * as fc from "fast-check";
import { beforeAll, expect, inject, it } from "vitest";
import { routes } from "../../../../../gateway/src/routes.ts";
import { logInAs, logInNewAdmin, register } from "../../../src/people.ts";

const product = inject("product");

/** A fixed seed makes failures reproducible. */
const sampling = { seed: 20_261_126, numRuns: Number(process.env["FUZZ_REQUESTS"] ?? 4_000) };

/** Calls that would end the session of the fuzzed account. */
const endsSession = new Set(["/api/logout", "/api/sessions/revoke-others", "/api/sessions/{id}"]);
const fuzzed = routes.filter(({ path }) => !endsSession.has(path));

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    "\u0000",
    "\u202E",
    "ﬀ",
    "İ",
    "'; --",
    "{{7*7}}",
    "${7*7}",
    "../../etc",
    "%00",
  ),
  fc.constantFrom("a".repeat(300), "a".repeat(15_000)),
);
const oddKey = fc.constantFrom(
  "__proto__",
  "constructor",
  "prototype",
  "$where",
  "$gt",
  "role",
  "userId",
  "passwordHash",
  "a.b",
);
const oddValue = fc.oneof(
  oddText,
  fc.constantFrom(null, true, -1, 1e308, 0.1, [], {}, [[]], { $gt: "" }, { $ne: null }),
  fc.integer(),
  fc.array(oddText, { maxLength: 5 }),
);

/** JSON texts that no call accepts: an unknown or dangerous key, another type, deep nesting, or no JSON at all. */
const oddBody = fc.oneof(
  fc
    .tuple(oddKey, oddValue)
    .map(([key, value]) => `{${JSON.stringify(key)}:${JSON.stringify(value)}}`),
  fc
    .tuple(
      fc.dictionary(
        fc.constantFrom(
          "username",
          "password",
          "email",
          "sport",
          "stake",
          "plan",
          "token",
          "reason",
          "session_id",
        ),
        oddValue,
      ),
      oddKey,
      oddValue,
    )
    .map(([fields, key, value]) => JSON.stringify({ ...fields, [`x${key}`]: value })),
  fc.constantFrom(
    "[]",
    "1",
    '"x"',
    "{",
    "{}x",
    "\uFEFF{}",
    "[".repeat(8_000),
    `{"a":`.repeat(2_000),
  ),
  oddText.map((text) => JSON.stringify(text)),
);

const oddQuery = fc
  .array(
    fc.tuple(
      fc.oneof(
        oddKey,
        fc.constantFrom("limit", "cursor", "sport", "session_id", "slug", "from", "to", "search"),
      ),
      oddText,
    ),
    { maxLength: 4 },
  )
  .map((pairs) =>
    pairs
      .map(
        ([name, value]) =>
          `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed().slice(0, 2_000))}`,
      )
      .join("&"),
  );

const oddHeaders = fc.record(
  {
    "content-type": fc.constantFrom(
      "application/json",
      "text/plain",
      "application/json; charset=utf-7",
      "multipart/form-data",
      "",
    ),
    "x-forwarded-for": fc.constantFrom("127.0.0.1", "unknown", "a".repeat(500)),
    "x-user-id": fc.constant("usr_1"),
    "x-client-ip": fc.constant("10.0.0.1"),
    "if-none-match": fc.constantFrom("*", '"', "W/"),
    "accept-encoding": fc.constantFrom("br", "gzip;q=0", "x".repeat(1_000)),
    "accept-language": fc.constant("*;q=nonsense"),
    range: fc.constant("bytes=0-1,5-9"),
    // Foreign origins are refused before everything else.
    origin: fc.oneof(
      { weight: 19, arbitrary: fc.constant(product.url) },
      { weight: 1, arbitrary: fc.constantFrom("null", "https://evil.test") },
    ),
    traceparent: fc.constant("00-x"),
  },
  { requiredKeys: [] },
);

const oddRequest = fc.record({
  route: fc.constantFrom(...fuzzed),
  id: fc.constantFrom("a", "0".repeat(64), "__proto__", "%24gt", "a%20b", "a".repeat(65), "..%2f"),
  query: oddQuery,
  body: oddBody,
  headers: oddHeaders,
  as: fc.constantFrom("visitor", "user", "admin" as const),
});
type OddRequest = typeof oddRequest extends fc.Arbitrary<infer Value> ? Value : never;

const cookies: Record<string, string> = { visitor: "" };
let accounts: () => Promise<string | null>;
beforeAll(async () => {
  let admin = await logInAs(product, "admin");
  const person = await register(product);
  cookies["user"] = person.client.cookieHeader();
  cookies["admin"] = (await logInNewAdmin(product)).cookieHeader();
  accounts = async () => {
    const list = () => admin.get("/api/admin/users/subscriptions?limit=1");
    let answer = await list();
    // A long run outlives the proof of the first sign-in.
    if (answer.status === 403) {
      admin = await logInAs(product, "admin");
      answer = await list();
    }
    return answer.headers.get("x-total-count");
  };
  await eventually(async () => {
    const path = `/api/admin/users/subscriptions?search=${person.name}`;
    expect((await admin.get<object[]>(path)).body).toHaveLength(1);
  });
});

/** Sends a request as it is; resolves with its status. Rejects when there is no response in a minute. */
const statusOf = ({ route, id, query, body, headers, as }: OddRequest) =>
  new Promise<number>((resolve, reject) => {
    const path = `${route.path.replaceAll(/\{\w+\}/g, id)}${query && `?${query}`}`;
    const takesBody = route.method === "POST" || route.method === "PATCH";
    const bytes = takesBody ? Buffer.from(body) : undefined;
    const outgoing = request(product.url, {
      method: route.method,
      path,
      agent: false,
      headers: {
        ...(bytes && { "content-type": "application/json", "content-length": bytes.length }),
        ...headers,
        ...(cookies[as] && { cookie: cookies[as] }),
      },
      timeout: 60_000,
    });
    outgoing.on("response", (incoming) => resolve(incoming.resume().statusCode ?? 0));
    outgoing.on("timeout", () => outgoing.destroy(new Error("no response in a minute")));
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });

it("answers hostile requests to every call without a server error or a hang, and stores nothing", async () => {
  const before = await accounts();
  const requests = fc.sample(oddRequest, sampling);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const work = async () => {
    while (next < requests.length) {
      const odd = requests[next] as OddRequest;
      next += 1;
      const status = await statusOf(odd).catch((error: Error) => {
        // The gateway closes a connection whose request breaks HTTP.
        return "code" in error && error.code === "ECONNRESET" ? 400 : error.message;
      });
      if (typeof status === "string" || status >= 500)
        faults.push(
          `${status}: ${odd.route.method} ${odd.route.path} ${JSON.stringify({ ...odd, route: undefined }).slice(0, 400)}`,
        );
      else statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  console.log(`${requests.length} hostile requests:`, Object.fromEntries(statuses));
  expect(faults).toEqual([]);
  expect(await accounts()).toBe(before);
}, 600_000);

const { hostname, port, host } = new URL(product.url);
const hostLine = `Host: ${host}`;
const jsonLine = "Content-Type: application/json";

/** Lines of headers that break HTTP, contradict each other, or are too large. */
const oddLines = fc.constantFrom(
  hostLine,
  "Host: evil.test",
  "Host:",
  "Content-Length: 5",
  "Content-Length: -1",
  "Content-Length: +2",
  "Content-Length: 0x2",
  "Content-Length: 2, 2",
  "Content-Length: 99999999999999999999",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding:\x0bchunked",
  " folded: yes",
  "Bad\u0000Name: x",
  "X-Nul: a\u0000b",
  "X-Bare: a\rb",
  "no colon",
  `X-Huge: ${"a".repeat(20_000)}`,
  `Cookie: sid=${"a".repeat(9_000)}`,
  "Cookie: sid=__proto__; sid=constructor",
  "Expect: 200-maybe",
  "Upgrade: h2c",
  "Connection: upgrade, host, content-length",
  "__proto__: x",
  jsonLine,
);

const oddTargets = fc.constantFrom(
  "/",
  "/api/plans",
  "/api/login",
  "/csp-reports",
  "http://evil.test/api/user",
  `http://${host}/api/plans`,
  "*",
  "//evil.test/",
  "/api/\u0000user",
  "/api/%00",
  "/a b",
  "evil.test:443",
  `/${"a".repeat(17_000)}`,
  "",
);

/** The first value in nine of ten cases, so that many requests get past the parser. */
const usually = <Value>(first: Value, ...others: Value[]) =>
  fc.oneof(
    { arbitrary: fc.constant(first), weight: 9 },
    { arbitrary: fc.constantFrom(first, ...others), weight: 1 },
  );

const oddBytes = fc
  .record({
    method: usually("GET", "POST", "CONNECT", "OPTIONS", "TRACE", "PRI", "get", "\u0000"),
    target: oddTargets,
    version: usually("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", ""),
    lines: fc.array(oddLines, { maxLength: 2 }),
    hasHost: usually(true, false),
    newline: usually("\r\n", "\n"),
    body: fc.constantFrom(
      "",
      "{}",
      "0\r\n\r\n",
      "5\r\nabc",
      "ffffffffffffffff\r\n",
      "2;x=\ny\r\n{}\r\n",
    ),
  })
  .map(({ method, target, version, lines, hasHost, newline, body }) => {
    const head = [`${method} ${target} ${version}`, ...(hasHost ? [hostLine] : []), ...lines];
    return `${head.join(newline)}${newline}${newline}${body}`;
  });

/** One to three requests on one connection, sent without waiting for a response. */
const oddConnection = fc.array(oddBytes, { minLength: 1, maxLength: 3 }).map((all) => all.join(""));

/** Sends bytes, then the end. Resolves with all that comes back; rejects when the connection is open for 25 seconds. */
const exchangeOf = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.end(bytes, "latin1"));
    socket.setTimeout(25_000, () => socket.destroy(new Error("open for 25 seconds")));
    socket.on("data", (chunk) => (received += chunk.toString("latin1")));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // The gateway closes a connection whose bytes it does not want to read.
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => resolve(received));
  });

it("answers bytes that break HTTP without a server error or an open connection, and stores nothing", async () => {
  const before = await accounts();
  const connections = fc.sample(oddConnection, { ...sampling, numRuns: sampling.numRuns / 4 });
  const faults: string[] = [];
  const statuses = new Map<string, number>();
  let next = 0;
  const work = async () => {
    while (next < connections.length) {
      const bytes = connections[next] as string;
      next += 1;
      const received = await exchangeOf(bytes).catch((error: Error) => `fault: ${error.message}`);
      const seen = received.match(/^HTTP\/1\.1 \d{3}/gm) ?? ["closed"];
      for (const status of seen) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (received.startsWith("fault") || seen.some((status) => status.startsWith("HTTP/1.1 5")))
        faults.push(`${received.slice(0, 200)} for ${JSON.stringify(bytes.slice(0, 400))}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  console.log(`${connections.length} odd connections:`, Object.fromEntries(statuses));
  expect(faults).toEqual([]);
  expect(statuses.get("HTTP/1.1 400")).toBeGreaterThan(connections.length / 4);
  expect(await accounts()).toBe(before);
}, 600_000);
