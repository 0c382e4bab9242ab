import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { run } from "@orbline/engines/command";

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

const dependencyFlags =
  "--recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances";

const installedPackages = async () =>
  new Set(lines(await run("dpkg-query", ["--show", "--showformat", "${Package}\\n"])));

/** These packages and all that they depend on; of alternatives, the one that is installed. */
const withDependencies = async (packages: string[]) => {
  const listed = lines(
    await run("apt-cache", ["depends", ...dependencyFlags.split(" "), ...packages]),
  );
  const installed = await installedPackages();
  return [...new Set([...packages, ...listed.filter((name) => installed.has(name))])];
};

/** The real folder and the name: /lib may be a link to /usr/lib, and a tar archive must not hold both. */
const canonical = (path: string) => join(realpathSync(dirname(path)), basename(path));

const unwanted = /^\/usr\/share\/(doc|man|locale|info|lintian|bug)\//;

const isFile = (path: string) => {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Every file of these installed Debian packages and of what they depend on. @throws when one is not installed */
export const packageFiles = async (packages: string[]): Promise<string[]> => {
  const all = await withDependencies(packages);
  const paths = lines(await run("dpkg-query", ["--listfiles", ...all]));
  const files = paths.filter((path) => path.startsWith("/") && !unwanted.test(path));
  return [...new Set(files.filter(isFile).map(canonical))].toSorted();
};
