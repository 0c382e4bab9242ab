import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { run } from "@orbline/engines/command";

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

const dependencyFlags =
  "--recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances";

const installedPackages = async () =>
  new Set(lines(await run("dpkg-query", ["--show", "--showformat", "${Package}\\n"])));

/** These packages and their installed dependencies. */
async function withDependencies(packages: string[]) {
  const listed = lines(
    await run("apt-cache", ["depends", ...dependencyFlags.split(" "), ...packages]),
  );
  const installed = await installedPackages();
  return [...new Set([...packages, ...listed.filter((name) => installed.has(name))])];
}

/** Resolves the folder: /lib may be a link to /usr/lib, and a tar archive must not contain both. */
const canonical = (path: string) => join(realpathSync(dirname(path)), basename(path));

const unwanted = /^\/usr\/share\/(doc|man|locale|info|lintian|bug)\//;

function isFile(path: string) {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Every file of these installed Debian packages and their dependencies. @throws when one is not installed */
export async function packageFiles(packages: string[]): Promise<string[]> {
  const all = await withDependencies(packages);
  const paths = lines(await run("dpkg-query", ["--listfiles", ...all]));
  const files = paths.filter((path) => path.startsWith("/") && !unwanted.test(path));
  return [...new Set(files.filter(isFile).map(canonical))].toSorted();
}
