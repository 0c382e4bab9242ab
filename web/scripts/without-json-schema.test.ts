import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";
import type { ZodType } from "zod";
import { withoutJsonSchema } from "./without-json-schema.ts";

const entry = "\0entry";

const bundle = async (code: string) => {
  const { output } = (await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      withoutJsonSchema(),
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: "strict" } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
};

it("a built schema checks values as ever, and is said to have no JSON Schema", async () => {
  const code = await bundle(`
    import { z } from "${import.meta.resolve("zod")}";
    export const schema = z.object({ name: z.string().min(2), at: z.iso.datetime().nullable() });
  `);
  const { schema } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    schema: ZodType;
  };
  expect(schema.safeParse({ name: "ab", at: null }).success).toBe(true);
  expect(schema.safeParse({ name: "a", at: "today" }).error?.issues).toMatchObject([
    { path: ["name"], code: "too_small" },
    { path: ["at"], code: "invalid_format" },
  ]);
  expect(schema["~standard"].validate({ name: "ab", at: null })).toEqual({
    value: { name: "ab", at: null },
  });
  expect(() => schema.toJSONSchema()).toThrow("The web app is built without zod's JSON Schema.");
});

it("a build that does not find it fails", async () => {
  await expect(bundle("export const nothing = true;")).rejects.toThrow(
    "zod's JSON Schema is in other files",
  );
});
