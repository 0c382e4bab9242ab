import { join } from "node:path";
import type { Installation } from "@orbline/engines/install";
import { repoRoot } from "@orbline/engines/paths";
import { run } from "@orbline/engines/run";
import { hashOf } from "@orbline/engines/stamp";

/** The built web app. */
export const webApp: Installation = {
  name: "web",
  output: join(repoRoot, "web/dist/index.html"),
  inputs: () => hashOf(["web", "proto", "package-lock.json"].map((path) => join(repoRoot, path))),
  build: () =>
    // A test runner's own NODE_ENV would make it a development build.
    run("npm", ["run", "-s", "build:web"], { env: { ...process.env, NODE_ENV: "production" } }),
  tool: "npm",
};
