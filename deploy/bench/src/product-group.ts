import { join } from "node:path";
import { freePortBase } from "@orbline/local/ports";
import { type Product, startProduct } from "@orbline/local/product";
import { defaultPorts } from "@orbline/local/settings";
import { type Usage, measureIdle } from "./idle.ts";
import { startLoad } from "./load.ts";
import type { Options } from "./options.ts";
import { measureRounds } from "./rounds.ts";
import { startServicesGroup } from "./services-group.ts";
import type { Samples } from "./summary.ts";
import { measureWarmUp } from "./warm-up.ts";

/** What was measured of a whole product; undefined is what was not asked for. */
export type ProductFigures = { samples: Samples; idle?: Usage[]; warmUpSeconds?: number };

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

/** Starts a product on ports and data of its own and measures what the options name. */
export const measureProduct = async (
  options: Options,
  parentDir: string,
): Promise<ProductFigures> => {
  const { only } = options;
  const dataDir = join(parentDir, "product");
  const portNames = Object.keys(defaultPorts);
  const portBase = await freePortBase(portNames.length);
  const product = await startProduct({ dataDir, portBase, env: unlimited });
  const figures: ProductFigures = { samples: {} };
  try {
    if (only.includes("idle")) figures.idle = await measureIdle(product.settings);
    if (only.includes("services")) figures.samples = await measureServices(options, product);
  } finally {
    await product.stop();
  }
  if (only.includes("up")) {
    const ports = portNames.map((name, index) => [name, String(portBase + index)]);
    figures.warmUpSeconds = await measureWarmUp({
      DATA_DIR: dataDir,
      ...Object.fromEntries(ports),
    });
  }
  return figures;
};
