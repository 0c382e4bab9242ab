import { join } from "node:path";
import type { Product } from "@orbline/stack/product";
import { processStates } from "@orbline/stack/supervisor";
import type { Asked } from "./asked.ts";
import { freshLog, metricCounter } from "./evidence.ts";

const portOf = { billing: "BILLING_PORT", prediction: "PREDICTION_PORT" } as const;

/** The gateway and one service of a product, and the traces that requests of a route leave in both. */
export const chainOf = async ({ settings }: Product, { service, route }: Asked) => {
  const { ports, dataDir } = settings;
  const members = ["gateway", service];
  const states = await processStates(settings);
  const pids = states.filter(({ name }) => members.includes(name)).map(({ pid }) => pid);
  const metrics = await Promise.all(
    [ports.GATEWAY_INTERNAL_PORT, ports[portOf[service]]].map((port) =>
      metricCounter(`http://127.0.0.1:${port}`, route),
    ),
  );
  const logs = members.map((name) => freshLog(join(dataDir, `logs/${name}.log`), route));
  return {
    pids,
    /** Waits until both have measured so many more requests and logged. @throws when they have not */
    expect: async (requests: number): Promise<void> => {
      for (const metric of metrics) await metric.expect(requests);
      for (const log of logs) await log.expect();
    },
  };
};
