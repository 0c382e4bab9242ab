import { spawnSync } from "node:child_process";

/** Every TypeScript project is checked before the command fails, so that one run names all errors. */
const projects = [".", "web", "deploy/load"];
const failed = projects.filter(
  (project) => spawnSync("tsc", ["-p", project], { stdio: "inherit" }).status !== 0,
);
if (failed.length > 0) process.exitCode = 1;
