// npm run secrets:rotate: replaces the gateway's key and the tokens between services, one step at a time
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { runCommand } from "@orbline/engines/command";
import { rotate, type RotationStep } from "../configuration/rotation.ts";
import { linesOf } from "../configuration/secrets.ts";
import { loadSettings } from "../configuration/settings.ts";

const usage = `Replaces the gateway's key pair and the tokens between services in three steps, without an outage.

  npm run secrets:rotate [-- --file .data/compose/prod/secrets.env]

Each run does the next step and says how to go on. The default file is secrets.env of the data folder.
`;

const next: Record<RotationStep, string> = {
  prepare: `step 1 of 3: services accept the next secrets too.
Restart gateway and services one by one. When all have restarted, run this command again.`,
  switch: `step 2 of 3: gateway and services use the next secrets.
Restart gateway and services one by one. Two minutes after the last restart, run this command again.`,
  finish: `step 3 of 3: services accept no other secrets.
Restart gateway and services one by one. Then the old secrets are worthless.`,
};

await runCommand(async () => {
  const options = { file: { type: "string" }, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const file = values.file ?? join(loadSettings().dataDir, "secrets.env");
  const { step, secrets } = rotate(parseEnv(readFileSync(file, "utf8")));
  writeFileSync(`${file}.new`, linesOf(secrets), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  console.log(next[step]);
});
