// Deletes every program of an image but Node: node remove-tools.mjs [folder of the file system, by default /]. Programs
// need neither shell nor package manager, and an attacker would get none. Libraries and the list of packages, which
// scanners read, stay.
import { lstatSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = process.argv[2] ?? "/";
const node = realpathSync(join(root, "usr/local/bin/node"));

const programs = ["bin", "sbin", "usr/bin", "usr/sbin", "usr/local/bin", "usr/local/sbin"];
const others = [
  "opt",
  "usr/lib/apt",
  "usr/lib/dpkg",
  "usr/lib/git-core",
  "usr/libexec",
  "usr/local/include",
  "usr/local/lib/node_modules",
  "usr/share/perl",
  "usr/share/perl5",
];

for (const folder of programs) {
  for (const name of namesIn(folder)) {
    const file = join(root, folder, name);
    if (file !== node) rmSync(file, { recursive: true, force: true });
  }
}
for (const folder of others) rmSync(join(root, folder), { recursive: true, force: true });

/** Names in a folder; none if it does not exist or is a link to another one of the list. */
function namesIn(folder) {
  const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
  return stats?.isDirectory() ? readdirSync(join(root, folder)) : [];
}
