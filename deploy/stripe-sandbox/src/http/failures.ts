import { z } from "zod";
import type { Settings } from "../state/settings.ts";

/**
 * A planned failure of API calls: `refuse` responds with the status and does nothing, `lose` does
 * the work and closes the connection. `retryable` controls whether the official client retries.
 */
export const failureSchema = z.strictObject({
  method: z.enum(["GET", "POST", "DELETE"]),
  path: z.string().startsWith("/v1/").max(200),
  times: z.int().min(1).max(1000).default(1),
  mode: z.enum(["refuse", "lose"]).default("refuse"),
  status: z.int().min(400).max(599).default(500),
  /** Type and code of the error, for example `idempotency_error` and `idempotency_key_in_use`. */
  type: z
    .enum(["api_error", "card_error", "idempotency_error", "invalid_request_error"])
    .optional(),
  code: z.string().max(100).optional(),
  retryable: z.boolean().default(false),
});

export type Failure = z.output<typeof failureSchema>;

const settingName = "failures";

export function readFailures(settings: Settings): Failure[] {
  return settings.read(settingName, []);
}

export function writeFailures(settings: Settings, failures: Failure[]) {
  return settings.write(settingName, failures);
}

/** Returns the failure planned for a call and counts it as used. */
export function takeFailure(settings: Settings, method: string, path: string) {
  const planned = readFailures(settings);
  const hit = planned.find((each) => each.method === method && matches(each.path, path));
  if (!hit) return undefined;
  const left = planned
    .map((each) => (each === hit ? { ...each, times: each.times - 1 } : each))
    .filter(({ times }) => times > 0);
  writeFailures(settings, left);
  return hit;
}

function matches(pattern: string, path: string) {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`).test(path);
}
