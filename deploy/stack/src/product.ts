import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webApp } from "./build-web.ts";
import { endIfOrphaned } from "@orbline/engines/child";
import { install } from "@orbline/engines/install";
import { stackInstallations } from "./processes.ts";
import { freePortBase } from "@orbline/engines/ports";
import { type ProductControl, controlProduct } from "./product-control.ts";
import { type Secrets, ensureSecrets } from "./configuration/secrets.ts";
import type { DemoLogin } from "@orbline/demo/seed";
import { seed } from "./demo.ts";
import { type Settings, parseSettings } from "./configuration/settings.ts";
import { defaultPorts } from "./configuration/variables.ts";
import { claimPorts, startStack } from "./start.ts";
import { stopStack } from "./supervisor.ts";

/** A running product of a test's own. */
export type Product = ProductControl & {
  /** The gateway's origin. */
  url: string;
  mailboxUrl: string;
  logins: DemoLogin[];
  settings: Settings;
  secrets: Secrets;
  /** Stops everything and removes the data folder if it was temporary. */
  stop: () => Promise<void>;
};

/** Where a product of a test's own lives. */
export type ProductOptions = {
  /** Kept when given; otherwise a temporary folder that `stop` removes. */
  dataDir?: string;
  /** First of the consecutive ports that it takes; free ones are looked for when absent. */
  portBase?: number;
  /** Further configuration, e.g. `{ LOG_LEVEL: "debug" }`. */
  env?: NodeJS.ProcessEnv;
};

const portNames = Object.keys(defaultPorts);

/**
 * Starts the whole product beside any other: own data, own ports, demo users. It ends with this
 * process, however it ends. @throws with the log of a process that does not come up.
 */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const portBase = options.portBase ?? (await freePortBase(portNames.length));
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "orbline-product-"));
  const ports = portNames.map((name, index) => [name, String(portBase + index)]);
  const env = { DATA_DIR: dataDir, ...Object.fromEntries(ports), ...options.env };
  const settings = parseSettings(env as NodeJS.ProcessEnv);
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
};
