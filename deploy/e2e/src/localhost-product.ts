import { join } from "node:path";
import { startChild } from "@orbline/engines/child";
import { eventually } from "@orbline/kit/testing/eventually";
import { programEnv } from "@orbline/stack/configuration/environment";
import { ensureSecrets } from "@orbline/stack/configuration/secrets";
import { entryFile, programs } from "@orbline/stack/processes";
import { portsFrom } from "@orbline/stack/product";
import { expect } from "vitest";
import type { ProductInfo } from "./product-info.ts";

/**
 * Starts a second gateway and identity of the product, whose public origin has a domain name: browsers allow no passkeys for an IP
 * address. They share the engines and all other services with the product.
 */
export const startOnLocalhost = async (product: ProductInfo) => {
  const { settings } = product;
  const free = Object.entries(await portsFrom());
  const own = free.filter(([name]) => /^(?:GATEWAY|IDENTITY)_/.test(name));
  const ports = {
    ...settings.ports,
    ...Object.fromEntries(own.map(([name, port]) => [name, Number(port)])),
  };
  const url = `http://localhost:${ports.GATEWAY_PORT}`;
  const context = {
    settings: { ...settings, ports, publicOrigin: url },
    secrets: ensureSecrets(settings.dataDir),
  };
  const children = await Promise.all(
    programs
      .filter(({ name }) => name === "identity" || name === "gateway")
      .map((program) => {
        const { SOCKET_DIR: _shared, ...env } = programEnv(program.name, context);
        return startChild({
          command: process.execPath,
          args: [entryFile(program)],
          env,
          logFile: join(settings.dataDir, "logs", `localhost-${program.name}.log`),
        });
      }),
  );
  for (const port of [ports.IDENTITY_PORT, ports.GATEWAY_INTERNAL_PORT])
    await eventually(
      async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
      { timeoutMs: 60_000 },
    );
  return {
    product: { ...product, url },
    stop: async (): Promise<void> => {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
};
