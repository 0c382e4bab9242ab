import { join } from "node:path";
import { startChild } from "@orbline/engines/child";
import { repoRoot } from "@orbline/engines/paths";
import { eventually } from "@orbline/kit/testing/eventually";
import { programEnv } from "@orbline/stack/configuration/environment";
import { ensureSecrets } from "@orbline/stack/configuration/secrets";
import type { ProgramName } from "@orbline/stack/configuration/variables";
import { programs } from "@orbline/stack/processes";
import { portsFrom } from "@orbline/stack/product";
import { expect } from "vitest";
import type { ProductInfo } from "./info.ts";

type Options = {
  /** The programs to start, on ports of their own. They use the product's other programs. */
  names: ProgramName[];
  /** Host of the public origin. */
  host?: string;
  /** Root of the source code. */
  root?: string;
  /** Beginning of the names of the log files. */
  log: string;
};

/** Starts more programs of a running product, beside its own. They share the engines and the data. */
export async function startBeside(
  product: ProductInfo,
  { names, host = "127.0.0.1", root = repoRoot, log }: Options,
): Promise<{ product: ProductInfo; stop: () => Promise<void> }> {
  const { settings } = product;
  const prefixes = names.map((name) => `${name.toUpperCase()}_`);
  const own = Object.entries(await portsFrom()).filter(([name]) =>
    prefixes.some((prefix) => name.startsWith(prefix)),
  );
  const ports = {
    ...settings.ports,
    ...Object.fromEntries(own.map(([name, port]) => [name, Number(port)])),
  };
  const url = `http://${host}:${ports.GATEWAY_PORT}`;
  const context = {
    settings: { ...settings, ports, publicOrigin: url },
    secrets: ensureSecrets(settings.dataDir),
  };
  const started = programs.filter(({ name }) => names.some((wanted) => wanted === name));
  const children = await Promise.all(
    started.map(({ name, folder }) => {
      const { SOCKET_DIR: _shared, ...env } = programEnv(name, context);
      return startChild({
        command: process.execPath,
        args: [join(root, folder, "src/main.ts")],
        env,
        logFile: join(settings.dataDir, "logs", `${log}-${name}.log`),
      });
    }),
  );
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()));
  };
  try {
    for (const name of names) {
      const port = name === "gateway" ? ports.GATEWAY_INTERNAL_PORT : portOf(ports, name);
      const isReady = async () =>
        expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      await eventually(isReady, { timeoutMs: 60_000 });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { product: { ...product, url }, stop };
}

function portOf(ports: Record<string, number>, name: ProgramName): number {
  return ports[`${name.toUpperCase()}_PORT`] ?? 0;
}
