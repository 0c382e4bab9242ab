// Moves the clock of a running slate: npm run slate:advance -- --days N
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { readAdvanceConfig } from "../../config.ts";

const answerSchema = z.object({ now: z.iso.datetime(), settled: z.int() });
const refusalSchema = z.object({ message: z.string() });

try {
  const { values } = parseArgs({ options: { days: { type: "string", default: "1" } } });
  process.stdout.write(await advance(values.days));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** The product's own settings, where they are not in the environment. */
function readSettings() {
  const file = fileURLToPath(new URL("../../../../../.env", import.meta.url));
  if (existsSync(file)) process.loadEnvFile(file);
}

async function ask(port: number, days: number): Promise<Response> {
  try {
    return await fetch(`http://127.0.0.1:${port}/internal/slate/advance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ days }),
    });
  } catch (cause) {
    throw new Error(
      `no prediction service answers on port ${port}: start the product (make up), or set PREDICTION_PORT`,
      { cause },
    );
  }
}

/** Moves the clock and answers what came of it in words. */
async function advance(given: string): Promise<string> {
  readSettings();
  const { PREDICTION_PORT: port, DAYS: days } = readAdvanceConfig(given);
  const response = await ask(port, days);
  if (response.status === 404) throw new Error("the service runs in production: its clock stands");
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(refusalSchema.parse(answer).message);
  const { now, settled } = answerSchema.parse(answer);
  return `The slate's clock stands at ${now}; ${settled} predictions were settled.\n`;
}
