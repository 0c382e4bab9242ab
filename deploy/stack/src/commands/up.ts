import { backfillLine } from "@orbline/demo/backfill";
import { welcome } from "@orbline/demo/welcome";
import { runCommand, secondsSince, step } from "@orbline/engines/command";
import { install } from "@orbline/engines/install";
import { loadSettings, watched } from "../configuration/settings.ts";
import { adminCodeCommand, backfillOnce, seed } from "../demo.ts";
import { stackInstallations, webApp } from "../processes.ts";
import { claimPorts, startStack } from "../start.ts";

await runCommand(async () => {
  const startedAt = Date.now();
  const watch = process.argv.includes("--watch");
  const settings = watch ? watched(loadSettings()) : loadSettings();
  await claimPorts(settings);
  await Promise.all([
    step("engines and supervisor installed", () => install(...stackInstallations())),
    step("web app built", () => install(webApp)),
  ]);
  await step("everything serves", () => startStack(settings, { watch }));
  const logins = await step("demo users", () => seed(settings));
  const past = await step("the demo's past", () => backfillOnce(settings));
  if (past) console.log(`  ${backfillLine(past)}`);
  const { publicOrigin: origin, ports } = settings;
  const adminCode = adminCodeCommand(settings.dataDir);
  console.log(welcome({ origin, time: secondsSince(startedAt), logins, adminCode, ports }));
  console.log(`\nmake status · make logs · make down`);
});
