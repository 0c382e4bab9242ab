import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sha256Of } from "./files.ts";

const fileSchema = z.object({
  /** Relative to the folder of the backup. */
  path: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  /** Documents of a collection, or messages of a topic. */
  count: z.number().int().nonnegative(),
  /** Of the compressed file, in hex. */
  sha256: z.string().length(64),
});

const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  collections: z.array(
    fileSchema.extend({
      database: z.string(),
      name: z.string(),
      /** Every index but the one on `_id`, as MongoDB describes it. */
      indexes: z.array(z.looseObject({ name: z.string(), key: z.record(z.string(), z.unknown()) })),
    }),
  ),
  topics: z.array(fileSchema.extend({ name: z.string(), partitions: z.number().int().positive() })),
  /** The newest head of the audit log on its topic; absent before the first entry. */
  auditHead: z.object({ number: z.number().int(), hash: z.string() }).optional(),
});

/** What a backup contains. */
export type Manifest = z.output<typeof manifestSchema>;

const manifestFile = (folder: string) => join(folder, "manifest.json");

/** Writes the manifest. A folder without one holds no complete backup, so it is written last. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(manifestFile(folder), `${JSON.stringify(manifest, undefined, 2)}\n`, {
    mode: 0o600,
    flag: "wx",
  });
}

/** Reads the manifest and checks the SHA-256 of every file. @throws when the backup is incomplete or damaged */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = manifestSchema.parse(JSON.parse(readText(folder)));
  for (const { path, sha256 } of [...manifest.collections, ...manifest.topics])
    if ((await sha256Of(join(folder, path))) !== sha256)
      throw new Error(`${path} is not the file that was backed up`);
  return manifest;
}

function readText(folder: string): string {
  try {
    return readFileSync(manifestFile(folder), "utf8");
  } catch (cause) {
    throw new Error(`${folder} holds no complete backup: it has no manifest.json`, { cause });
  }
}
