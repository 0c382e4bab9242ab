import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { run } from "@orbline/engines/command";
import { type Installation, install } from "@orbline/engines/install";
import { cacheDir } from "@orbline/engines/paths";
import { hashOf } from "@orbline/engines/stamp";

const folder = join(cacheDir, "schemathesis");
const requirements = join(import.meta.dirname, "../../schemathesis.txt");

const schemathesis: Installation = {
  name: "schemathesis",
  output: join(folder, "bin/st"),
  inputs: () => hashOf([requirements]),
  build: async () => {
    await run("python3", ["-m", "venv", "--clear", folder]);
    const quiet = ["--quiet", "--disable-pip-version-check"];
    await run(join(folder, "bin/pip"), ["install", ...quiet, "--requirement", requirements]);
  },
  tool: "pip",
};

/** Whether this machine has the Python that schemathesis needs. */
export const hasPython = (): Promise<boolean> =>
  run("python3", ["-c", "import venv, ensurepip"]).then(
    () => true,
    () => false,
  );

/** Installs schemathesis from PyPI. @throws an error with pip's output */
export const installSchemathesis = (): Promise<void> => install(schemathesis);

// Checks that depend on the response alone: whether a request is accepted also depends on stored data.
const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];

type Caller = { url: string; cookie?: string | undefined; maxExamples: number };

/**
 * Sends requests made from the OpenAPI document of the product at `url`, the same ones in each run. Returns the report
 * of the failures, which is empty if there are none.
 */
export async function findFaults({ url, cookie, maxExamples }: Caller): Promise<string> {
  const args = [
    ["run", `${url}/api/openapi.json`, "--no-color", "--generation-deterministic"],
    ["--phases", "fuzzing", "--checks", checks.join(","), "--max-examples", String(maxExamples)],
    ["--suppress-health-check", "all", "--warnings", "off"],
    ["--no-shrink", "--continue-on-failure", "--request-timeout", "60"],
    // A logout would end the caller's own session.
    ["--exclude-path", "/api/logout"],
    cookie ? ["--header", `Cookie: ${cookie}`] : [],
  ].flat();
  try {
    await promisify(execFile)(schemathesis.output, args, { cwd: cacheDir, maxBuffer: 2 ** 26 });
    return "";
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
    return `${stdout}${stderr}`.trim() || message;
  }
}
