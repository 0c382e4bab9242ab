import { parseArgs } from "node:util";
import { backfill } from "@orbline/stack/demo";
import { startProduct } from "@orbline/stack/product";
import { cpuSlowdownOf, type Form, type Report, forms, runLighthouse } from "./run.ts";
import { describeProduct } from "../product/info.ts";
import { logInViewers, sharePick } from "../people.ts";
import type { Viewer } from "../screens/screens.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    /** A single page such as `/welcome`. */
    page: { type: "string" },
    /** How many times slower than this host a phone is, such as 4 as in Lighthouse's own preset; by default as a mid-tier phone. */
    "cpu-slowdown": { type: "string" },
  },
});
const runs = Number(values.runs);
const slowdown = values["cpu-slowdown"] === undefined ? undefined : Number(values["cpu-slowdown"]);

/** A page to audit. Search engines are kept out of a hidden one. */
type Page = { path: string; as: Viewer; isHidden?: true };

const pages: Page[] = [
  { path: "/welcome", as: "visitor" },
  { path: "/auth", as: "visitor" },
  { path: "/how-it-works", as: "visitor" },
  { path: "/subscription", as: "visitor" },
  { path: "/subscription", as: "subscriber" },
  { path: "/", as: "subscriber" },
  { path: "/slate", as: "subscriber", isHidden: true },
  { path: "/history", as: "subscriber", isHidden: true },
  { path: "/record", as: "visitor" },
  { path: "/record/proof", as: "visitor" },
  { path: "/p/:slug", as: "visitor", isHidden: true },
];

/** The command fails below this score. */
const leastScore = 95;
/** Slower pages are only marked, because speed depends on the machine. */
const leastPerformance: Record<Form, number> = { desktop: 95, mobile: 90 };
const mostLcpMs = 2_500;
/** The command fails above this layout shift. */
const mostCls = 0.05;

const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const nameWidth = 34;

const marked = (value: string, good: boolean) => `${value}${good ? " " : "!"}`.padStart(9);

const indexOf = (reports: readonly Report[]) =>
  Math.round(median(reports.map(({ benchmarkIndex }) => benchmarkIndex)));

const line = ({ path, as }: Page, form: Form, cpuSlowdown: number, reports: readonly Report[]) => {
  const middle = (of: (report: Report) => number) => median(reports.map(of));
  const score = (of: (report: Report) => number) => {
    const lowest = Math.min(...reports.map(of));
    return marked(String(lowest), lowest >= leastScore);
  };
  const speed = middle(({ performance }) => performance);
  const lcp = middle(({ lcpMs }) => lcpMs);
  const cls = middle(({ cls: shift }) => shift);
  return [
    `${path} ${as} ${form}`.padEnd(nameWidth),
    score(({ accessibility }) => accessibility),
    score(({ bestPractices }) => bestPractices),
    score(({ seo }) => seo),
    marked(String(speed), speed >= leastPerformance[form]),
    marked(`${(lcp / 1000).toFixed(2)} s`, lcp <= mostLcpMs),
    marked(`${Math.round(middle(({ tbtMs }) => tbtMs))} ms`, true),
    marked(cls.toFixed(3), cls <= mostCls),
    `${indexOf(reports)}, ${cpuSlowdown.toFixed(1)}x`.padStart(14),
  ].join("");
};

const isBelow = ({ accessibility, bestPractices, seo, cls }: Report) =>
  Math.min(accessibility, bestPractices, seo) < leastScore || cls > mostCls;

// Runs each page several times against its own product. The command fails by scores and layout shift; speeds are only printed.
const product = await startProduct();
try {
  const info = describeProduct(product);
  const viewers = await logInViewers(info);
  await backfill(info.settings, "30");
  const shared = await sharePick(viewers.subscriber);
  console.log(
    `${"page".padEnd(nameWidth)}     a11y practices    seo   speed     LCP      TBT      CLS    index, CPU  (median of ${runs}; ! misses the bar)`,
  );
  const wanted = pages.filter(({ path }) => values.page === undefined || values.page === path);
  for (const audited of wanted) {
    const { path, as, isHidden = false } = audited;
    // The runs as a desktop tell how fast the host is now, and so how much slower a phone is.
    let cpuSlowdown = 1;
    for (const form of forms) {
      const reports: Report[] = [];
      for (let run = 0; run < runs; run += 1)
        reports.push(
          await runLighthouse(info.url + path.replace("/p/:slug", shared), form, {
            as: viewers[as],
            cpuSlowdown,
            isHidden,
          }),
        );
      console.log(line(audited, form, cpuSlowdown, reports));
      cpuSlowdown = slowdown ?? cpuSlowdownOf(indexOf(reports));
      const lacking = new Set(reports.flatMap((report) => report.lacking));
      for (const title of lacking) console.log(`    ${title}`);
      if (reports.some(isBelow)) process.exitCode = 1;
    }
  }
} finally {
  await product.stop();
}
