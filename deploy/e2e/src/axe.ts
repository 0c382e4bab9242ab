import axe from "axe-core";
import type { Page } from "playwright-core";

/** The rules of axe that check colors. */
export const colorRules: readonly string[] = ["color-contrast", "link-in-text-block"];

/** The violations on the page by all rules of axe or the named ones, one line per rule with its elements. */
export const violations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // To load axe takes as long as to run it, so a document loads it once.
  if (!(await page.evaluate<boolean>(`"axe" in window`))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
  };
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then((results) =>
    results.violations.map(({ id, nodes }) =>
      id + ": " + nodes.map(({ html, any }) => html + " " + (any[0]?.message ?? "")).join("\\n")))`);
};

/** The horizontal overflow of the page in CSS pixels; 0 is correct. */
export const sidewaysScroll = async (page: Page): Promise<number> => {
  const root = "document.documentElement";
  return page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`);
};

const cutOffScript = `[...document.querySelectorAll("a, button, label, p, h1, h2, h3, li, td, figcaption")]
  .filter((element) => {
    const isInside = ({ left, right }) => right <= innerWidth + 1 && left >= -1;
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || isInside(box) || element.matches("[href='#content']")) return false;
    for (let row = element.parentElement; row; row = row.parentElement)
      if (row.closest("fieldset") && getComputedStyle(row).overflowX === "auto")
        return !isInside(row.getBoundingClientRect());
    return true;
  })
  .map((element) => element.textContent.trim().slice(0, 60))`;

/** Texts and controls that extend beyond the window, even without a scroll bar. The choices of a row that scrolls are not. */
export const cutOff = (page: Page): Promise<string[]> => page.evaluate<string[]>(cutOffScript);
