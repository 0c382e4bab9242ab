import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "@orbline/engines/command";
import { loadSettings } from "../configuration/settings.ts";
import { stackPids, stopStack } from "../supervisor.ts";

/** What the product writes into its data folder. Anything else in there stays. */
const written = "kafka mongo redis mailbox stripe-sandbox logs run secrets.env".split(" ");

await runCommand(async () => {
  const settings = loadSettings();
  const { dataDir } = settings;
  if (stackPids(settings).length > 0) {
    console.log("stopping the running product");
    await stopStack(settings);
  }
  for (const name of written) rmSync(join(dataDir, name), { recursive: true, force: true });
  if (existsSync(dataDir) && readdirSync(dataDir).length === 0)
    rmSync(dataDir, { recursive: true });
  console.log(`local data in ${dataDir} is deleted`);
});
