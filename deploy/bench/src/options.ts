import { parseArgs } from "node:util";
import { z } from "zod";

/** The parts of a run, in the order in which they are done. */
export const groups = ["gateway", "idle", "services", "up"] as const;
/** A part of a run. */
export type Group = (typeof groups)[number];

const count = z.coerce.number().int().positive();
const assignment = z.string().regex(/^[A-Z_]+=.*$/, "must be NAME=value");

const schema = z.strictObject({
  rounds: count.default(5),
  requests: count.default(90_000),
  only: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(groups)))
    .default([...groups]),
  with: z.array(assignment).default([]),
  checkout: z.string().optional(),
});

/** What a run does. */
export type Options = z.output<typeof schema>;

/** Reads the command line. @throws an error that says what is wrong */
export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: "string" },
      requests: { type: "string" },
      only: { type: "string" },
      with: { type: "string", multiple: true },
      checkout: { type: "string" },
    },
  });
  const { data, error } = schema.safeParse(values);
  if (data) return data;
  throw new Error(
    error.issues.map(({ path, message }) => `--${path.join(".")}: ${message}`).join("\n"),
  );
};
