import { readdirSync, rmSync, existsSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "@orbline/engines/command";
import { loadSettings } from "../configuration/settings.ts";
import { stackPids, stopStack } from "../supervisor.ts";

/** What the product writes below its data folder; nothing else in there is touched. */
const written = ["kafka", "mongo", "redis", "mailbox", "stripe-sandbox", "logs", "run"];

await runCommand(async () => {
  const settings = loadSettings();
  if (stackPids(settings).length > 0) {
    console.log("stopping the running product");
    await stopStack(settings);
  }
  for (const name of [...written, "secrets.env"]) {
    rmSync(join(settings.dataDir, name), { recursive: true, force: true });
  }
  const { dataDir } = settings;
  if (existsSync(dataDir) && readdirSync(dataDir).length === 0)
    rmSync(dataDir, { recursive: true });
  console.log(`local data in ${dataDir} is deleted`);
});
