// Advances the clock of a running slate: npm run slate:advance -- --days N
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { readAdvanceConfig } from "../../config.ts";

const responseSchema = z.object({ now: z.iso.datetime(), settled: z.int() });
const refusalSchema = z.object({ message: z.string() });

async function advance(daysArgument: string): Promise<string> {
  const settings = fileURLToPath(new URL("../../../../../.env", import.meta.url));
  if (existsSync(settings)) process.loadEnvFile(settings);
  const { PREDICTION_PORT: port, DAYS: days } = readAdvanceConfig(daysArgument);
  const response = await post(port, days);
  if (response.status === 404)
    throw new Error("the service runs in production: its clock cannot be advanced");
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(refusalSchema.parse(body).message);
  const { now, settled } = responseSchema.parse(body);
  return `The slate's clock is at ${now}; ${settled} predictions were settled.\n`;
}

async function post(port: number, days: number): Promise<Response> {
  try {
    return await fetch(`http://127.0.0.1:${port}/internal/slate/advance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ days }),
    });
  } catch (cause) {
    throw new Error(
      `no prediction service responds on port ${port}: start the product (make up), or set PREDICTION_PORT`,
      { cause },
    );
  }
}

try {
  const { values } = parseArgs({ options: { days: { type: "string", default: "1" } } });
  process.stdout.write(await advance(values.days));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
