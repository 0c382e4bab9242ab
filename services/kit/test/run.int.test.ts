import { expect, it } from "vitest";
import { eventually } from "../src/testing/eventually.ts";
import { runScript, startScript } from "./run-script.ts";

const inOrder = "closed third\nclosed second\nclosed first\n";

const stopBy = async (signal: NodeJS.Signals, mode = "") => {
  const { child, ended, output } = startScript("run-process.ts", [mode]);
  await eventually(() => expect(output()).toBe("running\n"));
  const startedAt = Date.now();
  child.kill(signal);
  return { ...(await ended), ms: Date.now() - startedAt };
};

it.each(["SIGTERM", "SIGINT"] as const)(
  "closes in reverse order on %s and exits with 0",
  async (signal) => {
    const { code, output } = await stopBy(signal);
    expect(output).toBe(`running\n${inOrder}`);
    expect(code).toBe(0);
  },
);

it("closes the running parts and exits with 1 when the start fails", async () => {
  expect(await runScript("run-process.ts", ["fails"])).toEqual({
    code: 1,
    output: "closed second\nclosed first\n",
  });
});

it.each(["gives-up", "rejects"])(
  "closes in order and exits with 1 when a part %s",
  async (mode) => {
    expect(await runScript("run-process.ts", [mode])).toEqual({
      code: 1,
      output: `running\n${inOrder}`,
    });
  },
);

it("closes the other parts when one part fails to close", async () => {
  const { output } = await stopBy("SIGTERM", "throws");
  expect(output).toBe("running\nclosed third\nclosed first\n");
});

it("exits after ten seconds when a part never closes", async () => {
  const { code, ms } = await stopBy("SIGTERM", "hangs");
  expect(code).toBe(1);
  expect(ms).toBeLessThan(20_000);
});
