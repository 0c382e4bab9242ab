import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { lockfileFaults, type Lockfile, readAdvisories } from "./lockfile.ts";

const repoRoot = join(import.meta.dirname, "../../..");
const read = (name: string) => readFileSync(join(repoRoot, name), "utf8");
const bomFile = ".cache/sbom.cdx.json";

/** Runs npm and returns its standard output, also when it exits with an error. */
async function npm(...args: string[]): Promise<string> {
  const options = { cwd: repoRoot, maxBuffer: 256 * 1_048_576 };
  return (await promisify(execFile)("npm", args, options).catch(outputOf)).stdout;
}

function outputOf(error: { stdout?: string }) {
  return { stdout: error.stdout ?? "" };
}

/**
 * Checks the packages that are installed: the lockfile, and known vulnerabilities of packages that run in production if
 * the registry answers. Writes a bill of materials with their licenses. Exit code 1 when something is wrong.
 */
async function main(): Promise<void> {
  const lockfile = JSON.parse(read("package-lock.json")) as Lockfile;
  const faults = lockfileFaults(lockfile, read(".npmrc"));
  console.log(
    `lockfile: ${Object.keys(lockfile.packages).length} entries, ${faults.length} faults`,
  );

  mkdirSync(join(repoRoot, ".cache"), { recursive: true });
  const bom = await npm("sbom", "--omit=dev", "--sbom-format=cyclonedx", "--package-lock-only");
  writeFileSync(join(repoRoot, bomFile), bom);
  console.log(`bill of materials: ${bomFile}`);

  const advisories = readAdvisories(await npm("audit", "--omit=dev", "--json"));
  if (!advisories)
    console.log(
      "vulnerabilities: NOT CHECKED, the registry does not answer. Run this again where it does.",
    );
  else {
    console.log(
      `vulnerabilities: ${advisories.total}, of them high or critical: ${advisories.severe.length}`,
    );
    faults.push(...advisories.severe);
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

await main();
