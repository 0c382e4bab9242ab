import { run } from "@orbline/engines/command";
import { repoRoot } from "@orbline/engines/paths";

const works = (command: string, args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** Runs the Docker client. @throws with the end of its output if it fails */
export const docker = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  run("docker", args, { cwd: repoRoot, env: { ...process.env, ...env } });

async function composeCommand(): Promise<[string, ...string[]]> {
  if (await works("docker", ["compose", "version"])) return ["docker", "compose"];
  if (await works("docker-compose", ["version"])) return ["docker-compose"];
  throw new Error("Docker Compose is missing: install Docker with its compose plugin");
}

/** Runs Compose, version 1 or 2, with these variables. @throws with the end of its output if it fails */
export async function compose(args: string[], env: NodeJS.Dict<string>): Promise<string> {
  const [command, ...first] = await composeCommand();
  return run(command, [...first, ...args], { cwd: repoRoot, env: { ...process.env, ...env } });
}

/** @throws one line when no Docker engine responds */
export async function requireEngine(): Promise<void> {
  try {
    await docker(["version"]);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n").at(-1) : "";
    throw new Error(`no Docker engine responds: ${reason}`, { cause: error });
  }
}
