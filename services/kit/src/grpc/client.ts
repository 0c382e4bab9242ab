import { type Client, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { MethodDefinition } from "@grpc/proto-loader";
import { currentContext, type RequestContext } from "../observability/context.ts";
import { AppError } from "../errors.ts";
import { fromGrpcError } from "./errors.ts";
import type { Metrics } from "../observability/metrics.ts";
import { grpcResult } from "../observability/tracing-results.ts";
import { beginSpan } from "../observability/tracing.ts";

/** A client and whose calls it makes. */
export type Connection = {
  client: Client;
  caller: string;
  token: string;
  metrics: Metrics | undefined;
};

const callMetadata = (
  { caller, token }: Connection,
  { requestId, traceparent }: Partial<RequestContext>,
) => {
  const metadata = new Metadata();
  metadata.set("x-caller", caller);
  metadata.set("authorization", `Bearer ${token}`);
  if (requestId) metadata.set("x-request-id", requestId);
  if (traceparent) metadata.set("traceparent", traceparent);
  return metadata;
};

/** Begins the trace and the measurement of one call; the result is told the code it ended with. */
const observeCall = (method: string, { metrics }: Connection) => {
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
};

/** Makes one method a function that resolves with the answer. @throws AppError of the kind that was sent */
export const unaryCall =
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
          else reject(new AppError("internal", "internal", "empty gRPC answer"));
        },
      );
    });
