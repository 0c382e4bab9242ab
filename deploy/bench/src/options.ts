import { parseArgs } from "node:util";
import { z } from "zod";

export const countOption = z.coerce.number().int().positive();

/** Parses the options of the command line. @throws for an unknown option or a wrong value */
export function parseOptions<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const options = Object.keys(schema.shape).map((name) => [name, { type: "string" }] as const);
  return schema.parse(parseArgs({ options: Object.fromEntries(options) }).values);
}
