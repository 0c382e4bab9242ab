import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import type { TestProjectInlineConfiguration } from "vitest/config";

const root = import.meta.dirname;

/** Tests that replace modules. */
const replacing = globSync("src/**/*.test.{ts,tsx}", { cwd: root }).filter((file) =>
  /\bvi\.(?:doMock|mock)\(/.test(readFileSync(join(root, file), "utf8")),
);

const project = (test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  root,
  plugins: [react()],
  test: {
    environment: join(root, "vitest-environment.config.ts"),
    environmentOptions: { happyDOM: { url: "http://localhost:8080/" } },
    setupFiles: [join(root, "src/testing/setup.ts")],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The screens tell the days of the browser's place; the tests name those of this one.
    env: { TZ: "UTC" },
    maxWorkers: "100%",
    ...test,
  },
});

export const webProjects = [
  // Files share a process and what it has loaded, which saves half.
  project({
    name: "web",
    include: ["src/**/*.test.{ts,tsx}"],
    exclude: replacing,
    isolate: false,
  }),
  project({ name: "web-replacing", include: replacing }),
];
