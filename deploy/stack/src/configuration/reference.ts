import { shapeOf } from "@orbline/kit/config";
import type { z } from "zod";
import meanings from "./meanings.json" with { type: "json" };
import { sections, type Variable } from "./variables.ts";

/** The schema of each program's environment. */
type Schemas = Record<string, z.ZodType>;

/** A variable with everything that an operator needs to know. */
export type ReferenceRow = {
  name: string;
  programs: string[];
  /** As text; empty for an optional variable without one. */
  default: string;
  isRequired: boolean;
  isSecret: boolean;
  meaning: string;
};

/** Variables whose value is a secret or contains one. */
const secretNames = new Set([
  "API_SPORTS_KEY",
  "ASSERTION_PRIVATE_KEY",
  "AUDIT_KEY",
  "FACTOR_KEY",
  "GRPC_TOKEN",
  "GRPC_TOKENS",
  "KAFKA_SASL_PASSWORD",
  "MONGO_URL",
  "ODDS_API_KEY",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "RECORD_SIGNING_KEY",
  "REDIS_SENTINEL_PASSWORD",
  "REDIS_URL",
  "SECURITY_LOG_KEY",
  "SELF_EXCLUSION_KEY",
  "SMTP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "VAPID_PRIVATE_KEY",
]);

/** Every variable of a production installation by section: those of the schemas, and those that only libraries read. */
export function reference(schemas: Schemas): { title: string; rows: ReferenceRow[] }[] {
  const known = sections.map(({ title, variables }) => ({
    title,
    rows: variables.flatMap((variable) => rowOf(variable, schemas) ?? []),
  }));
  const described = new Set(known.flatMap(({ rows }) => rows.map(({ name }) => name)));
  const names = Object.values(schemas).flatMap((schema) => Object.keys(shapeOf(schema)));
  const others = [...new Set(names)].filter((name) => !described.has(name));
  const rows = others.map((name) => rowFor(name, schemas));
  return [{ title: "Addresses, engines and secrets", rows }, ...known].filter(
    (section) => section.rows.length > 0,
  );
}

/** The text of `docs/configuration.md`. */
export function referencePage(schemas: Schemas): string {
  const parts = reference(schemas).map(
    ({ title, rows }) => `## ${titleOf(title)}\n\n${tableOf(rows)}`,
  );
  return `${head}\n${parts.join("\n")}`;
}

const engines = "Your own engines instead of those that `make up` starts";

const titleOf = (section: string) => (section === engines ? "Engines" : section.replace(/;.*/, ""));

const head = `# Configuration

Every environment variable of the gateway and the services. Made by \`npm run config:docs\` from the schemas in each program's
\`src/config.ts\`; a test compares it. A program that finds a wrong variable does not start and names all wrong ones.

Instead of \`NAME\` set \`NAME_FILE\` to the path of a file with the value, such as a mounted secret. A program refuses both at once,
and a file that is missing or empty. "Secret" marks values that are secrets or contain one. Variables of \`make up\` and its commands are in [\`.env.example\`](../.env.example), those of Compose in
[\`deploy/docker\`](../deploy/docker/README.md).
`;

function rowOf({ name, programs, help, ...variable }: Variable, schemas: Schemas) {
  const readers = Object.keys(schemas).filter((program) => programs.includes(program as never));
  if (readers.length === 0) return undefined;
  const row = rowFor(name, schemas);
  return { ...row, programs: readers, default: variable.default ?? row.default, meaning: help };
}

function rowFor(name: string, schemas: Schemas): ReferenceRow {
  const readers = Object.entries(schemas).flatMap(([program, schema]) => {
    const field = shapeOf(schema)[name];
    return field ? [{ program, field }] : [];
  });
  const results = readers.map(({ program, field }) => ({ program, ...defaultOf(field) }));
  const values = new Set(results.map(({ text }) => text));
  return {
    name,
    programs: readers.map(({ program }) => program),
    default:
      values.size > 1
        ? results
            .map(({ program, text, ...of }) => `${of.isRequired ? "required" : text} (${program})`)
            .join(", ")
        : ([...values][0] ?? ""),
    isRequired: results.length > 0 && results.every(({ isRequired }) => isRequired),
    isSecret: secretNames.has(name),
    meaning: (meanings as Record<string, string>)[name] ?? "",
  };
}

function defaultOf(field: z.ZodType): { text: string; isRequired: boolean } {
  const { success, data } = field.safeParse(undefined);
  const isText = ["string", "number", "boolean"].includes(typeof data) || Array.isArray(data);
  return { text: success && isText ? String(data) : "", isRequired: !success };
}

function tableOf(rows: ReferenceRow[]): string {
  const cells = rows.map(({ name, programs, isRequired, isSecret, meaning, ...row }) => [
    `\`${name}\``,
    programs.join(", "),
    isRequired ? "required" : row.default && `\`${row.default}\``,
    isSecret ? "yes" : "",
    meaning,
  ]);
  const titles = ["variable", "programs", "default", "secret", "meaning"];
  return [titles, titles.map(() => "---"), ...cells]
    .map((row) => `| ${row.join(" | ")} |\n`)
    .join("");
}
