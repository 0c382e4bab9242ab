import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const folder = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(folder, file), "utf8");

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

const alertsSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

const scrapeSchema = z.object({
  scrape_configs: z.array(
    z.object({
      job_name: z.string(),
      static_configs: z.array(
        z.object({ targets: z.array(z.string()), labels: z.object({ process: z.string() }) }),
      ),
    }),
  ),
});

/** Every expression of the dashboard, with the title of its panel. */
export const dashboardQueries = () =>
  dashboardSchema
    .parse(JSON.parse(read("grafana/orbline.json")))
    .panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr })));

export const alerts = () =>
  alertsSchema.parse(parse(read("prometheus/alerts.yml"))).groups.flatMap(({ rules }) => rules);

/** Process and address of every scrape target of a configuration of Prometheus. */
export const scrapeTargets = (file: "prometheus.yml" | "compose.yml") =>
  scrapeSchema
    .parse(parse(read(`prometheus/${file}`)))
    .scrape_configs.flatMap((job) => job.static_configs)
    .flatMap(({ targets, labels }) => targets.map((target) => [labels.process, target] as const));

const words = /\b(and|or|unless|bool|offset|inf|nan)\b/gi;
const groupings = /\b(by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const selector = /([a-z_:][\w:]*)\s*\{([^}]*)\}/gi;
const names = (list: string) => list.split(",").map((name) => name.trim());

/** Names of the metrics in a PromQL expression. */
export function metricNames(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, " ")
    .replaceAll(groupings, " ")
    .replaceAll(words, " ");
  return [...bare.matchAll(/(?<![\w:.])[a-z_:][\w:]*(?!\s*\(|[\w:])/gi)].map(([name]) => name);
}

/** Names of the labels in an expression, in selectors and groupings. */
export function labelNames(expr: string): string[] {
  const bare = expr.replaceAll(/"[^"]*"/g, '""');
  const selected = [...bare.matchAll(selector)].flatMap(([, , matchers = ""]) =>
    [...matchers.matchAll(/([a-z_]\w*)\s*[=!]/gi)].map(([, label = ""]) => label),
  );
  const grouped = [...bare.matchAll(groupings)].flatMap(([, , list = ""]) => names(list));
  return [...selected, ...grouped];
}
