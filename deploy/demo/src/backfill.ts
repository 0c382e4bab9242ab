import { z } from "zod";
import { createClient } from "./http-client.ts";
import { type DemoTarget, demoLogins } from "./seed.ts";

/** Maximum seconds that `make up` spends on the demo's past. */
export const backfillGoal = 10;

/** The line that the backfill command printed, and the duration of the whole backfill. */
export type BackfillReport = { result: string; seconds: number };

/**
 * Fills in the last days of the simulated season with the prediction service's command; `predictionUrl` is the address of
 * the service itself. @throws when the command or the service fails
 */
export async function backfillSeason(
  target: DemoTarget & { predictionUrl: string },
  days?: string,
): Promise<BackfillReport> {
  const startedAt = performance.now();
  const user = await demoUserId(target);
  const printed = await target.runCommand("prediction", "src/commands/slate/backfill.ts", {
    LOG_LEVEL: "error",
    ...(days !== undefined && { BACKFILL_DAYS: days }),
    ...(user !== undefined && { BACKFILL_USER: user }),
  });
  await reloadRecord(target.predictionUrl);
  return { result: printed.trimEnd(), seconds: (performance.now() - startedAt) / 1_000 };
}

/** The line that `make up` prints: days, counts, and the duration beside its goal. */
export function backfillLine({ result, seconds }: BackfillReport): string {
  const verdict = seconds > backfillGoal ? "MISSED" : "met";
  return `${result}; ${seconds.toFixed(1)} s, goal ≤ ${backfillGoal} s: ${verdict}`;
}

/** Id of the demo subscriber; undefined after a change of its password. */
async function demoUserId({ url, passwords }: DemoTarget): Promise<string | undefined> {
  const subscriber = demoLogins(passwords).find(({ who }) => who === "subscriber");
  const { username, password } = subscriber ?? {};
  const { status, body } = await createClient(url).post("/api/login", { username, password });
  return status === 200 ? z.object({ id: z.string() }).parse(body).id : undefined;
}

/** Refreshes the track record, which the running service keeps in memory. */
async function reloadRecord(predictionUrl: string): Promise<void> {
  const response = await fetch(`${predictionUrl}/internal/slate/settle`, { method: "POST" });
  if (!response.ok) throw new Error(`the prediction service responded ${response.status}`);
}
