import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./build-web.ts";
import { secondsSince } from "./command.ts";
import { ensureInstalled } from "./install.ts";
import { localDir, repoRoot } from "./paths.ts";

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

const reports = join(localDir, "bin/reports");

const execute = (command: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: repoRoot,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, CI: "true" },
    });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });

const counted = (passed: boolean): Counts => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
});

const check = (name: string, command: string, args: string[]): Step => ({
  name,
  work: async () => counted(await execute(command, args)),
});

const job = (name: string, work: () => Promise<void>): Step => ({
  name,
  work: () =>
    work().then(
      () => counted(true),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        return counted(false);
      },
    ),
});

/** What failed, repeated at the end of a long output where a reader looks first. */
const failures: string[] = [];

const firstLines = (text: string): string => text.split("\n").slice(0, 12).join("\n    ");

const noteFailures = (report: Report): void => {
  for (const file of report.testResults ?? []) {
    if (file.message) failures.push(`${file.name}\n    ${firstLines(file.message)}`);
    for (const test of file.assertionResults) {
      if (test.status !== "failed") continue;
      const message = firstLines((test.failureMessages ?? []).join("\n"));
      failures.push(`${file.name} > ${test.fullName}\n    ${message}`);
    }
  }
};

/** A run that ends badly counts as one failure at least, also when no test was reported as failed. */
const readReport = (file: string, succeeded: boolean): Counts => {
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : {};
  noteFailures(report);
  const failed = report.numFailedTests ?? 0;
  return {
    passed: report.numPassedTests ?? 0,
    failed: succeeded ? failed : Math.max(failed, 1),
  };
};

const tests = (name: string, projects: string[]): Step => ({
  name,
  work: async () => {
    const file = join(reports, `${name.replaceAll(" ", "-")}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const selected = projects.flatMap((project) => ["--project", project]);
    return readReport(file, await execute("vitest", ["run", ...selected, ...reporters]));
  },
});

const steps: Step[] = [
  job("engines", () => ensureInstalled(["kafka", "mongo", "supervisor"])),
  check("format", "npm", ["run", "-s", "check:format"]),
  check("lint", "npm", ["run", "-s", "check:lint"]),
  check("types", "npm", ["run", "-s", "check:types"]),
  check("proto", "npm", ["run", "-s", "check:proto"]),
  job("web build", buildWeb),
  tests("unit tests", ["unit", "web"]),
  tests("integration tests", ["integration"]),
  tests("browser journeys", ["e2e"]),
];

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total: Counts = { passed: 0, failed: 0 };
const summary: string[] = [];
const startedAt = Date.now();
for (const { name, work } of steps) {
  const stepStartedAt = Date.now();
  console.log(`\n--- ${name}`);
  const { passed, failed } = await work();
  total.passed += passed;
  total.failed += failed;
  const time = secondsSince(stepStartedAt).padStart(8);
  summary.push(`${name.padEnd(18)} ${time}   ${passed} passed, ${failed} failed`);
}
if (failures.length > 0) console.log(`\n--- what failed\n${failures.join("\n\n")}`);
console.log(
  `\n${summary.join("\n")}\n${"total".padEnd(18)} ${secondsSince(startedAt).padStart(8)}`,
);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
if (total.failed > 0) process.exitCode = 1;
