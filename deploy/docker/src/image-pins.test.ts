import { readFileSync } from "node:fs";
import { join } from "node:path";
import { composeServices } from "@orbline/engines/compose-file";
import { repoRoot } from "@orbline/engines/paths";
import { describe, expect, it } from "vitest";
import { changedImages, filesWithImages, pulledImages, withDigests } from "./image-pins.ts";

const [one, two] = [`sha256:${"1".repeat(64)}`, `sha256:${"2".repeat(64)}`];

const dockerfile = `FROM node:24.21.0-bookworm-slim AS base
FROM base AS program
COPY --from=web /app/web/dist /app/web/dist
`;
const compose = `services:
  mongo:
    image: mongo:8.0.21@${one}
  kafka:
    image: apache/kafka:3.9.2 # a remark
  gateway:
    image: orbline/gateway:\${IMAGE_TAG:-latest}
`;

describe("images that are pulled", () => {
  it("are found with their digests, and stages and images of our own are not", () => {
    expect(pulledImages(dockerfile)).toEqual([{ name: "node:24.21.0-bookworm-slim" }]);
    expect(pulledImages(compose)).toEqual([
      { name: "mongo:8.0.21", digest: one },
      { name: "apache/kafka:3.9.2" },
    ]);
  });

  it("get the digests that the registry has, and nothing else changes", () => {
    const digests = new Map([
      ["mongo:8.0.21", two],
      ["apache/kafka:3.9.2", one],
    ]);
    expect(withDigests(compose, digests)).toBe(
      compose
        .replace(`mongo:8.0.21@${one}`, `mongo:8.0.21@${two}`)
        .replace("kafka:3.9.2", `kafka:3.9.2@${one}`),
    );
    expect(withDigests(dockerfile, digests)).toBe(dockerfile);
  });

  it("are reported when a tag means another image than the pinned one", () => {
    const digests = new Map([
      ["mongo:8.0.21", two],
      ["apache/kafka:3.9.2", one],
    ]);
    expect(changedImages(pulledImages(compose), digests)).toEqual([
      `mongo:8.0.21: pinned ${one}, served ${two}`,
    ]);
    expect(changedImages(pulledImages(withDigests(compose, digests)), digests)).toEqual([]);
  });

  it("are all found in the files of this repository", () => {
    const found = filesWithImages.flatMap((file) =>
      pulledImages(readFileSync(join(repoRoot, file), "utf8")).map(({ name }) => name),
    );
    expect(found).toHaveLength(7);
    const pulled = Object.values(composeServices()).flatMap(({ image }) =>
      image.startsWith("orbline/") ? [] : [image.split("@")[0]],
    );
    expect(pulled.filter((image) => !found.includes(image ?? ""))).toEqual([]);
    for (const name of found) expect(name).toMatch(/:v?\d+\.\d+\.\d+(-[\w-]+)?$/);
  });
});
