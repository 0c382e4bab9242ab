import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheDir } from "./paths.ts";
import { run } from "./command.ts";
import { hashOf, isStamped, stamp } from "./stamp.ts";

/** A part that is built from sources or fetched from a package registry. */
export type Installation = {
  name: string;
  /** File or folder that the build creates. */
  output: string;
  /** Hash of everything that the output depends on. */
  inputs: () => string;
  build: () => Promise<unknown>;
  /** Builds with the same tool run in sequence, because Maven's repository is not safe for two writers. */
  tool: "maven" | "go" | "npm" | "pip";
};

/**
 * Builds the parts that are missing or out of date. Several processes may call it concurrently.
 * @throws with the last lines of a build that fails
 */
export async function install(...wanted: Installation[]): Promise<void> {
  const tools = Map.groupBy(wanted.filter(isOutdated), ({ tool }) => tool);
  await Promise.all(
    [...tools].map(async ([tool, parts]) => {
      const release = await lock(tool);
      try {
        for (const part of parts.filter(isOutdated)) await build(part);
      } finally {
        release();
      }
    }),
  );
}

/**
 * A program built from its own Go module; `go.mod` and `go.sum` in `project` pin the versions. A program that need not be
 * fast is compiled without inlining, which takes a third less time.
 */
export function goProgram(parts: {
  project: string;
  source: string;
  output: string;
  mustBeFast?: boolean;
}) {
  const { project, source, output, mustBeFast = false } = parts;
  const compiler = mustBeFast ? [] : ["-gcflags=all=-l"];
  return {
    name: output.split("/").at(-1) ?? output,
    output,
    inputs: () => hashOf([project], source),
    build: () =>
      run("go", ["build", "-trimpath", ...compiler, "-ldflags", "-s -w", "-o", output, source], {
        cwd: project,
        env: { ...process.env, CGO_ENABLED: "0" },
      }),
    tool: "go",
  } satisfies Installation;
}

/** A program from PyPI in a virtual environment of its own; the file `requirements` pins all versions. */
export function pythonProgram(parts: { name: string; program: string; requirements: string }) {
  const folder = join(cacheDir, parts.name);
  return {
    name: parts.name,
    output: join(folder, "bin", parts.program),
    inputs: () => hashOf([parts.requirements]),
    build: async () => {
      await run("python3", ["-m", "venv", "--clear", folder]);
      const quiet = ["--quiet", "--disable-pip-version-check"];
      const list = ["--requirement", parts.requirements];
      await run(join(folder, "bin/pip"), ["install", ...quiet, ...list]);
    },
    tool: "pip",
  } satisfies Installation;
}

/** Whether this machine has the Python that a {@link pythonProgram} needs. */
export const hasPython = (): Promise<boolean> =>
  run("python3", ["-c", "import venv, ensurepip"]).then(
    () => true,
    () => false,
  );

/** The file with the hash of the last build's inputs. */
export const stampOf = ({ name }: Installation): string => join(cacheDir, `${name}.stamp`);

function isOutdated(part: Installation): boolean {
  return !existsSync(part.output) || !isStamped(stampOf(part), part.inputs());
}

async function build(part: Installation): Promise<void> {
  rmSync(stampOf(part), { force: true });
  await part.build();
  stamp(stampOf(part), part.inputs());
}

/** Waits for a kernel file lock, which the end of this process releases too. Returns the release. */
async function lock(tool: string): Promise<() => void> {
  mkdirSync(cacheDir, { recursive: true });
  const file = openSync(join(cacheDir, `${tool}.lock`), "a");
  const [code] = (await once(
    spawn("flock", ["--exclusive", "3"], { stdio: ["ignore", "inherit", "inherit", file] }),
    "exit",
  )) as [number | null];
  if (code !== 0) throw new Error(`flock failed (exit ${code})`);
  return () => closeSync(file);
}
