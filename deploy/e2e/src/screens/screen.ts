import type { Page } from "playwright-core";

/** Whose session a screen is looked at with. */
export type Viewer = "visitor" | "free" | "subscriber" | "admin";

/** One screen: how to get there and what shows that it is complete. */
export type Screen = {
  name: string;
  as: Viewer;
  path: string;
  /** Text of the heading of level 1 that the page must have. */
  heading: string;
  /** Lines of the console that this screen is about. */
  expected?: RegExp[];
  /** Steps from the loaded page to the state to look at. */
  prepare?: (page: Page) => Promise<unknown>;
};

/** Presses the button of this name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
