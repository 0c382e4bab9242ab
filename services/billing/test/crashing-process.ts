import { once } from "node:events";
import { createLogger } from "@orbline/kit/observability/logger";
import { run } from "@orbline/kit/process/run";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";
import type { CrashPoint } from "./billing-process.ts";

// The test has ended.
process.once("disconnect", () => process.exit());
// This process has loaded its modules and waits until the one before it has died.
await once(process, "message");

let point: CrashPoint | undefined;

process.on("message", (message: CrashPoint) => {
  point = message;
  process.send?.("armed");
});

function crash(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

/** Wraps a port so that the process kills itself before or after the named call. */
function crashAt<Port extends object>(port: string, calls: Port): Port {
  return new Proxy(calls, {
    get: (target, method) => {
      const call: unknown = Reflect.get(target, method);
      if (typeof call !== "function") return call;
      const name = `${port}.${String(method)}`;
      return (...args: unknown[]) => {
        if (point?.when === "before" && point.call === name) crash();
        const result: unknown = Reflect.apply(call, target, args);
        if (!(result instanceof Promise)) return result;
        return result.then((value: unknown) => {
          if (point?.when === "after" && point.call === name) crash();
          return value;
        });
      };
    },
  });
}

const config = readConfig();
const logger = createLogger({ service: "billing", level: config.LOG_LEVEL });
await run({
  logger,
  tracing: { service: "billing", config },
  start: (lifecycle) => start({ config, logger, lifecycle, wrapPort: crashAt }),
});
process.send?.("started");
