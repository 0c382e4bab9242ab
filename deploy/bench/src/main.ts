import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "@orbline/engines/command";
import { repoRoot } from "@orbline/engines/paths";
import { startProduct } from "@orbline/stack/product";
import { z } from "zod";
import { startGateways } from "./gateway.ts";
import { goals, names } from "./goals.ts";
import { measureIdle, measureStarts, type Starts, type Usage } from "./product.ts";
import { measureRounds, type Subject } from "./rounds.ts";
import { startServices } from "./services.ts";
import { judge, type Samples } from "./summary.ts";
import {
  idleTable,
  isIdleMissed,
  isStartMissed,
  startTable,
  subjectTable,
  verdictTable,
} from "./table.ts";

// `make bench`: CPU per request, an idle product, a warm start. README.md explains options and figures.

/** The parts of a run, in order. */
const groups = ["gateway", "idle", "services", "up"] as const;

const count = z.coerce.number().int().positive();
const optionsSchema = z.strictObject({
  rounds: count.default(5),
  requests: count.default(90_000),
  only: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(groups)))
    .default([...groups]),
});
type Options = z.output<typeof optionsSchema>;

type Figures = {
  samples: Samples;
  idle?: Usage[] | undefined;
  starts?: Starts | undefined;
};

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string" },
      requests: { type: "string" },
      only: { type: "string" },
    },
  });
  const options = optionsSchema.parse(values);
  const dataDir = mkdtempSync(join(tmpdir(), "orbline-bench-"));
  try {
    if (report(options, await measure(options, dataDir))) process.exitCode = 1;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});

async function measure(options: Options, dataDir: string): Promise<Figures> {
  const { only } = options;
  const figures: Figures = { samples: {} };
  if (only.includes("gateway"))
    figures.samples = await measureGroup(await startGateways(dataDir), options);
  if (only.includes("idle") || only.includes("services")) {
    const env = { RATE_GENERAL_PER_MINUTE: "1000000000" };
    const product = await startProduct({ dataDir: join(dataDir, "product"), env });
    try {
      if (only.includes("idle")) figures.idle = await measureIdle(product.settings);
      if (only.includes("services")) {
        const samples = await measureGroup(await startServices(product), options);
        figures.samples = { ...figures.samples, ...samples };
      }
    } finally {
      await product.stop();
    }
  }
  if (only.includes("up")) figures.starts = await measureStarts(dataDir);
  return figures;
}

async function measureGroup(
  { subjects, stop }: { subjects: Subject[]; stop: () => Promise<void> },
  options: Options,
): Promise<Samples> {
  try {
    return await measureRounds(subjects, options);
  } finally {
    await stop();
  }
}

/** Prints and stores all figures; returns true if a goal was missed. */
function report(options: Options, { samples, idle, starts }: Figures): boolean {
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
}
