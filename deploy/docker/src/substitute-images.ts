import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run, runCommand } from "@orbline/engines/command";
import { composeServices } from "@orbline/engines/compose-file";
import { packageFiles } from "./debian-files.ts";
import { docker, requireEngine } from "./docker.ts";
import { imageIds, substituteLabel } from "./substitutes.ts";
import { devmongoJar, kafkaDir, kafkaLib, repoRoot } from "@orbline/engines/paths";

// Builds substitutes of the images that docker-compose.yml and the Dockerfile pull, for machines without a registry.

const basePackages =
  "base-files base-passwd bash coreutils dash findutils grep login passwd sed libc-bin libstdc++6";

async function archive(file: string, files: string[], folder?: string) {
  const list = `${file}.list`;
  writeFileSync(list, files.map((path) => `${path.slice(1)}\n`).join(""));
  const extra = folder ? ["--directory", folder, "."] : [];
  const flags = ["--create", "--file", file, ...extra, "--directory", "/", "--no-recursion"];
  await run("tar", [...flags, "--files-from", list]);
}

/** Files that no package contains: the links of a merged /usr, users, and the folder for temporary files. */
function skeleton(folder: string) {
  mkdirSync(join(folder, "etc"), { recursive: true });
  for (const name of ["bin", "lib", "lib64", "sbin"]) {
    symlinkSync(readlinkSync(`/${name}`), join(folder, name));
  }
  for (const name of ["passwd", "group"]) {
    cpSync(`/usr/share/base-passwd/${name}.master`, join(folder, "etc", name));
  }
  mkdirSync(join(folder, "tmp"));
  chmodSync(join(folder, "tmp"), 0o1777);
}

function javaLink(folder: string) {
  mkdirSync(join(folder, "usr/bin"), { recursive: true });
  symlinkSync(realpathSync("/usr/bin/java"), join(folder, "usr/bin/java"));
}

async function fillContext(context: string) {
  const own = join(repoRoot, "deploy/docker/substitutes");
  cpSync(own, context, { recursive: true });
  cpSync(process.execPath, join(context, "node"), { dereference: true });
  const npm = dirname(dirname(realpathSync((await run("which", ["npm"])).trim())));
  cpSync(npm, join(context, "npm"), { recursive: true });
  cpSync(kafkaLib, join(context, "kafka"), {
    recursive: true,
    filter: (path) => path.endsWith("/lib") || path.endsWith(".jar"),
  });
  cpSync(join(kafkaDir, "log4j.properties"), join(context, "log4j.properties"));
  cpSync(devmongoJar, join(context, "devmongo.jar"));

  skeleton(join(context, "skeleton"));
  javaLink(join(context, "java-link"));
  const base = await packageFiles(basePackages.split(" "));
  const inBase = new Set(base);
  const beyondBase = async (name: string) =>
    (await packageFiles([name])).filter((path) => !inBase.has(path));
  await archive(join(context, "base.tar"), base, join(context, "skeleton"));
  await archive(join(context, "redis.tar"), await beyondBase("redis-server"));
  const java = await beyondBase("openjdk-17-jre-headless");
  await archive(join(context, "java.tar"), java, join(context, "java-link"));
}

function nodeImage() {
  const from = /^FROM (\S+) AS base$/m.exec(readFileSync(join(repoRoot, "Dockerfile"), "utf8"));
  if (!from?.[1]) throw new Error("the Dockerfile names no base image");
  return from[1];
}

/** The images to substitute. @throws when one is pinned by a digest, which no other image can have */
function images() {
  const services = composeServices();
  const engine = (name: string) => [name, services[name]?.image ?? ""] as const;
  const all = [["node", nodeImage()] as const, engine("mongo"), engine("kafka"), engine("redis")];
  const pinned = all.find(([, image]) => image.includes("@"));
  if (pinned) throw new Error(`${pinned[1]} has a digest; remove the digests to use substitutes`);
  return all;
}

/** @throws when a pulled image has this name: it is never replaced */
async function requireOwn(image: string) {
  const found = await imageIds(image, { own: false });
  if (found !== (await imageIds(image, { own: true })))
    throw new Error(`${image} is already here; nothing was built`);
}

await runCommand(async () => {
  await requireEngine();
  for (const [, image] of images()) await requireOwn(image);
  if (process.argv.includes("--remove")) {
    await docker(["image", "rm", ...images().map(([, image]) => image)]);
    return;
  }
  const context = mkdtempSync(join(tmpdir(), "orbline-substitutes-"));
  try {
    await fillContext(context);
    for (const [target, image] of images()) {
      const args = [
        "build",
        "--target",
        target,
        "--tag",
        image,
        "--label",
        `${substituteLabel}=${target}`,
      ];
      await docker([...args, "--progress", "plain", context], { DOCKER_BUILDKIT: "1" });
      console.log(`${image} substitutes the official image`);
    }
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
});
