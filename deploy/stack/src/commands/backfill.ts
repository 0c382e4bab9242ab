// npm run slate:backfill -- --days N: fills in a past of the running product's simulated season
import { parseArgs } from "node:util";
import { runCommand } from "@orbline/engines/command";
import { loadSettings } from "../configuration/settings.ts";
import { backfill } from "../demo.ts";
import { isSupervisorRunning } from "../supervisor.ts";

await runCommand(async () => {
  const { values } = parseArgs({ options: { days: { type: "string" } } });
  const settings = loadSettings();
  if (!(await isSupervisorRunning(settings))) throw new Error("nothing is running: make up first");
  const { result, seconds } = await backfill(settings, values.days);
  console.log(`${result}, in ${seconds.toFixed(1)} s`);
});
