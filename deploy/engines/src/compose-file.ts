import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { composePath } from "./paths.ts";

const texts = z.array(z.string()).default([]);

/** A secret that a container gets, by default below /run/secrets. */
const secretMount = z.union([
  z.string().transform((source) => ({ source, target: `/run/secrets/${source}` })),
  z.object({ source: z.string(), target: z.string() }),
]);

const serviceSchema = z.object({
  image: z.string(),
  build: z
    .object({ context: z.string(), target: z.string(), args: z.record(z.string(), z.string()) })
    .optional(),
  profiles: texts,
  ports: texts,
  networks: texts,
  read_only: z.boolean().default(false),
  cap_drop: texts,
  security_opt: texts,
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  command: texts,
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  secrets: z.array(secretMount).default([]),
  healthcheck: z.object({ test: texts, disable: z.boolean().default(false) }).optional(),
});

const fileSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

/** The fields of a Compose service that our programs read. */
export type ComposeService = z.output<typeof serviceSchema>;

/** The services of docker-compose.yml; `env` replaces its variables. @throws when a required variable is missing */
export function composeServices(env?: NodeJS.Dict<string>): Record<string, ComposeService> {
  const reviver = (_key: unknown, value: unknown) =>
    env && typeof value === "string" ? interpolate(value, env) : value;
  const tree: unknown = parse(readFileSync(composePath, "utf8"), reviver, { merge: true });
  return fileSchema.parse(tree).services;
}

/** The networks of docker-compose.yml; an internal one has no way out. */
export function composeNetworks(): z.output<typeof fileSchema>["networks"] {
  return fileSchema.parse(parse(readFileSync(composePath, "utf8"), { merge: true })).networks;
}

/** The files of the secrets of docker-compose.yml, by their names. */
export function composeSecretFiles(): Record<string, string> {
  const { secrets } = fileSchema.parse(parse(readFileSync(composePath, "utf8"), { merge: true }));
  return Object.fromEntries(Object.entries(secrets).map(([name, { file }]) => [name, file]));
}

/** `${NAME}`, `${NAME-default}`, `${NAME:-default}`, `${NAME:?message}`, and `$$` for a dollar sign, as in Compose. */
const variable = /\$\$|\$\{(?<name>\w+)(?::?(?<kind>[-?])(?<rest>[^}]*))?\}/g;

function interpolate(text: string, env: NodeJS.Dict<string>): string {
  return text.replace(variable, (all, name: string, kind: string | undefined, rest = "") => {
    if (all === "$$") return "$";
    const value = env[name];
    if (value) return value;
    if (kind === "?") throw new Error(`${name} is not set: ${rest}`);
    return kind === "-" ? (rest as string) : "";
  });
}
