import { join } from "node:path";
import { freePortBase } from "@orbline/engines/ports";
import { type Product, startProduct } from "@orbline/stack/product";
import { defaultPorts } from "@orbline/stack/configuration/variables";
import { type Usage, measureIdle } from "./idle.ts";
import { startLoad } from "./load.ts";
import type { Options } from "./options.ts";
import { measureRounds } from "./rounds.ts";
import { startServicesGroup } from "./services-group.ts";
import type { Samples } from "./summary.ts";
import { measureStarts, type Starts } from "./starts.ts";

/** What was measured of a whole product; undefined is what was not asked for. */
export type ProductFigures = { samples: Samples; idle?: Usage[]; starts?: Starts };

const unlimited = { RATE_GENERAL_PER_MINUTE: "1000000000" };

const measureServices = async (options: Options, product: Product): Promise<Samples> => {
  const { subjects, stop } = await startServicesGroup(product);
  const load = await startLoad();
  try {
    return await measureRounds({ load, subjects, ...options });
  } finally {
    await load.stop();
    await stop();
  }
};

const measureRunning = async (options: Options, dataDir: string): Promise<ProductFigures> => {
  const { only } = options;
  const product = await startProduct({ dataDir, env: unlimited });
  try {
    const idle = only.includes("idle") ? await measureIdle(product.settings) : undefined;
    const samples = only.includes("services") ? await measureServices(options, product) : {};
    return { samples, ...(idle && { idle }) };
  } finally {
    await product.stop();
  }
};

const freePorts = async (): Promise<Record<string, string>> => {
  const portNames = Object.keys(defaultPorts);
  const base = await freePortBase(portNames.length);
  return Object.fromEntries(portNames.map((name, index) => [name, String(base + index)]));
};

/** Measures what the options name of a product on ports and data of its own. */
export const measureProduct = async (
  options: Options,
  parentDir: string,
): Promise<ProductFigures> => {
  const { only } = options;
  const isRunning = only.includes("idle") || only.includes("services");
  const figures: ProductFigures = isRunning
    ? await measureRunning(options, join(parentDir, "product"))
    : { samples: {} };
  if (!only.includes("up")) return figures;
  const env = { ...(await freePorts()), DATA_DIR: join(parentDir, "warm") };
  return { ...figures, starts: await measureStarts(env) };
};
