import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect as netConnect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { loadProto } from "@orbline/proto/load";
import type { ServiceDefinition } from "@grpc/proto-loader";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { currentContext, withContext } from "../observability/context.ts";
import { AppError, type ErrorKind } from "../errors.ts";
import { errorMap } from "../error-map.ts";
import { serviceClient } from "./client.ts";
import { type GrpcServer, serveGrpc } from "./server.ts";
import { checkCaller, grpcService } from "./handler.ts";
import { type InternalTls, internalTls } from "../internal-tls.ts";
import { createLogger } from "../observability/logger.ts";
import { makeCertificate } from "../testing/certificate.ts";
import { testTokens } from "../testing/keys.ts";
import { testLifecycle } from "../testing/lifecycle.ts";

const logger = createLogger({ service: "test", level: "silent" });
const proto = { file: "identity/v1/identity.proto", name: "identity.v1.IdentityService" };
const account = {
  id: "u1",
  username: "jo",
  emailVerified: true,
  role: "user",
  createdAtMs: 1_700_000_000_000,
  version: 3,
  hasPassword: true,
};

type Answer = (
  request: { id?: string },
  call: { caller: string; server: GrpcServer },
) => Promise<unknown>;
let answer: Answer;
let server: GrpcServer;
const { lifecycle, stop } = testLifecycle();

const serve = async (host = "127.0.0.1", port = 0, tls?: InternalTls) => {
  const started: GrpcServer = await serveGrpc({
    services: [
      grpcService<IdentityServiceDefinition>({
        ...proto,
        allow: { GetUser: ["billing", "admin"], SignUp: ["billing"] },
        handlers: {
          GetUser: async (request, { caller }) =>
            answer(request, { caller, server: started }) as Promise<object>,
          SignUp: async () => ({ user: account, sessionCookie: "c", created: true }),
        },
      }),
    ],
    tokens: testTokens,
    host,
    port,
    logger,
    tls,
  });
  return started;
};

const connect = (
  caller = "billing",
  token = testTokens[caller] ?? "",
  port = server.port,
  keepaliveMs?: number,
) =>
  serviceClient<IdentityServiceDefinition>(
    { name: caller, config: { GRPC_TOKEN: token }, lifecycle },
    { ...proto, address: `127.0.0.1:${port}`, keepaliveMs },
  );

