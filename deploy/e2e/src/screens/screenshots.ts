import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backfill } from "@orbline/stack/demo";
import { startProduct } from "@orbline/stack/product";
import type { Browser } from "playwright-core";
import { launchBrowser, openPage, setTheme, themes } from "../browser.ts";
import { logInViewers, predict, type Viewers } from "../people.ts";
import { type ProductInfo, describeProduct } from "../product/info.ts";
import { openScreen, type Screen, screens } from "./screens.ts";

const folder = join(import.meta.dirname, "../../screenshots");
const widths = [320, 768, 1440];

type Studio = { browser: Browser; product: ProductInfo; viewers: Viewers };

const take = async ({ browser, product, viewers }: Studio, screen: Screen) => {
  const { page, context } = await openPage(browser, product, { as: viewers[screen.as] });
  try {
    await openScreen(page, screen);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const theme of themes) {
        await setTheme(page, theme);
        // A full page that was scrolled would show its header in the middle.
        await page.evaluate(`scrollTo(0, 0)`);
        const path = join(folder, `${screen.name}-${theme}-${width}.png`);
        await page.screenshot({ path, fullPage: true });
      }
    }
  } finally {
    await context.close();
  }
};

/** Takes the wanted screens, by default all. Reports a screen that does not open and continues. */
const takeAll = async (studio: Studio, wanted: readonly string[]) => {
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue;
    try {
      await take(studio, screen);
      console.log(screen.name);
    } catch (error) {
      console.error(`${screen.name} could not be opened`, error);
      process.exitCode = 1;
    }
  }
};

// Takes every screen of its own product in both themes at three widths, for a visual check.
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const product = await startProduct();
const browser = await launchBrowser();
try {
  const info = describeProduct(product);
  const viewers = await logInViewers(info);
  await backfill(info.settings);
  for (const n of [1, 2, 3]) await predict(viewers.subscriber, n);
  await takeAll({ browser, product: info, viewers }, process.argv.slice(2));
} finally {
  await browser.close();
  await product.stop();
}
