import json from "./variables.json" with { type: "json" };

/** Programs of the product that are not engines. */
export const programNames = [
  "mailbox",
  "stripe-sandbox",
  "identity",
  "billing",
  "prediction",
  "admin",
  "gateway",
] as const;

export type ProgramName = (typeof programNames)[number];

/** An environment variable that users may set, in the environment or in `.env`. */
export type Variable = {
  name: string;
  /** Programs that get it unchanged when it is set; empty if only the commands of deploy read it. */
  programs: ProgramName[];
  /** As text; the program's own `config.ts` has the same default. */
  default?: string;
  /** Shown in `.env.example` when there is no default. */
  example?: string;
  help: string;
};

type Sections = typeof json;
type VariableName = { [Title in keyof Sections]: keyof Sections[Title] }[keyof Sections];
type Row = Omit<Variable, "name" | "programs"> & { programs?: ProgramName[] };

/** The variable that moves a port. */
export type PortName = Extract<VariableName, `${string}_PORT`>;

/** Every variable that a user may set. `.env.example`, the README's table and Compose are checked against it. */
export const sections = Object.entries(json as Record<string, Record<string, Row>>).map(
  ([title, rows]) => ({
    title,
    variables: Object.entries(rows).map(([name, { programs = [], ...rest }]): Variable => ({
      name,
      programs,
      ...rest,
    })),
  }),
);

export const variables = sections.flatMap((section) => section.variables);

/** Every port of a running product. */
export const defaultPorts = Object.fromEntries(
  variables
    .filter(({ name }) => name.endsWith("_PORT"))
    .map((variable) => [variable.name, Number(variable.default)]),
) as Record<PortName, number>;

/** The variables of `env` that programs get unchanged. */
export function forwarded(env: NodeJS.Dict<string>): Record<string, string> {
  const given = variables.filter(({ name, programs }) => programs.length > 0 && env[name]);
  return Object.fromEntries(given.map(({ name }) => [name, env[name] ?? ""]));
}