beforeAll(async () => {
  server = await serve();
});
beforeEach(() => {
  answer = async () => ({ user: account });
});
afterAll(async () => {
  await stop();
  await server.close();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as AppError,
  );

it("responds to a call with typed messages and defaults", async () => {
  answer = async ({ id }, { caller }) => ({ user: { ...account, id: `${id} for ${caller}` } });
  const { user } = await connect().GetUser({ id: "u9" });
  expect(user).toEqual({ ...account, id: "u9 for billing" });
});

it("carries the request id and trace of the caller to the handler", async () => {
  let seen: unknown;
  answer = async () => {
    seen = currentContext();
    return { user: account };
  };
  const context = { requestId: "r-1", traceparent: "00-a-b-01" };
  await withContext(context, () => connect().GetUser({ id: "u1" }));
  expect(seen).toEqual(context);
});

it("accepts either of two tokens of a caller while the token is replaced", () => {
  const authenticate = checkCaller({ billing: ["the-old-token", "the-new-token"] });
  const callWith = (token: string) => {
    const metadata = new Metadata();
    metadata.set("x-caller", "billing");
    metadata.set("authorization", `Bearer ${token}`);
    return authenticate(metadata);
  };
  expect(callWith("the-old-token")).toBe("billing");
  expect(callWith("the-new-token")).toBe("billing");
  expect(() => callWith("the-old-token,the-new-token")).toThrow("wrong token");
});

it.each([
  ["a wrong token", "billing", "wrong"],
  ["another caller's token", "billing", testTokens["admin"] ?? ""],
  ["an unknown caller", "stranger", testTokens["billing"] ?? ""],
  ["no token", "billing", ""],
  ["a caller named like a property of objects", "__proto__", "x"],
])("refuses %s", async (_what, caller, token) => {
  const error = await failureOf(connect(caller, token).GetUser({ id: "u1" }));
  expect(error).toMatchObject({ kind: "unauthenticated", code: "caller.unknown" });
});

it("refuses a known caller that is not on the method's list", async () => {
  const error = await failureOf(connect("admin").SignUp({ username: "jo", password: "x" }));
  expect(error).toMatchObject({ kind: "forbidden", code: "caller.forbidden" });
  expect(await connect("admin").GetUser({ id: "u1" })).toMatchObject({ user: { id: "u1" } });
});

it.each(Object.keys(errorMap).filter((kind) => kind !== "internal") as ErrorKind[])(
  "returns an error of kind %s to the caller as the handler threw it",
  async (kind) => {
    const issues = [{ path: "username", message: "Schon vergeben: Ünïcödé" }];
    answer = () =>
      Promise.reject(new AppError(kind, "user.x", "Tölpel", { issues, retryAfterSeconds: 7 }));
    const error = await failureOf(connect().GetUser({ id: "u1" }));
    expect(error).toMatchObject({ kind, code: "user.x", message: "Tölpel", issues });
    expect(error?.retryAfterSeconds).toBe(7);
  },
);

it.each([
  new Error("password=hunter2"),
  new AppError("internal", "internal", "password=hunter2", { issues: [] }),
  "password=hunter2",
])("hides the details of an internal error from the caller", async (thrown) => {
  answer = () => Promise.reject(thrown);
  const error = await failureOf(connect().GetUser({ id: "u1" }));
  expect(error).toMatchObject({ kind: "internal", code: "internal" });
  expect(JSON.stringify([error?.message, String(error?.cause)])).not.toContain("hunter2");
});

it("reports an internal error when a handler's response does not match its message type", async () => {
  answer = async () => ({ user: "not an account" });
  const error = await failureOf(connect().GetUser({ id: "u1" }));
  expect(error).toMatchObject({ kind: "internal" });
});

it("fails with unavailable after the deadline of one second", async () => {
  answer = () => new Promise(() => undefined);
  const client = connect();
  const order: string[] = [];
  const calls = [{}, { deadlineMs: 100 }].map(async (options) => {
    const error = await failureOf(client.GetUser({ id: "u1" }, options));
    order.push(options.deadlineMs ? "given" : "usual");
    return error;
  });
  for (const error of await Promise.all(calls))
    expect(error).toMatchObject({ kind: "unavailable", retryAfterSeconds: 2 });
  expect(order).toEqual(["given", "usual"]);
});

it("fails with unavailable while the service is down and succeeds when it is back", async () => {
  const other = await serve();
  const client = connect("billing", testTokens["billing"], other.port);
  await client.GetUser({ id: "u1" });
  await other.close();
  expect(await failureOf(client.GetUser({ id: "u1" }))).toMatchObject({ kind: "unavailable" });
  const back = await serve("127.0.0.1", other.port);
  await expect
    .poll(() => failureOf(client.GetUser({ id: "u1" })), { timeout: 20_000 })
    .toBeUndefined();
  await back.close();
});

/** A connection to the server. Once it is cut, nothing arrives and neither end notices. */
const lineThatFallsSilent = async () => {
  const ends: Socket[] = [];
  const line = createServer((near) => {
    const far = netConnect(server.port, "127.0.0.1");
    ends.push(near, far);
    for (const end of [near, far]) end.on("error", () => undefined);
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  return {
    port: (line.address() as AddressInfo).port,
    silence: () => {
      for (const end of ends) end.unpipe().pause();
    },
    close: () => {
      for (const end of ends) end.destroy();
      line.close();
    },
  };
};

it("replaces a connection whose other end does not respond", async () => {
  const line = await lineThatFallsSilent();
  const client = connect("billing", testTokens["billing"], line.port, 250);
  await client.GetUser({ id: "u1" });
  line.silence();
  expect(await failureOf(client.GetUser({ id: "u1" }))).toMatchObject({ kind: "unavailable" });
  await expect
    .poll(() => failureOf(client.GetUser({ id: "u1" })), { timeout: 20_000 })
    .toBeUndefined();
  line.close();
}, 30_000);

it("accepts a message of half a megabyte and refuses one of two megabytes", async () => {
  answer = async ({ id }) => ({ user: { ...account, id: String(id?.length) } });
  const { user } = await connect().GetUser({ id: "x".repeat(500_000) });
  expect(user?.id).toBe("500000");
  const error = await failureOf(connect().GetUser({ id: "x".repeat(2_000_000) }));
  expect(error).toMatchObject({ kind: "internal" });
});

it("refuses a call without any metadata", async () => {
  const { GetUser: method } = loadProto(proto.file)[proto.name] as ServiceDefinition;
  if (!method) throw new Error("no method");
  const raw = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  const error = await new Promise<ServiceError | null>((resolve) => {
    const { path, requestSerialize, responseDeserialize } = method;
    raw.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, new Metadata(), resolve);
  });
  raw.close();
  expect(error?.code).toBe(errorMap.unauthenticated.grpc);
});

it("spreads calls over all addresses, and loses none when one of the servers stops", async () => {
  const [first, second] = [await serve(), await serve()];
  const address = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
  const client = serviceClient<IdentityServiceDefinition>(
    { name: "billing", config: { GRPC_TOKEN: testTokens["billing"] ?? "" }, lifecycle },
    { ...proto, address },
  );
  const served = new Set<GrpcServer>();
  answer = async (_request, call) => {
    served.add(call.server);
    return { user: account };
  };
  await expect
    .poll(() => client.GetUser({ id: "u1" }).then(() => served.size), { timeout: 10_000 })
    .toBe(2);
  const stopping = new AbortController();
  const callers = Array.from({ length: 4 }, async () => {
    while (!stopping.signal.aborted) await client.GetUser({ id: "u1" });
  });
  await first.close();
  served.clear();
  await expect.poll(() => served.size).toBe(1);
  stopping.abort();
  await Promise.all(callers);
  await second.close();
});

it("closes once the calls in flight have a response or have taken too long", async () => {
  const other = await serve();
  let release: (() => void) | undefined;
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve({ user: account });
    });
  const client = connect("billing", testTokens["billing"], other.port);
  const inFlight = client.GetUser({ id: "u1" });
  await expect.poll(() => release).toBeDefined();
  const closing = other.close();
  release?.();
  expect(await inFlight).toMatchObject({ user: { id: "u1" } });
  await closing;
  const hanging = await serve();
  answer = () => new Promise(() => undefined);
  const cutOff = failureOf(
    connect("billing", testTokens["billing"], hanging.port).GetUser({ id: "u1" }),
  );
  await hanging.close({ drainMs: 50 });
  expect(await cutOff).toMatchObject({ kind: "unavailable" });
});

