// npm run compose-secrets: makes the secrets of a profile, without starting anything
import { runCommand } from "@orbline/engines/command";
import { secretsFolder } from "./compose-secrets.ts";
import { loadSettings } from "./config.ts";
import { prepare } from "./prepare.ts";

await runCommand(() => {
  const settings = loadSettings();
  const { file } = prepare(settings);
  console.log(`secrets: ${secretsFolder(settings)}\nvariables: ${file}`);
  return Promise.resolve();
});
