import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The rules of axe that look at colours. */
export const colourRules: readonly string[] = ["color-contrast", "link-in-text-block"];

/** What axe finds wrong on the page by all its rules or those named, one line a rule with its elements. */
export const violations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // Our pages have no frames; without this axe would open a page of its own for each run.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  builder.options({
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
  });
  const { violations: found } = await builder.analyze();
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`).join("\n")}`,
  );
};

/** How far the page can be scrolled sideways, in CSS pixels; 0 is right. */
export const sidewaysScroll = async (page: Page): Promise<number> => {
  const root = "document.documentElement";
  return page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`);
};

const cutOffScript = `[...document.querySelectorAll("a, button, label, p, h1, h2, h3, li, td, figcaption")]
  .filter((element) => {
    const { width, right, left } = element.getBoundingClientRect();
    return width > 1 && (right > innerWidth + 1 || left < -1) && !element.matches("[href='#content']");
  })
  .map((element) => element.textContent.trim().slice(0, 60))`;

/** Texts and controls that reach out of the window, also where no scroll bar shows it. */
export const cutOff = (page: Page): Promise<string[]> => page.evaluate<string[]>(cutOffScript);
