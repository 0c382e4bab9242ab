import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceError,
} from "@grpc/grpc-js";
import { loadProto } from "@orbline/proto/load";
import type { MethodDefinition, ServiceDefinition } from "@grpc/proto-loader";
import { currentContext } from "./context.ts";
import { AppError } from "./errors.ts";
import { fromGrpcError } from "./grpc-errors.ts";
import { checkCaller, type GrpcService, unaryHandler } from "./grpc-handler.ts";
import type { GrpcClient } from "./grpc-types.ts";
import type { Logger } from "./logger.ts";

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
}: {
  services: GrpcService[];
  tokens: Record<string, string>;
  host: string;
  port: number;
  logger: Logger;
}): Promise<GrpcServer> => {
  const server = new Server({ "grpc.max_receive_message_length": 1_048_576 });
  const authenticate = checkCaller(tokens);
  for (const service of services) {
    const definition = loadService(service.file, service.name);
    const implementation = Object.fromEntries(
      Object.keys(definition).map((method) => [
        method,
        unaryHandler({ service, method, authenticate, logger }),
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

const callMetadata = (caller: string, token: string) => {
  const metadata = new Metadata();
  metadata.set("x-caller", caller);
  metadata.set("authorization", `Bearer ${token}`);
  const context = currentContext();
  if (context) metadata.set("x-request-id", context.requestId);
  if (context?.traceparent) metadata.set("traceparent", context.traceparent);
  return metadata;
};

/** A typed client of another service; each call has a deadline (1 s unless told) and carries our token. */
export const connectGrpc = <Definition>({
  file,
  name,
  address,
  caller,
  token,
}: {
  file: string;
  name: string;
  address: string;
  caller: string;
  token: string;
}): GrpcClient<Definition> & { close: () => void } => {
  const definition = loadService(file, name);
  const client = new Client(address, credentials.createInsecure(), {
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1_000,
  });
  const unary =
    (method: MethodDefinition<object, object>) =>
    (request: object, { deadlineMs = 1_000 }: { deadlineMs?: number } = {}) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          method.path,
          method.requestSerialize,
          method.responseDeserialize,
          request,
          callMetadata(caller, token),
          { deadline: Date.now() + deadlineMs },
          (error: ServiceError | null, response?: object) => {
            if (error) reject(fromGrpcError(error));
            else if (response) resolve(response);
            else reject(new AppError("internal", "internal", "empty gRPC answer"));
          },
        );
      });
  const calls = Object.fromEntries(
    Object.entries(definition).map(([method, details]) => [method, unary(details)]),
  );
  return { ...(calls as GrpcClient<Definition>), close: () => client.close() };
};
