import { run } from "@orbline/engines/command";
import { repoRoot } from "@orbline/engines/paths";

const works = (command: string, args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** Runs Docker's client. @throws with the end of its output if it fails */
export const docker = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  run("docker", args, { cwd: repoRoot, env: { ...process.env, ...env } });

const composeCommand = async (): Promise<[string, ...string[]]> => {
  if (await works("docker", ["compose", "version"])) return ["docker", "compose"];
  if (await works("docker-compose", ["version"])) return ["docker-compose"];
  throw new Error("Docker Compose is missing: install Docker with its compose plugin");
};

/** Runs Compose, version 1 or 2, on the product with these variables. @throws with the end of its output if it fails */
export const compose = async (args: string[], env: NodeJS.Dict<string>): Promise<string> => {
  const [command, ...first] = await composeCommand();
  return run(command, [...first, ...args], { cwd: repoRoot, env: { ...process.env, ...env } });
};

/** @throws one line when no Docker engine answers */
export const requireEngine = async (): Promise<void> => {
  try {
    await docker(["version"]);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n").at(-1) : "";
    throw new Error(`no Docker engine answers: ${reason}`, { cause: error });
  }
};
