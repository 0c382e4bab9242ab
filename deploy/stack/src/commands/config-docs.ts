// npm run config:docs: writes .env.example, docs/configuration.md and the README's tables of variables
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { run } from "@orbline/engines/command";
import { referencePage } from "../configuration/reference.ts";
import { schemas } from "../testing/configs.ts";
import { envExample, variablesTable, wiredTable } from "../configuration/documents.ts";

const readme = join(repoRoot, "deploy/stack/README.md");
const fill = (text: string, name: string, table: string) =>
  text.replace(
    new RegExp(`<!-- ${name} -->[^]*?<!-- end -->`),
    () => `<!-- ${name} -->\n\n${table}\n<!-- end -->`,
  );

writeFileSync(join(repoRoot, ".env.example"), envExample());
const text = readFileSync(readme, "utf8");
writeFileSync(readme, fill(fill(text, "variables", variablesTable()), "wired", wiredTable()));
const page = join(repoRoot, "docs/configuration.md");
writeFileSync(page, referencePage(schemas));
await run("npx", ["oxfmt", readme, page]);
