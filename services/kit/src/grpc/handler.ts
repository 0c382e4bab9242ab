import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { status, type Metadata, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { withContext } from "../observability/context.ts";
import { AppError } from "../errors.ts";
import { toGrpcError } from "./errors.ts";
import type { GrpcAllowList, GrpcHandlers } from "./types.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { beginSpan, grpcResult } from "../observability/tracing.ts";

type Handler = (request: object, call: { caller: string }) => Promise<object>;

export type GrpcService = {
  file: string;
  name: string;
  handlers: Record<string, Handler>;
  allow: Record<string, readonly string[]>;
};

/** Types the handlers and the allow-list by the service's generated definition. */
export const grpcService = <Definition>(
  service: Pick<GrpcService, "file" | "name"> & {
    handlers: GrpcHandlers<Definition>;
    allow: GrpcAllowList<Definition>;
  },
) => service as unknown as GrpcService;

/** The accepted token of each caller, or two while it is replaced. */
export type CallerTokens = Record<string, string | readonly string[]>;

/** Finds the caller that a call's token belongs to, in constant time. @throws unauthenticated */
export function checkCaller(tokens: CallerTokens) {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac("sha256", key).update(text).digest();
  const expected = new Map(
    Object.entries(tokens).map(([caller, accepted]) => [caller, [accepted].flat().map(digest)]),
  );
  const nobody = [digest(randomUUID())];
  return (metadata: Metadata): string => {
    const caller = String(metadata.get("x-caller")[0] ?? "");
    const token = String(metadata.get("authorization")[0] ?? "").replace(/^Bearer /, "");
    const given = digest(token);
    if (!(expected.get(caller) ?? nobody).some((one) => timingSafeEqual(given, one)))
      throw new AppError("unauthenticated", "caller.unknown", "Unknown caller or wrong token.");
    return caller;
  };
}

type Options = {
  service: GrpcService;
  method: string;
  authenticate: (metadata: Metadata) => string;
  logger: Logger;
  metrics: Metrics | undefined;
};

/** Wraps one handler with authentication, allow-list, request context, one log line, and the error map. */
export function unaryHandler({ service, method, authenticate, logger, metrics }: Options) {
  return (call: ServerUnaryCall<object, object>, callback: sendUnaryData<object>): void => {
    const startedAt = performance.now();
    const requestId = String(call.metadata.get("x-request-id")[0] ?? randomUUID());
    const parent = call.metadata.get("traceparent")[0]?.toString();
    const name = `${service.name}/${method}`;
    const span = beginSpan("server", name, parent);
    const traceparent = span?.traceparent ?? parent;
    const serve = async () => {
      const caller = authenticate(call.metadata);
      if (!service.allow[method]?.includes(caller))
        throw new AppError("forbidden", "caller.forbidden", `${caller} may not call ${method}.`);
      const handler = service.handlers[method];
      if (!handler) throw new AppError("internal", "internal", `${method} has no handler`);
      return handler(call.request, { caller });
    };
    const finish = (code: string, sent: status) => {
      const ms = performance.now() - startedAt;
      metrics?.grpcServer.observe({ method: name, code: status[sent] }, ms / 1_000);
      logger.info({ method, code, ms }, "call");
      span?.end(grpcResult("server", sent));
    };
    void withContext({ requestId, ...(traceparent && { traceparent }) }, () =>
      serve().then(
        (response) => {
          finish("ok", status.OK);
          callback(null, response);
        },
        (thrown: unknown) => {
          const error = toGrpcError(thrown);
          if (error.code === status.INTERNAL) logger.error({ err: thrown, method }, "call failed");
          finish(String(error.metadata.get("code")[0]), error.code);
          callback(error);
        },
      ),
    );
  };
}
