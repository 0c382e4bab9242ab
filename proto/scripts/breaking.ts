// Compares the .proto files with branch main and refuses wire-breaking changes.
import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const git = (...args: string[]) => spawnSync("git", args, { cwd: repository, encoding: "utf8" });

const base = ["origin/main", "main"].find(
  (ref) => git("rev-parse", "--verify", "--quiet", `${ref}:proto/buf.yaml`).status === 0,
);
if (base) {
  const commit = git("rev-parse", base).stdout.trim();
  execFileSync("buf", ["breaking", "proto", "--against", `.git#ref=${commit},subdir=proto`], {
    cwd: repository,
    stdio: "inherit",
  });
} else {
  console.log("buf breaking: no earlier .proto files to compare with");
}
