import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { composePath } from "./paths.ts";

const serviceSchema = z.object({
  image: z.string(),
  build: z
    .object({ context: z.string(), target: z.string(), args: z.record(z.string(), z.string()) })
    .optional(),
  profiles: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
});

const fileSchema = z.object({ services: z.record(z.string(), serviceSchema) });

/** One service of the compose file, as far as our programs read it. */
export type ComposeService = z.output<typeof serviceSchema>;

/** `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, as Compose knows them. */
const variable = /\$\{(?<name>\w+)(?::(?<kind>[-?])(?<rest>[^}]*))?\}/g;

const fillIn = (text: string, env: NodeJS.Dict<string>): string =>
  text.replace(variable, (_all, name: string, kind: string | undefined, rest = "") => {
    const value = env[name];
    if (value) return value;
    if (kind === "?") throw new Error(`${name} is not set: ${rest}`);
    return kind === "-" ? (rest as string) : "";
  });

/**
 * The services of docker-compose.yml; with `env` its variables are filled in. @throws when a required
 * one is missing
 */
export const composeServices = (env?: NodeJS.Dict<string>): Record<string, ComposeService> => {
  const fill = (_key: unknown, value: unknown) =>
    env && typeof value === "string" ? fillIn(value, env) : value;
  const tree: unknown = parse(readFileSync(composePath, "utf8"), fill, { merge: true });
  return fileSchema.parse(tree).services;
};
