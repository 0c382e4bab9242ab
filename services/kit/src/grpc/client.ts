import { checkServerIdentity } from "node:tls";
import {
  Client,
  credentials,
  Metadata,
  type ServiceError,
  status,
  type VerifyOptions,
} from "@grpc/grpc-js";
import type { MethodDefinition } from "@grpc/proto-loader";
import { loadService } from "@orbline/proto/load";
import type { z } from "zod";
import { currentContext, type RequestContext } from "../observability/context.ts";
import { AppError } from "../errors.ts";
import { type internalTlsSettings, internalTls } from "../internal-tls.ts";
import { fromGrpcError } from "./errors.ts";
import type { ServiceContext } from "../service-context.ts";
import type { GrpcClient } from "./types.ts";
import type { Metrics } from "../observability/metrics.ts";
import { beginSpan, grpcResult } from "../observability/tracing.ts";

/** The settings of the calling service that a client needs. */
type Self = Pick<ServiceContext<Config>, "name" | "config" | "lifecycle"> & {
  metrics?: Metrics | undefined;
};
type Config = { GRPC_TOKEN: string } & Partial<z.output<z.ZodObject<typeof internalTlsSettings>>>;
type Server = { file: string; name: string; address: string; keepaliveMs?: number | undefined };

/**
 * A typed client of another service, open until the calling service stops. `address` is `host:port`, whose host may have
 * several IP addresses, or several `ip:port` separated by commas. Calls go to all of them in turn that can be reached; a
 * call that a server certainly did not take goes to another one. Each call carries the caller's token and has a
 * deadline, by default 1 second. A connection whose other end does not respond is replaced. With INTERNAL_TLS_CERT both
 * ends prove who they are; the certificate of a server names the host in `address`, of a list any of the hosts.
 * @throws like `internalTls`
 */
export function serviceClient<Definition>(
  { name: caller, config, metrics, lifecycle }: Self,
  { file, name, address, keepaliveMs = 10_000 }: Server,
): GrpcClient<Definition> {
  const tls = internalTls(config);
  const secured = tls
    ? credentials.createSsl(tls.ca, tls.key, tls.cert, verifyOptions(address))
    : credentials.createInsecure();
  const client = new Client(targetOf(address), secured, {
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // A TXT record of the host's name could otherwise replace it.
    "grpc.service_config_disable_resolution": 1,
    // Names are resolved again when a connection ends, so that new replicas get calls.
    "grpc.dns_min_time_between_resolutions_ms": 5_000,
    "grpc.initial_reconnect_backoff_ms": 100,
    // Calls fail while no server can be reached, also after it is back, until the next attempt.
    "grpc.max_reconnect_backoff_ms": 250,
    // A host that disappears closes no connection. Without pings, every call would wait for its deadline.
    "grpc.keepalive_time_ms": keepaliveMs,
    "grpc.keepalive_timeout_ms": 5_000,
    "grpc.keepalive_permit_without_calls": 1,
  });
  lifecycle.onStop(`client of ${name}`, () => client.close());
  const connection = { client, caller, token: config.GRPC_TOKEN, metrics };
  const calls = Object.entries(loadService(file, name)).map(([method, details]) => [
    method,
    unaryCall(connection, details),
  ]);
  return Object.fromEntries(calls) as GrpcClient<Definition>;
}

/**
 * How servers are verified. gRPC compares every certificate with the first address of a list; a replica's names its own
 * address, so a certificate is accepted that names any of them.
 */
function verifyOptions(address: string): VerifyOptions {
  if (!address.includes(",")) return {};
  const hosts = address.split(",").map((each) => each.replace(/:\d+$/, ""));
  return {
    checkServerIdentity: (_first, certificate) => {
      const errors = hosts.map((host) => checkServerIdentity(host, certificate));
      return errors.includes(undefined) ? undefined : errors[0];
    },
  };
}

/** The target of gRPC's name resolution: a name is looked up, addresses are a list. */
function targetOf(address: string): string {
  return address.includes(",") ? `ipv4:${address}` : `dns:///${address}`;
}

type Connection = {
  client: Client;
  caller: string;
  token: string;
  metrics: Metrics | undefined;
};

function callMetadata(
  { caller, token }: Connection,
  { requestId, traceparent }: Partial<RequestContext>,
) {
  const metadata = new Metadata();
  metadata.set("x-caller", caller);
  metadata.set("authorization", `Bearer ${token}`);
  if (requestId) metadata.set("x-request-id", requestId);
  if (traceparent) metadata.set("traceparent", traceparent);
  return metadata;
}

/** Starts the trace and the measurement of one call; `finish` ends both. */
function observeCall(method: string, { metrics }: Connection) {
  const context = currentContext();
  const startedAt = performance.now();
  const span = beginSpan("client", method, context?.traceparent);
  return {
    context: { ...context, ...(span && { traceparent: span.traceparent }) },
    finish: (code: status) => {
      const seconds = (performance.now() - startedAt) / 1_000;
      metrics?.grpcClient.observe({ method, code: status[code] }, seconds);
      span?.end(grpcResult("client", code));
    },
  };
}

/** One method as a function that resolves with the response. @throws AppError of the kind that the service sent */
const unaryCall =
  (connection: Connection, method: MethodDefinition<object, object>) =>
  (request: object, { deadlineMs = 1_000 }: { deadlineMs?: number } = {}) =>
    new Promise((resolve, reject) => {
      const { context, finish } = observeCall(method.path.slice(1), connection);
      connection.client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        callMetadata(connection, context),
        { deadline: Date.now() + deadlineMs },
        (error: ServiceError | null, response?: object) => {
          finish(error?.code ?? status.OK);
          if (error) reject(fromGrpcError(error));
          else if (response) resolve(response);
          else reject(new AppError("internal", "internal", "empty gRPC response"));
        },
      );
    });
