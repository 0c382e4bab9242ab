import { sections } from "./variables.ts";
import { wiredVariables } from "./environment.ts";

/** The text of `.env.example`. */
export function envExample(): string {
  const blocks = sections.map(({ title, variables }) => {
    const rows = variables.map(
      ({ name, help, example, ...rest }) =>
        `# ${help}\n#${name}=${rest.default ?? example ?? ""}\n`,
    );
    return `# --- ${title} ---\n${rows.join("")}`;
  });
  return `${head}\n${blocks.join("\n")}`;
}

const head = `# Copy to .env to change a default. A variable of the environment wins over this file.
# Keys, tokens and demo passwords are not here: \`make up\` makes them once, in DATA_DIR/secrets.env.
# Made by \`npm run config:docs\` from deploy/stack/src/configuration/variables.json.
`;

/** The README's table of variables that a user may set. */
export function variablesTable(): string {
  const rows = sections.flatMap(({ variables }) =>
    variables
      .filter(({ programs }) => programs.length > 0)
      .map(({ name, programs, help, ...rest }) => [
        `\`${name}\``,
        rest.default === undefined ? "" : `\`${rest.default}\``,
        programs.join(", "),
        help,
      ]),
  );
  return table(["variable", "default", "programs", "meaning"], rows);
}

/** The README's table of variables that the stack sets. */
export function wiredTable(): string {
  const rows = wiredVariables.map(({ name, programs, help }) => [
    `\`${name}\``,
    programs.join(", "),
    help,
  ]);
  return table(["variable", "programs", "value"], rows);
}

function table(titles: string[], rows: string[][]): string {
  return [titles, titles.map(() => "---"), ...rows]
    .map((row) => `| ${row.join(" | ")} |\n`)
    .join("");
}