it("serves callers with a certificate of the same authority, and neither others nor plain connections", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-grpc-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settingsOf = ({ cert, key }: { cert: string; key: string }, ca = cert) => ({
    INTERNAL_TLS_CA: ca,
    INTERNAL_TLS_CERT: cert,
    INTERNAL_TLS_KEY: key,
  });
  const own = makeCertificate(folder);
  const foreign = makeCertificate(folder, "foreign");
  const secured = await serve("127.0.0.1", 0, internalTls(settingsOf(own)));
  onTestFinished(() => secured.close());
  const outcomeOf = async (settings: Partial<ReturnType<typeof settingsOf>>) => {
    const token = testTokens["billing"] ?? "";
    const client = serviceClient<IdentityServiceDefinition>(
      { name: "billing", config: { GRPC_TOKEN: token, ...settings }, lifecycle },
      { ...proto, address: `127.0.0.1:${secured.port}` },
    );
    return client.GetUser({ id: "u1" }, { deadlineMs: 5_000 }).then(
      () => "served",
      (error: unknown) => (error as AppError).kind,
    );
  };
  expect(await outcomeOf(settingsOf(own))).toBe("served");
  expect(await outcomeOf(settingsOf(foreign, own.cert))).toBe("unavailable");
  expect(await outcomeOf(settingsOf(own, foreign.cert))).toBe("unavailable");
  expect(await outcomeOf({})).toBe("unavailable");
}, 30_000);

it("refuses a certificate without its key or its authority", () => {
  expect(() => internalTls({ INTERNAL_TLS_CERT: "cert.pem" })).toThrow("need each other");
});
