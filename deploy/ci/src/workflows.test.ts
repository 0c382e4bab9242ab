import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { expect, it } from "vitest";
import { parse } from "yaml";

type Step = { uses?: string; run?: string };
type Job = {
  steps?: Step[];
  needs?: string[];
  uses?: string;
  permissions?: object;
  strategy?: { matrix: { include: Image[] } };
};
type Image = { name: string; workspace: string };
type Workflow = { name: string; permissions: object; jobs: Record<string, Job> };

const folder = join(repoRoot, ".github/workflows");
const files = readdirSync(folder);
const workflows = files.map((file) => parse(readFileSync(join(folder, file), "utf8")) as Workflow);
const steps = workflows.flatMap(({ jobs }) =>
  Object.values(jobs).flatMap((job) => job.steps ?? []),
);

const readText = (path: string) => readFileSync(join(repoRoot, path), "utf8");

it("names every workflow like its file and lets it only read by default", () => {
  for (const [index, { name, permissions }] of workflows.entries()) {
    expect(`${name}.yml`).toBe(files[index]);
    expect(permissions).toEqual({ contents: "read" });
  }
});

it("uses actions of a fixed major version or of a commit, as Renovate pins them", () => {
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
});

it("runs only scripts, targets and files that exist", () => {
  const { scripts } = JSON.parse(readText("package.json")) as { scripts: object };
  const makefile = readText("Makefile");
  const commands = steps.flatMap(({ run }) => run ?? []).join("\n");
  for (const [, script = ""] of commands.matchAll(/npm run -s ([\w:-]+)/g))
    expect(Object.keys(scripts)).toContain(script);
  for (const [, target = ""] of commands.matchAll(/^make ([\w-]+)/gm))
    expect(makefile).toMatch(new RegExp(`^${target}:`, "m"));
  for (const [file = ""] of commands.matchAll(/deploy\/[\w./-]+\.sh/g))
    expect(existsSync(join(repoRoot, file))).toBe(true);
});

it("publishes images only after every check and test of the tagged commit", () => {
  const jobs = workflows.find(({ name }) => name === "release")?.jobs ?? {};
  const gates = ["check", "test", "compose"];
  expect(jobs["images"]?.needs).toEqual(expect.arrayContaining(gates));
  for (const gate of gates) {
    expect(jobs[gate]?.uses).toBe(`./.github/workflows/${gate}.yml`);
    expect(readText(`.github/workflows/${gate}.yml`)).toMatch(/^ {2}workflow_call:$/m);
  }
});

it("releases an image of the gateway, of every service, and of backup", () => {
  const release = workflows.find(({ name }) => name === "release");
  const images = release?.jobs["images"]?.strategy?.matrix.include ?? [];
  const services = readdirSync(join(repoRoot, "services")).filter((name) => name !== "kit");
  expect(images.map(({ name }) => name).toSorted()).toEqual(
    ["backup", "gateway", ...services].toSorted(),
  );
  for (const { workspace } of images)
    expect(existsSync(join(repoRoot, workspace, "package.json"))).toBe(true);
});

it("has one license in all packages", () => {
  const { workspaces } = JSON.parse(readText("package.json")) as { workspaces: string[] };
  const folders = workspaces.flatMap((pattern) => {
    const parent = pattern.replace("/*", "");
    if (parent === pattern) return [pattern];
    return readdirSync(join(repoRoot, parent)).map((name) => join(parent, name));
  });
  const packages = folders.map((path) => join(path, "package.json"));
  for (const path of ["package.json", ...packages.filter((one) => existsSync(join(repoRoot, one)))])
    expect([path, JSON.parse(readText(path))]).toMatchObject([path, { license: "Apache-2.0" }]);
});
