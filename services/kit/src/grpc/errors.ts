import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { z } from "zod";
import { errorMap, isErrorKind, toAppError } from "../error-map.ts";
import { AppError, unavailable } from "../errors.ts";

const issuesKey = "issues-bin";
const retryKey = "retry-after";
const issuesSchema = z.array(z.object({ path: z.string(), message: z.string() }));

function readIssues(text: string) {
  try {
    return issuesSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readDetails(metadata: Metadata) {
  const retryAfter = Number(metadata.get(retryKey)[0] ?? Number.NaN);
  const sent = metadata.get(issuesKey)[0];
  const issues = sent === undefined ? undefined : readIssues(String(sent));
  return {
    ...(issues && { issues }),
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  };
}

/** An error as gRPC carries it: status from the error map, kind, code and details in the metadata, nothing internal. */
export function toGrpcError(thrown: unknown) {
  const error = toAppError(thrown);
  const metadata = new Metadata();
  metadata.set("kind", error.kind);
  metadata.set("code", error.code);
  if (error.issues && error.kind !== "internal")
    metadata.set(issuesKey, Buffer.from(JSON.stringify(error.issues)));
  if (error.retryAfterSeconds !== undefined)
    metadata.set(retryKey, String(error.retryAfterSeconds));
  return {
    code: errorMap[error.kind].grpc,
    details: error.kind === "internal" ? "internal error" : error.message,
    metadata,
  };
}

const outages: readonly number[] = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED];

/** The same error on the caller's side. An unreachable or slow service is `unavailable`. */
export function fromGrpcError(error: ServiceError): AppError {
  const kind = error.metadata?.get("kind")[0];
  const code = error.metadata?.get("code")[0];
  if (isErrorKind(kind) && typeof code === "string")
    return new AppError(kind, code, error.details, {
      ...readDetails(error.metadata),
      cause: error,
    });
  return outages.includes(error.code)
    ? unavailable(error)
    : new AppError("internal", "internal", "internal error", { cause: error });
}
