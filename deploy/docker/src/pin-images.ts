// npm run images:pin: pins every pulled image by the digest that the registry has for its tag
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "@orbline/engines/command";
import { repoRoot } from "@orbline/engines/paths";
import { z } from "zod";
import { docker } from "./docker.ts";
import { changedImages, filesWithImages, pulledImages, withDigests } from "./image-pins.ts";

const usage = `Pins the images that the Dockerfile and the Compose files pull by digest. It needs Docker with buildx.

  npm run images:pin              writes the digests that the registries have now
  npm run images:pin -- --check   compares them: fails when a tag means another image than the pinned one
`;

const manifestSchema = z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) });

await runCommand(async () => {
  const options = { check: { type: "boolean" }, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const texts = filesWithImages.map((file) => readFileSync(join(repoRoot, file), "utf8"));
  const images = texts.flatMap(pulledImages);
  const digests = new Map<string, string>();
  for (const { name } of images) digests.set(name, await digestOf(name));
  if (values.check) return check(images, digests);
  for (const [index, file] of filesWithImages.entries())
    writeFileSync(join(repoRoot, file), withDigests(texts[index] ?? "", digests));
  for (const [name, digest] of digests) console.log(`${name}@${digest}`);
});

/** The digest of an image's manifest list, so that it fits every platform. */
async function digestOf(image: string): Promise<string> {
  const format = ["--format", "{{json .Manifest}}"];
  const json = await docker(["buildx", "imagetools", "inspect", image, ...format]);
  return manifestSchema.parse(JSON.parse(json)).digest;
}

function check(images: ReturnType<typeof pulledImages>, digests: Map<string, string>): void {
  for (const { name, digest } of images)
    if (!digest) console.log(`${name} is pinned by its tag only; it is now ${digests.get(name)}`);
  const changed = changedImages(images, digests);
  if (changed.length > 0) throw new Error(changed.join("\n"));
}
