import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** A file of a backup: its path in the folder, the records in it, and the SHA-256 of the compressed file in hex. */
export type BackupFile = { path: string; count: number; sha256: string };

/** Writes records into a compressed file that only its owner can read. @throws when the file exists */
export async function writeRecords(
  folder: string,
  path: string,
  records: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<BackupFile> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  let count = 0;
  async function* counted() {
    for await (const record of records) {
      count += 1;
      yield record;
    }
  }
  const output = createWriteStream(file, { mode: 0o600, flags: "wx" });
  await pipeline(Readable.from(counted()), createGzip(), output);
  return { path, count, sha256: await sha256Of(file) };
}

/** The SHA-256 of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** The BSON documents of a compressed file, one after the other: each begins with its length. */
export async function* readDocuments(folder: string, path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of unzipped(folder, path)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE()) {
      const length = rest.readInt32LE();
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new Error(`${path} ends inside a document`);
}

/** The lines of a compressed text file. */
export async function* readLines(folder: string, path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of unzipped(folder, path).setEncoding("utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

function unzipped(folder: string, path: string) {
  const source = createReadStream(join(folder, path));
  const output = createGunzip();
  source.on("error", (error) => output.destroy(error)).pipe(output);
  return output;
}
