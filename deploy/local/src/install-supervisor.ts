import { existsSync } from "node:fs";
import { join } from "node:path";
import { localDir, supervisorBinary } from "./paths.ts";
import { run } from "./run.ts";
import { hashOf, isStamped, stamp } from "./stamp.ts";

const project = join(localDir, "process-compose");
const stampFile = `${supervisorBinary}.stamp`;
const inputs = () => hashOf([project]);

/** True if the supervisor is built from its current module files. */
export const isSupervisorInstalled = (): boolean =>
  existsSync(supervisorBinary) && isStamped(stampFile, inputs());

/** Builds process-compose from its own Go module (the versions are pinned in go.mod and go.sum). */
export const installSupervisor = async (): Promise<void> => {
  const source = "github.com/f1bonacc1/process-compose/src";
  const flags = ["-trimpath", "-ldflags", "-s -w"];
  const env = { ...process.env, CGO_ENABLED: "0" };
  await run("go", ["build", ...flags, "-o", supervisorBinary, source], { cwd: project, env });
  stamp(stampFile, inputs());
};
