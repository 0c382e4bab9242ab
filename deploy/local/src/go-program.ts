import { existsSync } from "node:fs";
import { run } from "./run.ts";
import { hashOf, isStamped, stamp } from "./stamp.ts";

/**
 * A program that is built from its own Go module: the versions are pinned in the `go.mod` and `go.sum` of the
 * folder `project`, `source` is its main package, `binary` where it is put.
 */
export const goProgram = ({
  project,
  source,
  binary,
}: {
  project: string;
  source: string;
  binary: string;
}) => {
  const stampFile = `${binary}.stamp`;
  const inputs = () => hashOf([project], source);
  return {
    /** True if it is built from its current module files. */
    isInstalled: (): boolean => existsSync(binary) && isStamped(stampFile, inputs()),
    /** Builds it. @throws with the compiler's last lines */
    install: async (): Promise<void> => {
      const flags = ["-trimpath", "-ldflags", "-s -w"];
      const env = { ...process.env, CGO_ENABLED: "0" };
      await run("go", ["build", ...flags, "-o", binary, source], { cwd: project, env });
      stamp(stampFile, inputs());
    },
  };
};
