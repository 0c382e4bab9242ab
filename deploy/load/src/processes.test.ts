import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Settings } from "@orbline/stack/configuration/settings";
import { expect, it, onTestFinished } from "vitest";
import { whileWatched } from "./processes.ts";

it("keeps watching a program whose metrics are unavailable, without a reading", async () => {
  const busy = createServer((_request, response) => void response.writeHead(503).end());
  busy.listen(0, "127.0.0.1");
  await once(busy, "listening");
  const dataDir = `watched by ${process.pid}`;
  const program = spawn(
    process.execPath,
    ["-e", "setInterval(() => undefined, 1_000); console.log('runs')", "billing/src/main.ts"],
    { env: { ORBLINE_STACK: dataDir } },
  );
  onTestFinished(() => {
    program.kill();
    busy.close();
  });
  // The environment of the process is readable once it runs.
  await once(program.stdout, "data");
  const ports = { BILLING_PORT: (busy.address() as AddressInfo).port };
  const settings = { dataDir, ports } as Partial<Settings> as Settings;
  const { processes } = await whileWatched(settings, () => Promise.resolve());
  expect([...processes.values()]).toEqual([{ name: "billing", isOurs: true, readings: [] }]);
});
