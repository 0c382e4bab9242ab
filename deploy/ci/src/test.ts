import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { secondsSince } from "@orbline/engines/command";
import { hasPython, install } from "@orbline/engines/install";
import { cacheDir, compileCache, repoRoot } from "@orbline/engines/paths";
import { stackInstallations, webApp } from "@orbline/stack/processes";
import { installSchemathesis } from "../../e2e/src/openapi/schemathesis.ts";

type Counts = { passed: number; failed: number };
type Report = {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};
type Step = { name: string; work: () => Promise<Counts> };

const reports = join(cacheDir, "reports");

const execute = (command: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: repoRoot,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, CI: "true", NODE_COMPILE_CACHE: compileCache },
    });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });

function counted(name: string, passed: boolean): Counts {
  if (!passed) titles.push(`failed: ${name}`);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
}

const check = (name: string, command: string, args: string[]): Step => ({
  name,
  work: async () => counted(name, await execute(command, args)),
});

const job = (name: string, work: () => Promise<void>): Step => ({
  name,
  work: () =>
    work().then(
      () => counted(name, true),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        return counted(name, false);
      },
    ),
});

/** Failures, which are printed again at the end of the output, and one line for each of them. */
const failures: string[] = [];
const titles: string[] = [];

const firstLines = (text: string): string => text.split("\n").slice(0, 12).join("\n    ");

function note(verdict: string, title: string, message: string): void {
  failures.push(`${title}\n    ${firstLines(message)}`);
  titles.push(`${verdict}: ${title}`);
}

function noteFailures(report: Report): void {
  for (const file of report.testResults ?? []) {
    const name = relative(repoRoot, file.name);
    if (file.message) note("failed", name, file.message);
    for (const test of file.assertionResults) {
      const messages = test.failureMessages ?? [];
      if (test.status !== "failed" && messages.length === 0) continue;
      const verdict = test.status === "failed" ? "failed" : "passed only on the second try";
      note(verdict, `${name} > ${test.fullName}`, messages.join("\n"));
    }
  }
}

/** Counts at least one failure for a run that failed, even if its report contains no failed test. */
function readReport(file: string, succeeded: boolean): Counts {
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : {};
  noteFailures(report);
  const failed = report.numFailedTests ?? 0;
  return {
    passed: report.numPassedTests ?? 0,
    failed: succeeded ? failed : Math.max(failed, 1),
  };
}

/** Tests that control whole processes may be retried. The summary names each retried test, because it has a race. */
const tests = (name: string, projects: string[], retries = 0): Step => ({
  name,
  work: async () => {
    const file = join(reports, `${name.replaceAll(" ", "-")}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const selected = projects.flatMap((project) => ["--project", project]);
    const options = [...selected, ...reporters, `--retry=${retries}`];
    return readReport(file, await execute("vitest", ["run", ...options]));
  },
});

/** Steps that run at the same time. */
const together = (name: string, parts: Step[]): Step => ({
  name,
  work: async () => {
    const counts = await Promise.all(parts.map(({ work }) => work()));
    return {
      passed: counts.reduce((sum, { passed }) => sum + passed, 0),
      failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    };
  },
});

const steps: Step[] = [
  // The engines and schemathesis are mostly downloads, which leave the cores to the checks.
  together("engines and checks", [
    job("engines", () => install(...stackInstallations())),
    job("schemathesis", async () => {
      if (await hasPython()) await installSchemathesis();
    }),
    check("format", "npm", ["run", "-s", "check:format"]),
    check("lint and types", "npm", ["run", "-s", "check:lint"]),
    check("layers", "npm", ["run", "-s", "check:layers"]),
    check("packages", "npm", ["run", "-s", "check:packages"]),
    check("proto", "npm", ["run", "-s", "check:proto"]),
  ]),
  job("web build", () => install(webApp)),
  check("web size", "npm", ["run", "-s", "size", "-w", "@orbline/web"]),
  tests("unit tests", ["unit", "web", "web-replacing"]),
  tests("integration tests", ["integration"], 1),
  // Each has a product of its own; one after the other they would leave a core idle half of the time.
  together("journeys and system", [
    tests("browser journeys", ["e2e-journeys"], 1),
    tests("system tests", ["e2e-system"], 1),
  ]),
];

// With a word as argument, only the steps whose names contain it run.
const [, , wanted = ""] = process.argv;

// property tests run few cases by default and many here
process.env["PROPERTY_RUNS"] ??= "10000";
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total: Counts = { passed: 0, failed: 0 };
const summary: string[] = [];
const startedAt = Date.now();
for (const { name, work } of steps.filter((step) => step.name.includes(wanted))) {
  const stepStartedAt = Date.now();
  console.log(`\n--- ${name}`);
  const { passed, failed } = await work();
  total.passed += passed;
  total.failed += failed;
  const time = secondsSince(stepStartedAt).padStart(8);
  summary.push(`${name.padEnd(18)} ${time}   ${passed} passed, ${failed} failed`);
}
if (failures.length > 0) console.log(`\n--- failures\n${failures.join("\n\n")}`);
console.log(
  `\n${summary.join("\n")}\n${"total".padEnd(18)} ${secondsSince(startedAt).padStart(8)}`,
);
if (titles.length > 0) console.log(`\n${titles.slice(0, 12).join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
if (total.failed > 0) process.exitCode = 1;
