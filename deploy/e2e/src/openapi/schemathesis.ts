import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { install, pythonProgram } from "@orbline/engines/install";
import { cacheDir } from "@orbline/engines/paths";

const schemathesis = pythonProgram({
  name: "schemathesis",
  program: "st",
  requirements: join(import.meta.dirname, "../../schemathesis.txt"),
});

/** Installs schemathesis from PyPI. @throws an error with pip's output */
export const installSchemathesis = (): Promise<void> => install(schemathesis);

const config = join(import.meta.dirname, "../../schemathesis.toml");

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
    ["--config-file", config],
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
