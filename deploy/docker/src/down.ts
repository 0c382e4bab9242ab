import { existsSync } from "node:fs";
import { runCommand } from "@orbline/engines/command";
import { composeEnvFile, composeProfile, readComposeEnv } from "./compose-env.ts";
import { loadSettings } from "./config.ts";
import { compose, requireEngine } from "./docker.ts";

await runCommand(async () => {
  const settings = loadSettings();
  if (!existsSync(composeEnvFile(settings))) return console.log("it was never started");
  await requireEngine();
  // Arguments go to Compose, such as --volumes, which deletes the data.
  const env = readComposeEnv(settings);
  await compose(["--profile", composeProfile(settings), "down", ...process.argv.slice(2)], env);
  console.log("stopped");
});
