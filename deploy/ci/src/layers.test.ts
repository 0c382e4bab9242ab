import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readImportGraph } from "./import-graph.ts";

const repoRoot = join(import.meta.dirname, "../../..");

/** A file of each layer, what it may import and what it must not. */
const layers: { file: string; allowed: string[]; forbidden: string[] }[] = [
  {
    file: "services/identity/src/domain/x.ts",
    allowed: ["services/identity/src/domain/deep/y.ts", "services/kit/src/errors.ts", "node:util"],
    forbidden: ["services/identity/src/store/y.ts", "services/kit/src/cache.ts", "zod", "node:fs"],
  },
  {
    file: "services/identity/src/use-cases/deep/x.ts",
    allowed: ["services/identity/src/use-cases/ports.ts", "services/identity/src/domain/y.ts"],
    forbidden: ["services/identity/src/http/y.ts", "services/kit/src/kafka/y.ts", "mongoose"],
  },
  {
    file: "services/identity/src/store/x.ts",
    allowed: [
      "services/identity/src/use-cases/ports.ts",
      "services/kit/src/mongo/y.ts",
      "mongoose",
    ],
    forbidden: [
      "services/identity/src/use-cases/y.ts",
      "services/identity/src/http/y.ts",
      "kafkajs",
    ],
  },
  {
    file: "services/billing/src/stripe/x.ts",
    allowed: ["services/billing/src/domain/y.ts", "services/kit/src/cache.ts", "stripe"],
    forbidden: ["services/billing/src/store/y.ts", "mongoose", "proto/src/load.ts"],
  },
  {
    file: "services/identity/src/security/x.ts",
    allowed: ["services/identity/src/use-cases/ports.ts", "argon2"],
    forbidden: ["services/identity/src/mail/y.ts", "stripe"],
  },
  {
    file: "services/identity/src/http/x.ts",
    allowed: ["services/identity/src/use-cases/y.ts", "proto/src/http/y.ts", "express"],
    forbidden: ["services/identity/src/store/y.ts", "proto/src/load.ts", "mongoose"],
  },
  {
    file: "services/identity/src/grpc/x.ts",
    allowed: [
      "services/identity/src/use-cases/y.ts",
      "services/identity/src/config.ts",
      "services/identity/src/events/encode-y.ts",
    ],
    forbidden: ["services/identity/src/events/y.ts", "@grpc/grpc-js"],
  },
  {
    file: "services/identity/src/events/x.ts",
    allowed: ["services/identity/src/domain/y.ts", "proto/src/load.ts"],
    forbidden: ["services/identity/src/grpc/y.ts", "kafkajs"],
  },
  {
    file: "services/prediction/src/engine/ratings/x.ts",
    allowed: ["services/prediction/src/engine/y.ts", "simple-statistics"],
    forbidden: ["services/prediction/src/store/y.ts", "services/kit/src/errors.ts", "node:fs"],
  },
  {
    file: "services/prediction/src/picks/x.ts",
    allowed: ["services/prediction/src/engine/y.ts", "services/kit/src/cache.ts"],
    forbidden: ["services/prediction/src/slates/y.ts", "mongoose"],
  },
  {
    file: "services/identity/src/main.ts",
    allowed: ["services/identity/src/store/y.ts", "services/kit/src/cache.ts", "proto/src/load.ts"],
    forbidden: ["services/billing/src/domain/y.ts", "services/kit/src/testing/y.ts"],
  },
  {
    file: "services/kit/src/http/x.ts",
    allowed: ["services/kit/src/errors.ts", "proto/src/load.ts", "express"],
    forbidden: ["services/identity/src/domain/y.ts", "deploy/engines/src/y.ts"],
  },
  {
    file: "proto/src/http/x.ts",
    allowed: ["proto/src/load.ts", "zod"],
    forbidden: ["services/kit/src/errors.ts"],
  },
  {
    file: "gateway/src/guards/x.ts",
    allowed: ["gateway/src/y.ts", "services/kit/src/cache.ts", "proto/src/http/y.ts", "express"],
    forbidden: ["services/identity/src/config.ts"],
  },
  {
    file: "deploy/load/src/x.ts",
    allowed: ["deploy/engines/src/y.ts", "services/kit/src/cache.ts"],
    forbidden: ["services/identity/src/config.ts", "gateway/src/y.ts", "web/src/lib/y.ts"],
  },
  {
    file: "web/src/lib/x.ts",
    allowed: ["web/src/theme/y.ts", "proto/src/http/y.ts", "react"],
    forbidden: ["web/src/components/y.ts", "web/src/features/auth/y.ts"],
  },
  {
    file: "web/src/features/auth/x.ts",
    allowed: ["web/src/components/y.ts", "web/src/features/auth/y.ts", "proto/src/http/y.ts"],
    forbidden: ["web/src/features/admin/y.ts", "web/src/app/y.ts", "proto/src/load.ts"],
  },
];

let root = "";
const refused = new Map<string, string[]>();

function plant(file: string, imports: string[]): void {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  const up = "../".repeat(file.split("/").length - 1);
  const lines = imports.map((to) => `import ${JSON.stringify(to.includes(".ts") ? up + to : to)};`);
  writeFileSync(join(root, file), lines.join("\n"));
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "orbline-layers-"));
  symlinkSync(join(repoRoot, "node_modules"), join(root, "node_modules"));
  cpSync(join(repoRoot, "package.json"), join(root, "package.json"));
  for (const { allowed, forbidden } of layers)
    for (const target of [...allowed, ...forbidden]) if (target.includes(".ts")) plant(target, []);
  for (const { file, allowed, forbidden } of layers) {
    plant(file, [...allowed, ...forbidden]);
    plant(file.replace(".ts", ".test.ts"), forbidden);
  }
  const { summary } = await readImportGraph(root);
  for (const { from, to } of summary.violations)
    refused.set(from, [...(refused.get(from) ?? []), to]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(layers)(
  "$file may import what its layer lists and nothing else",
  ({ file, allowed, forbidden }) => {
    const targets = refused.get(file) ?? [];
    const isRefused = (name: string) =>
      targets.some(
        (target) =>
          target === name.replace("node:", "") ||
          target === name ||
          target.includes(`node_modules/${name}/`),
      );
    expect([...allowed, ...forbidden].filter(isRefused)).toEqual(forbidden);
  },
);

it.each(layers)("a test beside $file may import anything", ({ file }) => {
  expect(refused.get(file.replace(".ts", ".test.ts"))).toBeUndefined();
});
