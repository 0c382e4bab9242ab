// npm run live:advance -- --hours 6: moves the clock of the running live sandbox
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";

const settings = fileURLToPath(new URL("../../../.env", import.meta.url));
if (existsSync(settings)) process.loadEnvFile(settings);

const { values } = parseArgs({ options: { hours: { type: "string" }, speed: { type: "string" } } });
const { LIVE_SANDBOX_PORT = "8140" } = process.env;
const number = z.coerce.number().optional();
const body = { hours: number.parse(values.hours), speed: number.parse(values.speed) };
const response = await fetch(`http://127.0.0.1:${LIVE_SANDBOX_PORT}/_control/clock`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
}).catch(() => undefined);
const answer = z
  .object({ now: z.string().optional(), message: z.string().optional() })
  .parse(response ? await response.json() : { message: "no live sandbox runs: make live-demo" });
if (answer.now === undefined) process.exitCode = 1;
console.log(answer.now === undefined ? answer.message : `the clock is at ${answer.now}`);
