import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "@orbline/engines/child";
import { run } from "@orbline/engines/command";
import { goProgram, install } from "@orbline/engines/install";
import { cacheDir } from "@orbline/engines/paths";
import { freePort, waitUntilOpen } from "@orbline/engines/ports";

const goModule = "github.com/stripe/stripe-mock";
const project = join(import.meta.dirname, "../../stripe-mock");

const stripeMock = goProgram({
  project,
  source: goModule,
  output: join(cacheDir, "bin/stripe-mock"),
});

/**
 * Starts Stripe's own mock, which checks every request against Stripe's OpenAPI description and has no state. Returns
 * undefined and prints a line if its Go module cannot be fetched.
 */
export async function startStripeMock() {
  if ((await moduleFolder()) === undefined) return undefined;
  await install(stripeMock);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "orbline-stripe-mock-"));
  const child = await startChild({
    command: stripeMock.output,
    args: ["-http-addr", `127.0.0.1:${port}`],
    logFile: join(folder, "stripe-mock.log"),
  });
  await waitUntilOpen(port, 30_000, child.ended);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Stripe's OpenAPI description in the same module, parsed with `reviver`. Returns undefined and prints a line if the
 * module cannot be fetched.
 */
export async function stripeDescription(reviver?: Parameters<typeof JSON.parse>[1]) {
  const folder = await moduleFolder();
  if (folder === undefined) return undefined;
  const text = readFileSync(join(folder, "embedded/openapi/spec3.json"), "utf8");
  return JSON.parse(text, reviver) as object;
}

/** Fetches the pinned module. @throws if its content differs from the checksum in go.sum */
async function moduleFolder(): Promise<string | undefined> {
  try {
    const downloaded = await run("go", ["mod", "download", "-json", goModule], { cwd: project });
    return (JSON.parse(downloaded) as { Dir: string }).Dir;
  } catch (error) {
    if (/checksum|SECURITY/i.test(String(error))) throw error;
    process.stderr.write(`Skipped: ${goModule} cannot be fetched. ${String(error)}\n`);
    return undefined;
  }
}
