import { cpSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "@orbline/engines/command";
import { repoRoot } from "@orbline/engines/paths";
import manifest from "../package.json" with { type: "json" };

const root = join(import.meta.dirname, "..");

/**
 * Writes the sandbox as an npm package into a folder, which it replaces: JavaScript with type declarations, without any
 * dependency on this repository, ready for `npm pack` or `npm publish`.
 */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const project = join(import.meta.dirname, "tsconfig.json");
  await run("npm", ["exec", "--", "tsc", "-p", project, "--outDir", folder], { cwd: repoRoot });
  cpSync(join(root, "src"), folder, { recursive: true, filter: isAsset });
  cpSync(join(root, "README.md"), join(folder, "README.md"));
  for (const file of ["LICENSE", "NOTICE"]) cpSync(join(repoRoot, file), join(folder, file));
  const { name, version, license, dependencies, devDependencies } = manifest;
  const published = {
    name,
    version,
    description: "A local substitute for Stripe: API, checkout pages, webhooks and a clock",
    license,
    type: "module",
    bin: { "stripe-sandbox": "main.js" },
    exports: { ".": "./sandbox.js" },
    engines: { node: ">=24" },
    dependencies,
    // The declarations use the types of the official client.
    peerDependencies: { stripe: devDependencies.stripe },
    peerDependenciesMeta: { stripe: { optional: true } },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(published, undefined, 2)}\n`);
}

function isAsset(path: string): boolean {
  return !/\.tsx?$/.test(path) && basename(path) !== "testing";
}
