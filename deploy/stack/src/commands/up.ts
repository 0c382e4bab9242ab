import { backfillLine } from "@orbline/demo/backfill-report";
import { webApp } from "../build-web.ts";
import { runCommand, secondsSince } from "@orbline/engines/command";
import { install } from "@orbline/engines/install";
import { stackInstallations } from "../processes.ts";
import { backfillOnce, seed } from "../demo.ts";
import { loadSettings, watched } from "../settings.ts";
import { claimPorts, startStack } from "../start-stack.ts";

const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = Date.now();
  const result = await work();
  console.log(`${name.padEnd(34)} ${secondsSince(startedAt)}`);
  return result;
};

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
  console.log(`\nOrbline is up after ${secondsSince(startedAt)}:  ${settings.publicOrigin}`);
  for (const { who, username, password } of logins) {
    console.log(`  ${who.padEnd(12)} ${username.padEnd(18)} ${password}`);
  }
  console.log(`  ${"mailbox".padEnd(12)} http://127.0.0.1:${settings.ports.MAILBOX_PORT}`);
  console.log(`  ${"payments".padEnd(12)} http://127.0.0.1:${settings.ports.STRIPE_SANDBOX_PORT}`);
  console.log(`\nmake status · make logs · make down`);
});
