import { Server, ServerCredentials } from "@grpc/grpc-js";
import { loadService } from "@orbline/proto/load";
import { checkCaller, type GrpcService, unaryHandler } from "./handler.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";

export type GrpcServer = {
  port: number;
  /** Stops accepting and resolves once the calls in flight are answered, or cut off after `drainMs`. */
  close: (options?: { drainMs?: number }) => Promise<void>;
};

/** Serves gRPC services. Every call needs a known caller's token and a place on the method's allow-list. */
export async function serveGrpc({
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
}): Promise<GrpcServer> {
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
}
