import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import type { Client } from "@orbline/demo/http-client";
import type { ProductInfo } from "./product/info.ts";

/**
 * Milliseconds that a browser may take for its start, or a page for one step. It ends what hangs, and measures no speed: a busy
 * machine is ten times slower than an idle one.
 */
export const stepTimeoutMs = 120_000;

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The options of the installed Chromium or the one in `CHROMIUM`. */
export const browserOptions = () => ({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: quiet,
  timeout: stepTimeoutMs,
});

const shell = "/usr/bin/chromium-headless-shell";

/** Starts Chromium's headless shell if it is installed, because it needs half of the CPU, else Chromium. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...browserOptions(),
    ...(!process.env["CHROMIUM"] && existsSync(shell) && { executablePath: shell }),
  });

/** Starts a whole Chromium, for notifications, passkeys and pages without a network. */
export const launchChromium = (): Promise<Browser> => chromium.launch(browserOptions());

/** Starts Chromium with the back-forward cache, which automation disables by default. */
export const launchKeepingBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...browserOptions(),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });

/** Makes pages eligible for the back-forward cache. Chromium respects `cache-control`; some browsers ignore it. */
export const letPagesBeKept = (context: BrowserContext, { url }: ProductInfo): Promise<unknown> =>
  context.route(
    ({ origin, pathname }) => origin === url && !/^\/(?:api|assets)\//.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch({ maxRedirects: 0 });
      const headers = { ...response.headers(), "cache-control": "no-cache" };
      return route.fulfill({ response, headers });
    },
  );

/** The themes of the web app. */
export const themes = ["dark", "light"] as const;
export type Theme = (typeof themes)[number];

type Visit = {
  width?: number;
  /** The client whose session the browser has; none by default. */
  as?: Client | undefined;
  /** Console lines that this visit provokes. */
  expected?: RegExp[];
  /** Lets the service worker run. By default it is blocked, because routes of a test do not see its requests. */
  serviceWorker?: boolean;
};

// Chromium reports failed responses, and the not-found page has the status 404. Most visits block service workers.
const ownLines = [
  /status of 404 .*\/no-such-page$/,
  /Service Worker registration blocked by Playwright/,
];

const watch = (
  page: Page,
  problems: string[],
  { url, sandboxUrl }: ProductInfo,
  allowed: RegExp[],
) => {
  const note = (line: string) => {
    if (!allowed.some((pattern) => pattern.test(line))) problems.push(line);
  };
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    note(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => note(`exception: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== url && origin !== sandboxUrl)
      note(`request to a foreign host: ${request.url()}`);
  });
};

/**
 * Opens a page in a context of its own. `problems` collects console errors and warnings (including
 * violations of the content security policy), exceptions and requests to foreign hosts.
 */
export const openPage = async (
  browser: Browser,
  product: ProductInfo,
  { width = 1440, as, expected = [], serviceWorker = false }: Visit = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    baseURL: product.url,
    reducedMotion: "reduce",
    colorScheme: "dark",
    serviceWorkers: serviceWorker ? "allow" : "block",
  });
  context.setDefaultTimeout(stepTimeoutMs);
  if (as) {
    const cookies = [...as.cookies].map(([name, value]) => ({ name, value, url: product.url }));
    await context.addCookies(cookies);
  }
  const problems: string[] = [];
  context.on("page", (page) => watch(page, problems, product, [...ownLines, ...expected]));
  return { page: await context.newPage(), context, problems };
};

/** Switches the theme as another tab does, so that dialogs stay open. */
export const setTheme = async (page: Page, theme: Theme): Promise<void> => {
  const change = JSON.stringify({ key: "orbline.theme", newValue: theme });
  await page.evaluate(`window.dispatchEvent(new StorageEvent("storage", ${change}))`);
};
