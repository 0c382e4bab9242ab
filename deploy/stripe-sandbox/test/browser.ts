import { existsSync } from "node:fs";
import axe from "axe-core";
import { chromium, type Page } from "playwright-core";

const shell = "/usr/bin/chromium-headless-shell";

/** Starts Chromium's headless shell if it is installed, because it needs half of the CPU, else Chromium. */
export function launchBrowser() {
  const installed = existsSync(shell) ? shell : "/usr/bin/chromium";
  const executablePath = process.env["CHROMIUM"] ?? installed;
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** The accessibility violations of a page by these rules, or by all, and its scroll bars on a phone. */
export async function violations(page: Page, rules?: string[]) {
  await page.evaluate(axe.source);
  const options: axe.RunOptions = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const found = await page.evaluate<
    string[]
  >(`axe.run(document, ${JSON.stringify(options)}).then((results) =>
    results.violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
  const width = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  const wide = width > 0 ? [`the page is ${width} pixels too wide`] : [];
  return [...wide, ...found];
}

/** The same in both color schemes, between which only colors differ. */
export async function violationsInBothSchemes(page: Page) {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await violations(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return [...dark, ...(await violations(page))];
}
