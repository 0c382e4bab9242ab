import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayGroup } from "./gateway-group.ts";
import { goals, names } from "./goals.ts";
import { startLoad } from "./load.ts";
import { type Options, readOptions } from "./options.ts";
import { repoRoot } from "./repo.ts";
import { measureRounds } from "./rounds.ts";
import { judge, type Samples } from "./summary.ts";
import { subjectTable, verdictTable } from "./table.ts";

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

const options = readOptions(process.argv.slice(2));
const dataDir = mkdtempSync(join(tmpdir(), "orbline-bench-"));
const samples: Samples = {};
if (options.only.includes("gateway"))
  Object.assign(samples, await measureGateway(options, dataDir));
rmSync(dataDir, { recursive: true });

const verdicts = judge(goals, samples);
console.log(`\n${subjectTable(samples, [names.nginx, names.pipe])}\n\n${verdictTable(verdicts)}`);
const folder = join(repoRoot, ".data/bench");
mkdirSync(folder, { recursive: true });
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
writeFileSync(
  join(folder, "last.json"),
  JSON.stringify({ options, machine, samples, verdicts }, undefined, 2),
);
if (verdicts.some(({ isMissed }) => isMissed)) process.exitCode = 1;
