import { spawn } from "node:child_process";
import { once } from "node:events";
import { inheritedEnv } from "./config.ts";
import { repoRoot } from "./repo.ts";

const make = async (target: string, env: NodeJS.ProcessEnv): Promise<number> => {
  const startedAt = performance.now();
  const child = spawn("make", ["-C", repoRoot, target], {
    env: { ...inheritedEnv(), ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`make ${target} ended with exit code ${code}`);
  return (performance.now() - startedAt) / 1_000;
};

/** Seconds that `make up` takes on data and ports that it has been run on before. */
export const measureWarmUp = async (env: NodeJS.ProcessEnv): Promise<number> => {
  await make("up", env);
  await make("down", env);
  const seconds = await make("up", env);
  await make("down", env);
  return seconds;
};
