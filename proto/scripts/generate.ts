// Generates src/gen from the .proto files; with --check it fails when the committed types are stale.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatorFlags } from "../src/loader-options.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const committed = join(root, "src/gen");
const protoFiles = globSync("*/v*/*.proto", { cwd: root }).toSorted();

const generate = (outDir: string) => {
  execFileSync(
    "proto-loader-gen-types",
    [...generatorFlags, `--outDir=${outDir}`, "--includeDirs=.", "--", ...protoFiles],
    { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
  );
  // A message to send may contain undefined; the loader omits such a field.
  for (const file of globSync(`${outDir}/**/*.ts`)) {
    const [head = "", ...interfaces] = readFileSync(file, "utf8").split("export interface ");
    const types = interfaces.map((text) =>
      /^\w+__Output /.test(text)
        ? text
        : text.replaceAll(/^( +'\w+'\?: \(.*\));$/gm, "$1 | undefined;"),
    );
    writeFileSync(file, [head, ...types].join("export interface "));
  }
};

const listing = (folder: string) =>
  globSync("**/*.ts", { cwd: folder })
    .toSorted()
    .map((file) => `${file}\n${readFileSync(join(folder, file), "utf8")}`)
    .join("\n");

const fresh = mkdtempSync(join(tmpdir(), "orbline-proto-"));
try {
  generate(fresh);
  if (!process.argv.includes("--check")) {
    rmSync(committed, { recursive: true, force: true });
    cpSync(fresh, committed, { recursive: true });
  } else if (listing(fresh) !== listing(committed)) {
    console.error("proto/src/gen is stale: run `npm run proto:generate` and commit the result.");
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
