import { Server, ServerCredentials } from "@grpc/grpc-js";
import { loadService } from "@orbline/proto/load";
import { type CallerTokens, checkCaller, type GrpcService, unaryHandler } from "./handler.ts";
import type { InternalTls } from "../internal-tls.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";

export type GrpcServer = {
  port: number;
  /** Accepts no further calls and waits for those in flight; cuts them off after `drainMs`. */
  close: (options?: { drainMs?: number }) => Promise<void>;
};

type Options = {
  services: GrpcService[];
  tokens: CallerTokens;
  host: string;
  port: number;
  logger: Logger;
  metrics?: Metrics;
  /** Without it, connections are plain. */
  tls?: InternalTls | undefined;
};

/**
 * Serves gRPC services. Every call needs a known caller's token and a place on the method's allow-list;
 * with `tls` also a certificate of the same authority.
 */
export async function serveGrpc(options: Options): Promise<GrpcServer> {
  const server = new Server({
    "grpc.max_receive_message_length": 1_048_576,
    // Clients then look the server's name up again, so that new replicas get calls.
    "grpc.max_connection_age_ms": 300_000,
    "grpc.max_connection_age_grace_ms": 10_000,
  });
  const { host, port, logger, metrics } = options;
  const authenticate = checkCaller(options.tokens);
  for (const service of options.services) {
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
    server.bindAsync(`${host}:${port}`, credentialsOf(options.tls), (error, actual) =>
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
}

function credentialsOf(tls: InternalTls | undefined): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const pair = { private_key: tls.key, cert_chain: tls.cert };
  return ServerCredentials.createSsl(tls.ca, [pair], true);
}
