import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { errorMap, toAppError } from "./error-map.ts";
import { AppError, type ErrorKind } from "./errors.ts";

const kindByStatus = new Map(
  Object.entries(errorMap).map(([kind, { grpc }]) => [grpc, kind as ErrorKind]),
);

/** An error as gRPC carries it: status from the error map, our code in the metadata, nothing internal told. */
export const toGrpcError = (thrown: unknown) => {
  const error = toAppError(thrown);
  const metadata = new Metadata();
  metadata.set("code", error.code);
  return {
    code: errorMap[error.kind].grpc,
    details: error.kind === "internal" ? "internal error" : error.message,
    metadata,
  };
};

/** The same error on the caller's side; an unreachable or slow service is `unavailable`. */
export const fromGrpcError = (error: ServiceError): AppError => {
  const sent = error.metadata?.get("code")[0];
  if (typeof sent === "string")
    return new AppError(kindByStatus.get(error.code) ?? "internal", sent, error.details);
  const isOutage =
    error.code === status.UNAVAILABLE ||
    error.code === status.DEADLINE_EXCEEDED ||
    error.code === status.CANCELLED;
  return isOutage
    ? new AppError(
        "unavailable",
        "unavailable",
        "The service is briefly unavailable. Please try again.",
        {
          cause: error,
          retryAfterSeconds: 2,
        },
      )
    : new AppError("internal", "internal", "internal error", { cause: error });
};
