import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run, runCommand } from "@orbline/engines/command";
import { cacheDir } from "@orbline/engines/paths";
import { buildPackage } from "./build.ts";

await runCommand(async () => {
  const folder = join(cacheDir, "stripe-sandbox-package");
  mkdirSync(cacheDir, { recursive: true });
  await buildPackage(folder);
  const file = await run("npm", ["pack", "--silent", "--pack-destination", cacheDir], {
    cwd: folder,
  });
  console.log(join(cacheDir, file.trim()));
});
