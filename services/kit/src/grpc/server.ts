import { Client, credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { loadProto } from "@orbline/proto/load";
import type { ServiceDefinition } from "@grpc/proto-loader";
import { unaryCall } from "./client.ts";
import { checkCaller, type GrpcService, unaryHandler } from "./handler.ts";
import type { GrpcClient } from "./types.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";

/** Finds a service in its .proto file, e.g. ("identity/v1/identity.proto", "identity.v1.IdentityService"). */
const loadService = (file: string, name: string): ServiceDefinition => {
  const definition = loadProto(file)[name];
  if (!definition || "format" in definition) throw new Error(`${file} has no service ${name}`);
  return definition;
};

/** A running gRPC server. */
export type GrpcServer = {
  port: number;
  /** Stops accepting and resolves when the calls in flight are answered, or cut off after `drainMs`. */
  close: (options?: { drainMs?: number }) => Promise<void>;
};

/** Serves the given services; every call needs a known caller's token and a place on the method's allow-list. */
export const serveGrpc = async ({
  services,
  tokens,
  host,
  port,
  logger,
  metrics,
}: {
  services: GrpcService[];
  tokens: Record<string, string>;
  host: string;
  port: number;
  logger: Logger;
  metrics?: Metrics;
}): Promise<GrpcServer> => {
  const server = new Server({ "grpc.max_receive_message_length": 1_048_576 });
  const authenticate = checkCaller(tokens);
  for (const service of services) {
    const definition = loadService(service.file, service.name);
    const implementation = Object.fromEntries(
      Object.keys(definition).map((method) => [
        method,
        unaryHandler({ service, method, authenticate, logger, metrics }),
      ]),
    );
    server.addService(definition, implementation);
  }
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, actual) =>
      error ? reject(error) : resolve(actual),
    );
  });
  return {
    port: bound,
    close: ({ drainMs = 5_000 } = {}) =>
      new Promise((resolve) => {
        const cutOff = setTimeout(() => server.forceShutdown(), drainMs);
        server.tryShutdown(() => {
          clearTimeout(cutOff);
          resolve();
        });
      }),
  };
};

const keepaliveMs = 10_000;

/**
 * A typed client of another service; each call has a deadline (1 s unless told) and carries our token. A connection
 * whose other end is silent is given up and made anew.
 */
export const connectGrpc = <Definition>({
  file,
  name,
  address,
  caller,
  token,
  metrics,
  pingEveryMs = keepaliveMs,
}: {
  file: string;
  name: string;
  address: string;
  caller: string;
  token: string;
  metrics?: Metrics | undefined;
  /** How often the other end is asked whether it is there. */
  pingEveryMs?: number;
}): GrpcClient<Definition> & { close: () => void } => {
  const definition = loadService(file, name);
  const client = new Client(address, credentials.createInsecure(), {
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1_000,
    // A host that vanishes does not say so, and every call would wait for its deadline until the kernel gives up.
    "grpc.keepalive_time_ms": pingEveryMs,
    "grpc.keepalive_timeout_ms": 5_000,
    "grpc.keepalive_permit_without_calls": 1,
  });
  const connection = { client, caller, token, metrics };
  const calls = Object.fromEntries(
    Object.entries(definition).map(([method, details]) => [method, unaryCall(connection, details)]),
  );
  return { ...(calls as GrpcClient<Definition>), close: () => client.close() };
};
