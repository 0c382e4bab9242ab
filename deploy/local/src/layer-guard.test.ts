import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { repoRoot } from "./paths.ts";

/** A planted file, what it may import and what it must not. */
type Layer = { file: string; allowed: string[]; forbidden: string[] };

const elsewhere = [
  "@orbline/billing/domain/x",
  "../../../billing/src/domain/x.ts",
  "../config.ts",
  "./../main.ts",
  "../domain/../store/x.ts",
  "..",
];
const adapter = ["./x.ts", "../domain/x.ts", "../use-cases/ports.ts", "@orbline/kit/redis", "zod"];
const notAdapter = [...elsewhere, "../use-cases/x.ts", "express", "@orbline/kit/testing/x"];
const shared = { allowed: ["react", "../lib/x.ts", "@orbline/proto/http/x"] };

const layers: Layer[] = [
  {
    file: "services/identity/src/domain/x.ts",
    allowed: ["./y.ts", "@orbline/kit/errors", "node:util"],
    forbidden: [...elsewhere, "../store/x.ts", "../use-cases/ports.ts", "@orbline/kit/http"].concat(
      ["mongoose", "node:fs", "zod", "@orbline/kit/errors-else", "@orbline/proto/http/x"],
    ),
  },
  {
    file: "services/identity/src/use-cases/x.ts",
    allowed: ["./ports.ts", "../domain/x.ts", "@orbline/kit/errors"],
    forbidden: [...elsewhere, "../store/x.ts", "../http/x.ts", "@orbline/kit/kafka"].concat([
      "mongoose",
      "node:timers/promises",
      "@orbline/proto/http/x",
    ]),
  },
  {
    file: "services/identity/src/store/x.ts",
    allowed: [...adapter, "mongoose"],
    forbidden: [...notAdapter, "../http/x.ts", "@orbline/proto/http/x", "kafkajs"],
  },
  {
    file: "services/identity/src/http/x.ts",
    allowed: ["./x.ts", "../use-cases/x.ts", "../domain/x.ts", "@orbline/kit/http"].concat([
      "@orbline/proto/http/x",
      "express",
      "zod",
      "node:crypto",
    ]),
    forbidden: [...elsewhere, "../store/x.ts", "mongoose", "@orbline/proto/load"],
  },
  {
    file: "services/identity/src/grpc/x.ts",
    allowed: ["./x.ts", "../use-cases/x.ts", "../domain/x.ts", "@orbline/kit/grpc"].concat([
      "@orbline/proto/gen/identity/v1/X",
      "../events/encode-user.ts",
      "../events/decode-user.ts",
    ]),
    forbidden: [...elsewhere, "../store/x.ts", "../events/consumers.ts", "@grpc/grpc-js"],
  },
  {
    file: "services/identity/src/events/x.ts",
    allowed: ["./x.ts", "../use-cases/x.ts", "../domain/x.ts", "@orbline/proto/load"],
    forbidden: [...elsewhere, "../store/x.ts", "../grpc/x.ts", "kafkajs"],
  },
  {
    file: "services/identity/src/mails/x.ts",
    allowed: adapter,
    forbidden: [...notAdapter, "mongoose", "nodemailer"],
  },
  {
    file: "services/identity/src/sessions/x.ts",
    allowed: [...adapter, "bowser"],
    forbidden: [...notAdapter, "mongoose", "stripe", "argon2"],
  },
  {
    file: "services/billing/src/payments/x.ts",
    allowed: [...adapter, "stripe"],
    forbidden: [...notAdapter, "mongoose"],
  },
  {
    file: "services/identity/src/passwords/x.ts",
    allowed: [...adapter, "argon2", "@zxcvbn-ts/language-common"],
    forbidden: [...notAdapter, "stripe"],
  },
  {
    file: "services/identity/src/throttle/x.ts",
    allowed: [...adapter, "rate-limiter-flexible"],
    forbidden: [...notAdapter, "argon2"],
  },
  {
    file: "services/prediction/src/slates/x.ts",
    allowed: [...adapter, "../model/x.ts"],
    forbidden: [...notAdapter, "mongoose"],
  },
  {
    file: "services/prediction/src/odds/x.ts",
    allowed: [...adapter, "../model/x.ts"],
    forbidden: [...notAdapter, "../slates/x.ts", "../store/x.ts", "mongoose"],
  },
  {
    file: "services/prediction/src/selection/x.ts",
    allowed: [...adapter, "../model/x.ts"],
    forbidden: [...notAdapter, "../slates/x.ts"],
  },
  {
    file: "services/prediction/src/model/x.ts",
    allowed: ["./x.ts", "simple-statistics"],
    forbidden: [...elsewhere, "../domain/x.ts", "@orbline/kit/errors", "node:fs"],
  },
  {
    file: "services/prediction/src/model-cli/x.ts",
    allowed: ["./x.ts", "../model/x.ts", "node:fs", "csv-parse/sync"],
    forbidden: [...elsewhere, "../store/x.ts", "@orbline/kit/mongo"],
  },
  {
    file: "services/identity/src/main.ts",
    allowed: ["./store/x.ts", "./config.ts", "@orbline/kit/run", "@orbline/proto/topics", "zod"],
    forbidden: [
      "@orbline/billing/domain/x",
      "../../billing/src/domain/x.ts",
      "./../../x.ts",
    ].concat(["@orbline/kit/testing/x", "./testing/x.ts"]),
  },
  {
    file: "services/kit/src/x.ts",
    allowed: ["./x.ts", "@orbline/proto/load", "express"],
    forbidden: ["@orbline/identity/domain/x", "../../identity/src/domain/x.ts"],
  },
  {
    file: "proto/src/http/x.ts",
    allowed: ["./x.ts", "../load.ts", "zod"],
    forbidden: ["@orbline/kit/errors", "../../../services/kit/src/errors.ts"],
  },
  {
    file: "gateway/src/x.ts",
    allowed: ["./x.ts", "@orbline/kit/redis", "@orbline/proto/http/x", "express"],
    forbidden: ["@orbline/identity/domain/x", "../../services/identity/src/config.ts"],
  },
  {
    file: "deploy/local/src/x.ts",
    allowed: ["./x.ts", "@orbline/kit/config", "@orbline/proto/topics", "mongodb"],
    forbidden: ["@orbline/identity/config", "../../../services/identity/src/config.ts"].concat([
      "../../../gateway/src/x.ts",
    ]),
  },
  {
    file: "web/src/main.tsx",
    allowed: ["./app/x.tsx", "react", "@orbline/proto/http/x"],
    forbidden: ["@orbline/kit/errors", "@orbline/proto/load", "../../services/kit/src/errors.ts"],
  },
  {
    file: "web/src/app/routes/x.tsx",
    allowed: ["../x.tsx", "../../features/auth/api.ts", "../../lib/x.ts", "react"],
    forbidden: ["@orbline/kit/errors", "@orbline/proto/gen/x"],
  },
  ...["components/ui", "lib", "stores", "texts", "theme"].map((folder) => ({
    file: `web/src/${folder}/x.ts`,
    allowed: shared.allowed,
    forbidden: ["../features/auth/api.ts", "../app/x.tsx", "../../features/auth/api.ts"].concat([
      "../../app/x.tsx",
      "@orbline/kit/errors",
    ]),
  })),
  {
    file: "web/src/features/auth/x.ts",
    allowed: ["./x.ts", "../../lib/x.ts", "../../components/ui/x.tsx", "../../texts/x.ts", "react"],
    forbidden: ["../checkout/api.ts", "../../app/x.tsx", "@orbline/kit/errors"].concat([
      "../../features/checkout/api.ts",
    ]),
  },
  {
    file: "web/src/features/auth/components/x.tsx",
    allowed: ["./x.tsx", "../api.ts", "../../../lib/x.ts", "../../../components/ui/x.tsx"],
    forbidden: ["../../checkout/api.ts", "../../../app/x.tsx", "../../../features/checkout/api.ts"],
  },
];

