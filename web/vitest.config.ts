import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    name: "web",
    environment: "./vitest-environment.config.ts",
    environmentOptions: { happyDOM: { url: "http://localhost:8080/" } },
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    testTimeout: 60_000,
    // The screens tell the days of the browser's place; the tests name those of this one.
    env: { TZ: "UTC" },
    maxWorkers: "100%",
  },
});
