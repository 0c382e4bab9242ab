import type { Page } from "playwright-core";
import type { Screen } from "./screen.ts";
import { adminScreens } from "./admin.ts";
import { userScreens } from "./user.ts";
import { visitorScreens } from "./visitor.ts";

/** Every screen of the product. */
export const screens: readonly Screen[] = [...visitorScreens, ...userScreens, ...adminScreens];

/** Opens a screen and waits until it is complete. @throws when it does not become so */
export const openScreen = async (page: Page, { path, heading, prepare }: Screen): Promise<void> => {
  await page.goto(path);
  await page.locator("h1").filter({ hasText: heading }).waitFor({ state: "attached" });
  await prepare?.(page);
  await page.evaluate("document.fonts.ready.then(() => undefined)");
};
