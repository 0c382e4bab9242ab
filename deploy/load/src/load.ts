import { parseArgs } from "node:util";
import { runCommand, secondsSince } from "@orbline/engines/command";
import { install } from "@orbline/engines/install";
import { type Product, startProduct } from "@orbline/stack/product";
import { describeEngines, judgeFlatness } from "./flatness.ts";
import { k6, runScenario, type Scenario, scenarios } from "./k6.ts";
import { whileWatched } from "./processes.ts";
import { type Refusals, refusalsIn, refusalsSince } from "./refusals.ts";
import { type Summary, throughputOf, type Verdict, verdictsOf } from "./summary.ts";

const usual: Scenario[] = ["smoke", "steady", "spike", "overload"];

/**
 * The callers stand for the users behind one proxy, each with an address of its own. They are few, so the limits per client and per
 * user are raised.
 */
const limits = {
  TRUSTED_PROXY_HOPS: "1",
  PREDICTIONS_PER_MINUTE: "100000000",
  PREDICTIONS_PER_DAY: "100000000",
  ...Object.fromEntries(
    ["GENERAL", "LOGIN", "REGISTER", "CHECKOUT", "PAYMENT_READS", "PER_USER", "WEBHOOK"].map(
      (name) => [`RATE_${name}_PER_MINUTE`, "100000000"],
    ),
  ),
};

const isScenario = (name: string): name is Scenario =>
  (scenarios as readonly string[]).includes(name);

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      duration: { type: "string" },
      rate: { type: "string" },
      users: { type: "string" },
    },
  });
  const unknown = positionals.filter((name) => !isScenario(name));
  if (unknown.length > 0)
    throw new Error(`unknown scenario: ${unknown.join(", ")}; there is ${scenarios.join(", ")}`);
  const { duration, rate, users } = values;
  const chosen = positionals.filter(isScenario);
  return {
    chosen: chosen.length > 0 ? chosen : usual,
    settings: {
      ...(duration && { DURATION: duration }),
      ...(rate && { RATE: rate }),
      ...(users && { USERS: users }),
    },
  };
};

const print = (scenario: Scenario, verdicts: Verdict[]) => {
  for (const { metric, bound, held, figures } of verdicts)
    console.log(
      `${held ? "held  " : "MISSED"} ${scenario.padEnd(9)} ${metric} ${bound}  ${figures}`,
    );
};

const printCapacity = (summary: Summary): number => {
  const capacity = throughputOf(summary);
  console.log(`capacity  ${capacity.toFixed(0)} predictions a second, 32 callers`);
  return capacity;
};

/** @throws when a bound is missed, because fast refusals would look like a large capacity */
const measureCapacity = async (url: string): Promise<number> => {
  const summary = await runScenario("capacity", { GATEWAY_URL: url });
  const verdicts = verdictsOf(summary);
  if (verdicts.every(({ held }) => held)) return printCapacity(summary);
  print("capacity", verdicts);
  throw new Error("missed: capacity, on which overload is based");
};

const refusalsOf = async ({ settings: { ports } }: Product): Promise<Refusals> => {
  const answer = await fetch(`http://127.0.0.1:${ports.GATEWAY_INTERNAL_PORT}/metrics`);
  return refusalsIn(await answer.text());
};

/** Callers and product share the machine, so the latency that callers measure includes their own wait for a core. */
const printRefusals = ({ count, p99Ms }: ReturnType<typeof refusalsSince>) => {
  if (count > 0)
    console.log(`gateway   ${count} refused, 99 % of them within ${p99Ms} ms by its own clock`);
};

/** Runs a scenario. A soak is also judged by the memory and handles of the processes. */
const run = async (
  { settings: product }: Product,
  scenario: Scenario,
  settings: Record<string, string>,
): Promise<{ summary: Summary; flatness: Verdict[] }> => {
  const work = () => runScenario(scenario, settings);
  if (scenario !== "soak") return { summary: await work(), flatness: [] };
  const { result: summary, processes: watched, rounds } = await whileWatched(product, work);
  const processes = [...watched.values()];
  console.log(describeEngines(processes, rounds));
  return { summary, flatness: judgeFlatness(processes, rounds) };
};

const runOne = async (
  product: Product,
  scenario: Scenario,
  settings: Record<string, string>,
): Promise<boolean> => {
  const startedAt = Date.now();
  const measured: Record<string, string> = { ...settings, GATEWAY_URL: product.url };
  if (scenario === "overload") measured["CAPACITY"] = String(await measureCapacity(product.url));
  const refusals = await refusalsOf(product);
  const { summary, flatness } = await run(product, scenario, measured);
  printRefusals(refusalsSince(refusals, await refusalsOf(product)));
  const verdicts = [...verdictsOf(summary), ...flatness];
  if (scenario === "capacity") printCapacity(summary);
  print(scenario, verdicts);
  console.log(`${scenario.padEnd(9)} took ${secondsSince(startedAt)}\n`);
  return verdicts.every(({ held }) => held);
};

await runCommand(async () => {
  const { chosen, settings } = readArguments();
  await install(k6);
  const product = await startProduct({ env: limits });
  try {
    const missed: Scenario[] = [];
    for (const scenario of chosen)
      if (!(await runOne(product, scenario, settings))) missed.push(scenario);
    if (missed.length > 0) throw new Error(`missed: ${missed.join(", ")}`);
  } finally {
    await product.stop();
  }
});
