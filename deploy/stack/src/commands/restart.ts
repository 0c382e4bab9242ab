import { runCommand, step } from "@orbline/engines/command";
import { loadSettings } from "../configuration/settings.ts";
import { waitUntilHealthy } from "../health.ts";
import { processStates, restartProcess } from "../supervisor.ts";

/** `make restart S=identity` restarts one process and waits until everything serves again. */
await runCommand(async () => {
  const settings = loadSettings();
  const [wanted = process.env["S"]] = process.argv.slice(2);
  const names = (await processStates(settings)).map(({ name }) => name);
  if (names.length === 0) throw new Error("nothing is running; start it with: make up");
  if (wanted === undefined || !names.includes(wanted))
    throw new Error(`name a process with S=, one of ${names.join(", ")}`);
  await step(`${wanted} serves again`, async () => {
    await restartProcess(settings, wanted);
    await waitUntilHealthy(settings);
  });
});
