import { runCommand } from "@orbline/engines/command";
import { loadSettings } from "../configuration/settings.ts";
import { stackPids, stopStack } from "../supervisor.ts";

await runCommand(async () => {
  const settings = loadSettings();
  if (stackPids(settings).length === 0) return console.log("nothing is running");
  await stopStack(settings);
  const left = stackPids(settings);
  if (left.length > 0) throw new Error(`still running: process ${left.join(", ")}`);
  console.log("stopped");
});
