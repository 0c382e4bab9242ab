import { spawnSync } from "node:child_process";

/** Every TypeScript project is checked before the command fails, so that one run names all errors. */
const projects = [".", "web", "deploy/load"];

function check(project: string): boolean {
  const cache = `.cache/types/${project === "." ? "servers" : project}.tsbuildinfo`;
  const options = ["-p", project, "--incremental", "--tsBuildInfoFile", cache];
  return spawnSync("tsc", options, { stdio: "inherit" }).status === 0;
}

if (projects.filter((project) => !check(project)).length > 0) process.exitCode = 1;
