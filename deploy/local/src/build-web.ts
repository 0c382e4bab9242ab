import { existsSync } from "node:fs";
import { join } from "node:path";
import { localDir, repoRoot } from "./paths.ts";
import { run } from "./run.ts";
import { hashOf, isStamped, stamp } from "./stamp.ts";

/** Names the sources of the web app that is in `web/dist`. */
export const webStamp = join(localDir, "bin/web.stamp");

const inputs = () =>
  hashOf(["web", "proto", "package-lock.json"].map((path) => join(repoRoot, path)));

/** Builds the web app unless the one in `web/dist` is of the same sources. */
export const buildWeb = async (): Promise<void> => {
  const hash = inputs();
  if (existsSync(join(repoRoot, "web/dist/index.html")) && isStamped(webStamp, hash)) return;
  // A test runner's own NODE_ENV would make it a development build.
  const env = { ...process.env, NODE_ENV: "production" };
  await run("npm", ["run", "-s", "build:web"], { env });
  stamp(webStamp, hash);
};
