import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { run } from "@orbline/engines/command";
import { cacheDir, repoRoot } from "@orbline/engines/paths";

/** Names the commit of the previous release; changed with each release. */
const commitFile = join(import.meta.dirname, "../../previous-release");

/**
 * Extracts the previous release of the product from the repository's history and returns its folder. Its packages are its
 * own, its dependencies those of today. Returns undefined in a clone without that commit.
 */
export async function extractPreviousRelease(): Promise<string | undefined> {
  const commit = readFileSync(commitFile, "utf8").trim();
  const isKnown = await run("git", ["cat-file", "-e", `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
  if (!isKnown) return undefined;
  const folder = join(cacheDir, "previous-release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "source.tar");
  await run("git", ["archive", "--output", archive, commit]);
  await run("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
  linkDependencies(folder);
  return folder;
}

function linkDependencies(folder: string): void {
  const today = join(repoRoot, "node_modules");
  const own = join(folder, "node_modules");
  mkdirSync(join(own, "@orbline"), { recursive: true });
  for (const name of readdirSync(today))
    if (!name.startsWith(".") && name !== "@orbline")
      symlinkSync(join(today, name), join(own, name));
  for (const path of workspacesOf(folder)) {
    const { name } = JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8")) as {
      name: string;
    };
    symlinkSync(join(folder, path), join(own, name));
  }
}

/** The folders of the workspaces that programs import. */
function workspacesOf(folder: string): string[] {
  const services = readdirSync(join(folder, "services")).map((name) => `services/${name}`);
  return ["proto", "gateway", ...services];
}