let root = "";
let restricted: Map<string, Set<number>>;

const plant = (file: string, imports: string[]) => {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  const lines = imports.map((name, index) => `import { a${index} } from "${name}";`);
  writeFileSync(join(root, file), `${lines.join("\n")}\n`);
};

const lint = async (): Promise<string> => {
  const oxlint = join(repoRoot, "node_modules/oxlint/bin/oxlint");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [oxlint, "-f", "json", "."],
      { cwd: root, maxBuffer: 64_000_000 },
      (_error, stdout) => resolve(stdout),
    );
  });
};

type Report = {
  diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
};

/** The lines of each planted file whose import the guard refuses. */
const restrictedLines = (report: string) => {
  const lines = new Map<string, Set<number>>();
  for (const { code, filename, labels } of (JSON.parse(report) as Report).diagnostics) {
    if (!code.includes("no-restricted-imports")) continue;
    const found = lines.get(filename) ?? new Set();
    for (const { span } of labels) found.add(span.line);
    lines.set(filename, found);
  }
  return lines;
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "orbline-layers-"));
  for (const config of [".oxlintrc.json", ".oxlint-layers.json"])
    cpSync(join(repoRoot, config), join(root, config));
  for (const { file, allowed, forbidden } of layers) {
    plant(file, [...allowed, ...forbidden]);
    plant(file.replace(/\.tsx?$/, ".test.ts"), forbidden);
  }
  restricted = restrictedLines(await lint());
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(layers)("$file may import just what its layer may", ({ file, allowed, forbidden }) => {
  const lines = restricted.get(file) ?? new Set();
  const isRefused = (_name: string, index: number) => lines.has(index + 1);
  expect([...allowed, ...forbidden].filter(isRefused)).toEqual(forbidden);
});

it.each(layers)("tests beside $file may import anything", ({ file }) => {
  expect(restricted.get(file.replace(/\.tsx?$/, ".test.ts"))).toBeUndefined();
});

/** A configuration's glob as a regular expression. */
const folderOf = (glob: string) =>
  new RegExp(
    `^${glob
      .replaceAll("**", ".+")
      .replaceAll(/(?<!\.)\*/g, "[^/]+")
      .replaceAll(/\{([^}]+)\}/g, (_all, names: string) => `(${names.replaceAll(",", "|")})`)}$`,
  );

it("has a planted file for every layer that the linter knows", () => {
  const { overrides } = JSON.parse(readFileSync(join(repoRoot, ".oxlint-layers.json"), "utf8")) as {
    overrides: { files: string[]; rules: Record<string, unknown> }[];
  };
  const globs = overrides
    .filter(({ rules }) => rules["no-restricted-imports"] !== "off")
    .flatMap(({ files }) => files);
  const missing = globs.filter((glob) => !layers.some(({ file }) => folderOf(glob).test(file)));
  expect(missing).toEqual([]);
});
