import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@orbline/engines/command";
import { repoRoot } from "@orbline/engines/paths";
import { startProduct } from "@orbline/stack/product";
import { z } from "zod";
import { startGateways } from "./gateway.ts";
import { goals, names } from "./goals.ts";
import { countOption, parseOptions } from "./options.ts";
import { measureIdle, measureStarts, type Starts, type Usage } from "./product.ts";
import { measureRounds, type Subject } from "./rounds.ts";
import { startServices } from "./services.ts";
import {
  idleTable,
  isIdleMissed,
  isStartMissed,
  judge,
  type Samples,
  startTable,
  subjectTable,
  verdictTable,
  workTable,
} from "./summary.ts";
import { type Cost, measureWork } from "./work.ts";

/** The parts of a run, in order. README.md explains options and figures. */
const parts = ["gateway", "idle", "services", "work", "up"] as const;

const optionsSchema = z.strictObject({
  rounds: countOption.default(5),
  requests: countOption.default(90_000),
  only: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(parts)))
    .default([...parts]),
});
type Options = z.output<typeof optionsSchema>;

type Figures = { samples: Samples; idle?: Usage[]; work?: Cost[]; starts?: Starts };

await runCommand(async () => {
  const options = parseOptions(optionsSchema);
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
    figures.samples = await measureSubjects(await startGateways(dataDir), options);
  if (only.some((part) => ["idle", "services", "work"].includes(part))) {
    const raised = [
      "RATE_GENERAL_PER_MINUTE",
      "RATE_LOGIN_PER_MINUTE",
      "RATE_PAGES_PER_MINUTE",
      "RATE_REGISTER_PER_MINUTE",
      "RATE_CHECKOUT_PER_MINUTE",
      "RATE_PAYMENT_READS_PER_MINUTE",
      "RATE_PER_USER_PER_MINUTE",
      "PREDICTIONS_PER_MINUTE",
      "PREDICTIONS_PER_DAY",
    ];
    const env = Object.fromEntries(raised.map((name) => [name, "1000000000"]));
    const product = await startProduct({ dataDir: join(dataDir, "product"), env });
    try {
      if (only.includes("idle")) figures.idle = await measureIdle(product.settings);
      if (only.includes("services"))
        Object.assign(
          figures.samples,
          await measureSubjects(await startServices(product), options),
        );
      if (only.includes("work")) figures.work = await measureWork(product);
    } finally {
      await product.stop();
    }
  }
  if (only.includes("up")) figures.starts = await measureStarts(dataDir);
  return figures;
}

async function measureSubjects(
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
function report(options: Options, { samples, idle, work, starts }: Figures): boolean {
  const verdicts = judge(goals, samples);
  if (Object.keys(samples).length > 0) {
    const references = [names.nginx, names.pipe, names.express];
    console.table(
      subjectTable(
        samples,
        references.filter((name) => name in samples),
      ),
    );
    console.table(verdictTable(verdicts));
  }
  if (idle) console.table(idleTable(idle));
  if (work) console.table(workTable(work));
  if (starts) console.table(startTable(starts));
  const file = join(repoRoot, ".data/bench/last.json");
  mkdirSync(join(file, ".."), { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const all = { at: new Date(), options, machine, samples, verdicts, idle, work, starts };
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  console.log(`\nevery sample: ${file}`);
  return (
    verdicts.some(({ isMissed }) => isMissed) ||
    (idle !== undefined && isIdleMissed(idle)) ||
    (starts !== undefined && isStartMissed(starts))
  );
}
