// Fills in a past of the running product's simulated season: npm run slate:backfill -- --days N
import { parseArgs } from "node:util";
import { runCommand } from "@orbline/engines/command";
import { backfill } from "../demo.ts";
import { loadSettings } from "../configuration/settings.ts";
import { isSupervisorRunning } from "../supervisor.ts";

await runCommand(async () => {
  const { values } = parseArgs({ options: { days: { type: "string" } } });
  const settings = loadSettings();
  if (!(await isSupervisorRunning(settings))) throw new Error("nothing runs here: make up first");
  const { said, seconds } = await backfill(settings, values.days);
  console.log(`${said}, in ${seconds.toFixed(1)} s`);
});
