import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePortBase } from "@orbline/engines/ports";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { chromium } from "playwright-core";
import { browserOptions } from "../browser.ts";
import type { Client } from "@orbline/demo/http-client";

/** The screen and connection of a desktop or a phone. */
export const forms = ["desktop", "mobile"] as const;
export type Form = (typeof forms)[number];

/** The four scores of a page, 0 to 100, and its load metrics: times in ms, layout shift without a unit. */
export type Report = {
  accessibility: number;
  bestPractices: number;
  seo: number;
  performance: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** Lighthouse's measure of the host's speed right before the page loaded. */
  benchmarkIndex: number;
  /** Titles of the failed audits behind the first three scores. */
  lacking: string[];
};

const hundred = (score: number | null | undefined) => Math.round((score ?? 0) * 100);

const gated = ["accessibility", "best-practices", "seo"] as const;

const toReport = ({ categories, audits, environment }: Result): Report => ({
  accessibility: hundred(categories["accessibility"]?.score),
  bestPractices: hundred(categories["best-practices"]?.score),
  seo: hundred(categories["seo"]?.score),
  performance: hundred(categories["performance"]?.score),
  lcpMs: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
  tbtMs: audits["total-blocking-time"]?.numericValue ?? Number.NaN,
  cls: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
  benchmarkIndex: environment.benchmarkIndex,
  lacking: gated.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const found = audits[id];
      return weight > 0 && found && found.score !== null && found.score < 1 ? [found.title] : [];
    }),
  ),
});

export type Visit = {
  as?: Client | undefined;
  /** How many times slower than this host the emulated processor is. */
  cpuSlowdown: number;
  /** The page is hidden from search engines on purpose. */
  isHidden: boolean;
};

/**
 * How many times slower than a host of this benchmark index a mid-tier phone is. Lighthouse's default of 4 fits an index of
 * about 1,500; on a slower or busier host it would emulate a slower phone. These values are those of the calculator that
 * Lighthouse's docs/throttling.md names under "Calibrating the CPU slowdown":
 * https://github.com/patrickhulce/lighthouse-cpu-throttling-calculator
 */
export function cpuSlowdownOf(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1_300) return 3 + (benchmarkIndex - 1_300) / 233;
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return 1 + Math.max(0, benchmarkIndex - 150) / 650;
}

/** Runs Lighthouse once in its own browser. */
const audit = async (url: string, form: Form, visit: Visit): Promise<Result> => {
  const { as, cpuSlowdown, isHidden } = visit;
  const profile = mkdtempSync(join(tmpdir(), "orbline-lighthouse-"));
  const port = await freePortBase(1);
  const { args, executablePath } = browserOptions();
  // Lighthouse opens its page in the default context, and only a persistent context is one.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const cookies = [...(as?.cookies ?? [])].map(([name, value]) => ({ name, value, url }));
    if (cookies.length > 0) await context.addCookies(cookies);
    const flags = {
      port,
      disableStorageReset: true,
      logLevel: "error" as const,
      throttling: { cpuSlowdownMultiplier: cpuSlowdown },
      ...(isHidden && { skipAudits: ["is-crawlable"] }),
    };
    const run = await lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined);
    if (!run) throw new Error(`lighthouse returned no result for ${url}`);
    return run.lhr;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
};

/** The browser's trace sometimes lacks the start of the navigation. */
const isIncomplete = ({ runtimeError }: Result) => runtimeError?.code === "NO_NAVSTART";

/**
 * Audits a page with Lighthouse, signed in with the session of `as` if there is one. Retries once when the trace is incomplete.
 * @throws on a failed audit
 */
export const runLighthouse = async (url: string, form: Form, visit: Visit): Promise<Report> => {
  const first = await audit(url, form, visit);
  const result = isIncomplete(first) ? await audit(url, form, visit) : first;
  if (result.runtimeError) throw new Error(`${url}: ${result.runtimeError.message}`);
  return toReport(result);
};
