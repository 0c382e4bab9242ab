import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePortBase } from "@orbline/engines/ports";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { chromium } from "playwright-core";
import { browserOptions } from "../browser.ts";
import type { Client } from "@orbline/demo/http-client";

/** How a page is looked at: a desktop's screen and line, or a phone's. */
export const forms = ["desktop", "mobile"] as const;
export type Form = (typeof forms)[number];

/** The four scores of a page, 0 to 100, and what its visitor felt: times in ms, shift without a unit. */
export type Report = {
  accessibility: number;
  bestPractices: number;
  seo: number;
  performance: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** Titles of what keeps the first three from 100. */
  lacking: string[];
};

const hundred = (score: number | null | undefined) => Math.round((score ?? 0) * 100);

const gated = ["accessibility", "best-practices", "seo"] as const;

const toReport = ({ categories, audits }: Result): Report => ({
  accessibility: hundred(categories["accessibility"]?.score),
  bestPractices: hundred(categories["best-practices"]?.score),
  seo: hundred(categories["seo"]?.score),
  performance: hundred(categories["performance"]?.score),
  lcpMs: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
  tbtMs: audits["total-blocking-time"]?.numericValue ?? Number.NaN,
  cls: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
  lacking: gated.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      return weight > 0 && audit && audit.score !== null && audit.score < 1 ? [audit.title] : [];
    }),
  ),
});

/** One look in a browser of its own. */
const look = async (url: string, form: Form, as?: Client): Promise<Result> => {
  const profile = mkdtempSync(join(tmpdir(), "orbline-lighthouse-"));
  const port = await freePortBase(1);
  const { args, executablePath } = browserOptions();
  // Lighthouse opens its page in the browser's own context; only a persistent one is that.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const cookies = [...(as?.cookies ?? [])].map(([name, value]) => ({ name, value, url }));
    if (cookies.length > 0) await context.addCookies(cookies);
    const flags = { port, disableStorageReset: true, logLevel: "error" as const };
    const run = await lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined);
    if (!run) throw new Error(`lighthouse said nothing about ${url}`);
    return run.lhr;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
};

/** The browser's record of the load has no beginning, which happens now and then. */
const isCutOff = ({ runtimeError }: Result) => runtimeError?.code === "NO_NAVSTART";

/**
 * Looks at a page with lighthouse, signed in when a session is given; once more where the record is cut off.
 * @throws what lighthouse could not do
 */
export const runLighthouse = async (url: string, form: Form, as?: Client): Promise<Report> => {
  const first = await look(url, form, as);
  const result = isCutOff(first) ? await look(url, form, as) : first;
  if (result.runtimeError) throw new Error(`${url}: ${result.runtimeError.message}`);
  return toReport(result);
};
