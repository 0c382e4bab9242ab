import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { shapeOf } from "@orbline/kit/config";
import { expect, it } from "vitest";
import { schemas } from "../testing/configs.ts";
import meanings from "./meanings.json" with { type: "json" };
import { reference, referencePage } from "./reference.ts";

const rows = reference(schemas).flatMap((section) => section.rows);

it("lists every variable of every program once, with a meaning", () => {
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [program, schema] of Object.entries(schemas))
    for (const name of Object.keys(shapeOf(schema)))
      expect(rows.find((row) => row.name === name)?.programs).toContain(program);
  expect(rows.filter(({ meaning }) => meaning === "")).toEqual([]);
});

it("describes no variable that no program reads", () => {
  const names = new Set(rows.map(({ name }) => name));
  expect(Object.keys(meanings).filter((name) => !names.has(name))).toEqual([]);
});

it("marks every key, token and password as a secret, except public keys and paths of files", () => {
  const open = [
    "ASSERTION_PUBLIC_KEY",
    "INTERNAL_TLS_KEY",
    "KAFKA_TLS_KEY",
    "REDIS_TLS_KEY",
    "VAPID_PUBLIC_KEY",
  ];
  const unmarked = rows.filter(
    ({ name, isSecret }) => /SECRET|TOKEN|PASSWORD|KEY/.test(name) && !isSecret,
  );
  expect(unmarked.map(({ name }) => name).toSorted()).toEqual(open);
});

it("is what docs/configuration.md says (npm run config:docs writes it)", () => {
  const spaced = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-+/g, "-");
  const page = readFileSync(join(repoRoot, "docs/configuration.md"), "utf8");
  expect(spaced(page)).toBe(spaced(referencePage(schemas)));
});
