import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { z } from "zod";
import { errorMap, toAppError } from "../error-map.ts";
import { AppError, type ErrorKind } from "../errors.ts";

const kindByStatus = new Map(
  Object.entries(errorMap).map(([kind, { grpc }]) => [grpc, kind as ErrorKind]),
);

const issuesKey = "issues-bin";
const retryKey = "retry-after";
const issuesSchema = z.array(z.object({ path: z.string(), message: z.string() }));

const readIssues = (text: string) => {
  try {
    return issuesSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // the message alone says enough
  }
};

const readDetails = (metadata: Metadata) => {
  const retryAfter = Number(metadata.get(retryKey)[0] ?? Number.NaN);
  const sent = metadata.get(issuesKey)[0];
  const issues = sent === undefined ? undefined : readIssues(String(sent));
  return {
    ...(issues && { issues }),
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  };
};

/** An error as gRPC carries it: status from the error map, our code in the metadata, nothing internal told. */
export const toGrpcError = (thrown: unknown) => {
  const error = toAppError(thrown);
  const metadata = new Metadata();
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
};

const outages: readonly number[] = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED];

/** The same error on the caller's side; an unreachable or slow service is `unavailable`. */
export const fromGrpcError = (error: ServiceError): AppError => {
  const sent = error.metadata?.get("code")[0];
  const kind = kindByStatus.get(error.code) ?? "internal";
  if (typeof sent === "string")
    return new AppError(kind, sent, error.details, {
      ...readDetails(error.metadata),
      cause: error,
    });
  if (!outages.includes(error.code))
    return new AppError("internal", "internal", "internal error", { cause: error });
  return new AppError(
    "unavailable",
    "unavailable",
    "The service is briefly unavailable. Please try again.",
    { cause: error, retryAfterSeconds: 2 },
  );
};
