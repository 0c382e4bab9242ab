import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoLogin } from "@orbline/demo/seed";
import { endIfOrphaned } from "@orbline/engines/child";
import { install } from "@orbline/engines/install";
import { freePortBase } from "@orbline/engines/ports";
import { type Secrets, ensureSecrets } from "./configuration/secrets.ts";
import { type Settings, parseSettings } from "./configuration/settings.ts";
import { defaultPorts } from "./configuration/variables.ts";
import { seed } from "./demo.ts";
import { stackInstallations, webApp } from "./processes.ts";
import { type ProductControl, controlProduct } from "./product-control.ts";
import { claimPorts, startStack } from "./start.ts";
import { stopStack } from "./supervisor.ts";

/** A running product for one test. */
export type Product = ProductControl & {
  /** The gateway's origin. */
  url: string;
  mailboxUrl: string;
  logins: DemoLogin[];
  settings: Settings;
  secrets: Secrets;
  /** Stops everything and deletes the data folder if it was temporary. */
  stop: () => Promise<void>;
};

type ProductOptions = {
  /** `stop` keeps this folder; without it `stop` deletes the temporary one. */
  dataDir?: string;
  /** First of the consecutive ports of the product; by default free ones. */
  portBase?: number;
  /** Further configuration, e.g. `{ LOG_LEVEL: "debug" }`. */
  env?: NodeJS.ProcessEnv;
};

/**
 * Starts a whole product with its own data, ports and demo users. It ends with this process, even if this process is
 * killed. @throws with the log of a process that does not become ready
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "orbline-product-"));
  const ports = await portsFrom(options.portBase);
  const settings = parseSettings({ DATA_DIR: dataDir, ...ports, ...options.env });
  await install(...stackInstallations(), webApp);
  let release: (() => void) | undefined;
  const stop = async () => {
    await stopStack(settings);
    release?.();
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await claimPorts(settings);
    const onSupervisor = (pid: number) => (release = endIfOrphaned(pid, "TERM"));
    await startStack(settings, { onSupervisor });
    return {
      url: settings.publicOrigin,
      mailboxUrl: `http://127.0.0.1:${settings.ports.MAILBOX_PORT}`,
      logins: await seed(settings),
      settings,
      secrets: ensureSecrets(dataDir),
      ...controlProduct(settings),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Variables that give every process its own port, from `base` or from the first of enough free ports. */
export async function portsFrom(base?: number): Promise<Record<string, string>> {
  const names = Object.keys(defaultPorts);
  const first = base ?? (await freePortBase(names.length));
  return Object.fromEntries(names.map((name, index) => [name, String(first + index)]));
}
