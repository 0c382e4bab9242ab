import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEngines } from "../src/engines.ts";
import { isOpen } from "../src/ports.ts";

const portOf = (address: string) => Number(address.split(":").at(-1));

/** A process that starts Redis, prints its address and waits forever. */
const holder = `
  const { startEngines } = await import(${JSON.stringify(new URL("../src/engines.ts", import.meta.url).href)});
  const { redisUrl } = await startEngines({
    dataDir: process.argv[1],
    kafka: false,
    mongo: false,
  });
  console.log(redisUrl);
  setInterval(() => {}, 1000);
`;

describe("startEngines", () => {
  it("restarts a killed engine on the same port", async () => {
    const engines = await startEngines({ kafka: false, mongo: false });
    try {
      await engines.kill("redis");
      expect(await isOpen(portOf(engines.redisUrl))).toBe(false);
      await engines.restart("redis");
      expect(await isOpen(portOf(engines.redisUrl))).toBe(true);
    } finally {
      await engines.stop();
    }
    expect(await isOpen(portOf(engines.redisUrl))).toBe(false);
  });

  it("returns no address for an engine that was not requested and cannot kill it", async () => {
    const engines = await startEngines({ kafka: false, mongo: false, redis: false });
    expect(engines.kafkaBrokers).toBe("");
    expect(() => engines.kill("kafka")).toThrow("kafka was not started");
  });

  it("ends the engines with the process that started them, even if it is killed", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "orbline-engines-"));
    const owner = spawn(process.execPath, ["--input-type=module", "--eval", holder, dataDir]);
    const [line] = (await once(owner.stdout, "data")) as [Buffer];
    const port = portOf(line.toString().trim());
    expect(await isOpen(port)).toBe(true);
    owner.kill("SIGKILL");
    await expect.poll(() => isOpen(port)).toBe(false);
    rmSync(dataDir, { recursive: true });
  });
});
