import { spawn } from "node:child_process";
import { once } from "node:events";
import { backfillSecondsIn } from "@orbline/demo/backfill-report";
import { inheritedEnv } from "./config.ts";
import { repoRoot } from "@orbline/engines/paths";

const make = async (target: string, env: NodeJS.ProcessEnv) => {
  const startedAt = performance.now();
  const child = spawn("make", ["-C", repoRoot, target], {
    env: { ...inheritedEnv(), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`make ${target} ended with exit code ${code}`);
  return { seconds: (performance.now() - startedAt) / 1_000, printed };
};

/** Seconds that `make up` took for the past of a fresh demo, and as a whole on data that it had been run on before. */
export type Starts = { backfillSeconds: number; warmUpSeconds: number };

/** Measures two starts of a product on data and ports of its own. @throws when the first filled in no past */
export const measureStarts = async (env: NodeJS.ProcessEnv): Promise<Starts> => {
  const first = await make("up", env);
  await make("down", env);
  const second = await make("up", env);
  await make("down", env);
  const backfillSeconds = backfillSecondsIn(first.printed);
  if (backfillSeconds === undefined) throw new Error("the first make up filled in no past");
  return { backfillSeconds, warmUpSeconds: second.seconds };
};
