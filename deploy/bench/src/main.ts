import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayGroup } from "./gateway-group.ts";
import { goals, names } from "./goals.ts";
import { startLoad } from "./load.ts";
import { type Options, readOptions } from "./options.ts";
import { type ProductFigures, measureProduct } from "./product-group.ts";
import { repoRoot } from "@orbline/engines/paths";
import { measureRounds } from "./rounds.ts";
import { judge, type Samples } from "./summary.ts";
import {
  idleTable,
  isIdleMissed,
  isStartMissed,
  startTable,
  subjectTable,
  verdictTable,
} from "./table.ts";

const measureGateway = async (options: Options, dataDir: string): Promise<Samples> => {
  const { subjects, stop } = await startGatewayGroup(options, dataDir);
  const load = await startLoad();
  try {
    return await measureRounds({ load, subjects, ...options });
  } finally {
    await load.stop();
    await stop();
  }
};

/** Prints and keeps what was measured; whether a goal was missed. */
const report = (options: Options, { samples, idle, starts }: ProductFigures): boolean => {
  const verdicts = judge(goals, samples);
  const references = [names.nginx, names.pipe, names.express].filter((name) => name in samples);
  if (Object.keys(samples).length > 0)
    console.log(`\n${subjectTable(samples, references)}\n\n${verdictTable(verdicts)}`);
  if (idle) console.log(`\n${idleTable(idle)}`);
  if (starts) console.log(`\n${startTable(starts)}`);
  const folder = join(repoRoot, ".data/bench");
  const file = join(folder, "last.json");
  mkdirSync(folder, { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const all = { at: new Date(), options, machine, samples, verdicts, idle, starts };
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  console.log(`\nevery sample: ${file}`);
  return (
    verdicts.some(({ isMissed }) => isMissed) ||
    (idle !== undefined && isIdleMissed(idle)) ||
    (starts !== undefined && isStartMissed(starts))
  );
};

try {
  const options = readOptions(process.argv.slice(2));
  const dataDir = mkdtempSync(join(tmpdir(), "orbline-bench-"));
  try {
    const { only } = options;
    const gateway = only.includes("gateway") ? await measureGateway(options, dataDir) : {};
    const isProduct = only.some((group) => group !== "gateway");
    const product = isProduct ? await measureProduct(options, dataDir) : { samples: {} };
    const isMissed = report(options, { ...product, samples: { ...gateway, ...product.samples } });
    if (isMissed) process.exitCode = 1;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
