import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "@orbline/engines/command";
import { loadSettings } from "../configuration/settings.ts";

/** `make logs` follows every process, `make logs S=identity` one process. Ctrl-C ends it. */
await runCommand(async () => {
  const folder = join(loadSettings().dataDir, "logs");
  const [only = process.env["S"]] = process.argv.slice(2);
  const all = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".log")) : [];
  const names = only ? all.filter((name) => name === `${only}.log`) : all;
  if (names.length === 0) throw new Error(`no log of ${only ?? "any process"} in ${folder}`);
  const files = names.map((name) => join(folder, name));
  const tail = spawn("tail", ["-n", "20", "-F", ...files], { stdio: "inherit" });
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => tail.kill(name));
  await new Promise((resolve) => tail.once("exit", resolve));
});
