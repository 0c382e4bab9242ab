import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { composeServices } from "@orbline/engines/compose-file";
import { repoRoot } from "@orbline/engines/paths";
import { afterAll, beforeAll, expect, it } from "vitest";
import { configs, readByLibraries } from "../testing/configs.ts";
import { envExample, variablesTable, wiredTable } from "./documents.ts";
import { programEnv, wiredVariables } from "./environment.ts";
import { ensureSecrets, type Secrets } from "./secrets.ts";
import { parseSettings } from "./settings.ts";
import { type ProgramName as Name, programNames as names, variables } from "./variables.ts";

/** Set for plain processes only. */
const withoutDocker = [
  "SOCKET_DIR",
  "GRPC_PORT",
  "PORT",
  "INTERNAL_PORT",
  "SMTP_PORT",
  "ODDS_CLOCK_URL",
  "PUSH_ALLOW_LOOPBACK",
];
/** Set in containers only. */
const withDocker = ["INTERNAL_HOST"];

let dataDir: string;
let secrets: Secrets;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-variables-"));
  secrets = ensureSecrets(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const envOf = (name: Name, given: NodeJS.ProcessEnv = {}) =>
  programEnv(name, { settings: parseSettings({ DATA_DIR: dataDir, ...given }), secrets });

const samples = Object.fromEntries(
  variables.map(({ name, example, ...rest }) => [name, rest.default ?? example ?? "0123456789"]),
);
const tablesOf = (name: Name) => [
  ...wiredVariables.filter(({ programs }) => programs.includes(name)),
  ...variables.filter(({ programs }) => programs.includes(name)),
];

it.each(names)("lists only variables that %s reads", (name) => {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: _full, ...given } = samples;
  const config = configs[name](envOf(name, given));
  const unknown = tablesOf(name)
    .map((variable) => variable.name)
    .filter((variable) => !(variable in config) && !readByLibraries.test(variable));
  expect(unknown.filter((variable) => variable !== "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")).toEqual(
    [],
  );
});

it.each(names)("lists the defaults of %s", (name) => {
  const own = variables.filter(({ programs }) => programs.includes(name));
  const defaults = own.flatMap((variable) =>
    variable.default === undefined ? [] : [[variable.name, variable.default]],
  );
  const given = Object.fromEntries(defaults) as Record<string, string>;
  expect(configs[name](envOf(name, given))).toEqual(configs[name](envOf(name)));
});

it.each(names)("gives %s the same variables in docker-compose.yml", (name) => {
  const expected = tablesOf(name).map((variable) => variable.name);
  const compose = Object.keys(composeServices()[name]?.environment ?? {})
    .map((variable) => (variable === "DATA_FILE" ? variable : variable.replace(/_FILE$/, "")))
    .toSorted();
  const apart = [...withoutDocker, ...withDocker];
  const relevant = (all: string[]) => all.filter((one) => !apart.includes(one)).toSorted();
  expect(relevant(compose)).toEqual(relevant(expected));
});

it("lists the same variables in .env.example and the README (npm run config:docs writes both)", () => {
  const read = (path: string) => readFileSync(join(repoRoot, path), "utf8");
  const rows = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-+/g, "-");
  expect(read(".env.example")).toBe(envExample());
  const readme = rows(read("deploy/stack/README.md"));
  expect(readme).toContain(rows(variablesTable()));
  expect(readme).toContain(rows(wiredTable()));
});
