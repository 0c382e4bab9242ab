import { join } from "node:path";
import { readImportGraph } from "./import-graph.ts";

const { summary } = await readImportGraph(join(import.meta.dirname, "../../.."));
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle ? cycle.map(({ name }) => name).join(" → ") : to;
  console.log(`${rule.severity} ${rule.name}: ${from} → ${path}`);
}
console.log(
  `${summary.totalCruised} files, ${summary.totalDependenciesCruised} imports, ${summary.error} errors, ${summary.warn} warnings`,
);
if (summary.error > 0) process.exitCode = 1;
