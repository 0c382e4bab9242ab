import { parseSync, type Plugin } from "vite";

const parts = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

const exportedNames = (code: string): string[] =>
  parseSync("module.js", code).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name } }) => name ?? []),
  );

const absent = (names: readonly string[]) => `
const absent = () => {
  throw new Error("The web app is built without zod's JSON Schema.");
};
const factory = () => absent;
export {
  ${names.map((name) => `${name.startsWith("create") ? "factory" : "absent"} as ${name}`).join(", ")}
};
`;

/**
 * Leaves zod's JSON Schema out of the app, which only checks values: every schema refers to it, so it is never
 * found unused. With it goes what a schema tells of its own bounds (`minLength`, `format` and their like). Fails the
 * build when zod keeps it elsewhere.
 */
export const withoutJsonSchema = (): Plugin => {
  const left = new Set<string>();
  return {
    name: "without-json-schema",
    apply: "build",
    transform: {
      filter: { id: parts },
      handler: (code, id) => {
        left.add(id);
        return { code: absent(exportedNames(code)), map: null };
      },
    },
    buildEnd: (failure) => {
      if (!failure && left.size !== 2)
        throw new Error(`zod's JSON Schema is in other files than ${parts.source}.`);
    },
  };
};
