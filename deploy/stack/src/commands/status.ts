import { runCommand } from "@orbline/engines/command";
import { processHealth } from "../health.ts";
import { loadSettings } from "../configuration/settings.ts";
import { processStates } from "../supervisor.ts";

function row(cells: string[]) {
  const widths = [16, 14, 8, 9, 9, 8];
  console.log(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" "));
}

await runCommand(async () => {
  const settings = loadSettings();
  const states = await processStates(settings);
  if (states.length === 0) throw new Error("nothing is running; start it with: make up");
  const health = await processHealth(settings);
  row(["process", "status", "serves", "pid", "restarts", "MB"]);
  for (const { name, status, pid, restarts, mem } of states) {
    const serves = { true: "yes", false: "no" }[String(health.get(name))] ?? "-";
    row([name, status, serves, String(pid), String(restarts), (mem / 1e6).toFixed(0)]);
  }
  if (states.some(({ name }) => health.get(name) === false)) process.exitCode = 1;
});
