import { defineConfig } from "vitest/config";
import { webProjects } from "./web/vitest.config.ts";

const servers = ["proto", "gateway", "services/*", "deploy/*"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          // By default one core is left free, which on two cores means one worker.
          maxWorkers: "100%",
          include: [
            ...servers.map((folder) => `${folder}/src/**/*.test.ts`),
            "web/scripts/*.test.ts",
          ],
          environment: "node",
          // No measure of speed: a busy machine takes its time for child processes and large models.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          // Files share a process and what it has loaded, which saves a third; none leaves anything behind.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
        },
      },
      {
        test: {
          name: "integration",
          include: servers.map((folder) => `${folder}/test/**/*.int.test.ts`),
          environment: "node",
          globalSetup: ["deploy/engines/src/testing/setup.ts"],
          // For what hangs: also a slow machine, or a busy one, stays far below.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // They wait for engines and processes half of their time, so that three keep two cores busy.
          maxWorkers: 3,
          // Files share a process and what it has loaded; each has its own database, topics and keys (testEngines).
          isolate: false,
        },
      },
      ...webProjects,
      ...["journeys", "system"].map((folder) => ({
        test: {
          name: `e2e-${folder}`,
          include: [`deploy/e2e/test/${folder}/**/*.e2e.test.ts`],
          environment: "node" as const,
          globalSetup: ["deploy/e2e/src/product/setup.ts"],
          // For what hangs, as the timeout of a browser's step.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          // Browsers keep the cores busy: more at a time only makes each slower.
          maxConcurrency: 2,
        },
      })),
    ],
  },
});
