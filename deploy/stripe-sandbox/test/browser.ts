import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Page } from "playwright-core";

export function launchBrowser() {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** The accessibility violations of a page, and its scroll bars on a phone. */
export async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  const width = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  const wide = width > 0 ? [`the page is ${width} pixels too wide`] : [];
  return [
    ...wide,
    ...found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
  ];
}
