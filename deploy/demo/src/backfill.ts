import { z } from "zod";
import type { BackfillReport } from "./backfill-report.ts";
import { createClient } from "./http-client.ts";
import { type DemoTarget, demoLogins } from "./seed.ts";

/**
 * Fills in the last days of the simulated season by the prediction service's own command; `predictionUrl` is the
 * service's own address. @throws when the command or the service fails
 */
export async function backfillSeason(
  target: DemoTarget & { predictionUrl: string },
  days?: string,
): Promise<BackfillReport> {
  const startedAt = performance.now();
  const user = await demoUserId(target);
  const said = await target.runCommand("prediction", "src/commands/slate/backfill.ts", {
    LOG_LEVEL: "error",
    ...(days !== undefined && { BACKFILL_DAYS: days }),
    ...(user !== undefined && { BACKFILL_USER: user }),
  });
  await reloadRecord(target.predictionUrl);
  return { said: said.trimEnd(), seconds: (performance.now() - startedAt) / 1_000 };
}

/** Id of the demo subscriber; undefined when its password was changed. */
async function demoUserId({ url, passwords }: DemoTarget): Promise<string | undefined> {
  const subscriber = demoLogins(passwords).find(({ who }) => who === "subscriber");
  const { username, password } = subscriber ?? {};
  const { status, body } = await createClient(url).post("/api/login", { username, password });
  return status === 200 ? z.object({ id: z.string() }).parse(body).id : undefined;
}

/** The running service keeps the track record in memory. */
async function reloadRecord(predictionUrl: string): Promise<void> {
  const response = await fetch(`${predictionUrl}/internal/slate/settle`, { method: "POST" });
  if (!response.ok) throw new Error(`the prediction service answered ${response.status}`);
}
