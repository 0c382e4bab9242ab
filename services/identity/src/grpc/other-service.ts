import { AppError } from "@orbline/kit/errors";

/** A service is given longer than a look-up: it may have to ask the payment provider. */
export const slowCall = { deadlineMs: 15_000 };

/** The JSON object in an answer. @throws internal when it is none */
export const readObject = (json: string): Record<string, unknown> => {
  const value = JSON.parse(json) as unknown;
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new AppError("internal", "internal", "an export is no JSON object");
};
