/** An error of the library; one for several attempts contains the error of each. */
type LibraryError = Error & {
  code?: string;
  /** Kafka's name of the error, such as `TOPIC_ALREADY_EXISTS`. */
  apiId?: string;
  canRetry?: boolean;
  needsRejoin?: boolean;
};

/** Whether the brokers do not respond, so that a later attempt can succeed. */
export function isUnreachable(error: unknown): boolean {
  return !isRefusal(error) && causes(error).some(isTemporary);
}

/** Whether a broker has understood and refused, so that no later attempt can succeed. */
export function isRefusal(error: unknown): boolean {
  return causes(error).some(refuses);
}

/** Whether Kafka has responded with the error of this name. */
export function hasApiId(error: unknown, apiId: string): boolean {
  return causes(error).some((cause) => cause.apiId === apiId);
}

/** The reason of a failure, as an error whose message names it: a refusal, else the last cause. */
export function reasonOf(error: unknown): Error {
  const all = causes(error);
  return all.findLast(refuses) ?? all.at(-1) ?? new Error(String(error));
}

function isTemporary({ code, canRetry }: LibraryError): boolean {
  return code === "PLT_KFK_NETWORK" || code === "PLT_KFK_TIMEOUT" || canRetry === true;
}

function refuses({ code, canRetry, needsRejoin }: LibraryError): boolean {
  return (
    code === "PLT_KFK_AUTHENTICATION" ||
    (code === "PLT_KFK_PROTOCOL" && canRetry === false && !needsRejoin)
  );
}

/** The errors of all attempts, each followed by what caused it. */
function causes(error: unknown): LibraryError[] {
  if (error instanceof AggregateError) return error.errors.flatMap(causes);
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}
