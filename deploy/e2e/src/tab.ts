import { spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { freePortBase } from "@orbline/engines/ports";
import { eventually } from "@orbline/kit/testing/eventually";
import puppeteer, { type Browser, type BrowserContext } from "puppeteer-core";
import { stepTimeoutMs } from "./browser.ts";

/** The browsers beside Chromium that journeys run in, with their programs and driver. */
export const otherBrowsers = {
  firefox: { programs: ["/usr/bin/firefox-esr"], launch: launchFirefox },
  webkit: {
    programs: [
      "/usr/bin/WebKitWebDriver",
      globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0] ?? "",
      "/usr/bin/xvfb-run",
    ],
    launch: launchWebkit,
  },
} as const;
export type OtherBrowser = keyof typeof otherBrowsers;

/** Whether everything that a browser needs is installed. */
export function isInstalled(name: OtherBrowser): boolean {
  return otherBrowsers[name].programs.every((program) => existsSync(program));
}

/** A tab of any browser. Elements are expressions of JavaScript, because that is what both protocols understand. */
export type Tab = {
  open: (url: string) => Promise<void>;
  /** The value of an expression in the page. */
  read: <Value>(expression: string) => Promise<Value>;
  /** Clicks an element as a user does. False if there is none yet. */
  click: (element: string) => Promise<boolean>;
  /** Types into the element that has the focus. */
  type: (text: string) => Promise<void>;
  /** Opens a tab that has no cookies and no storage, in the same browser if it can. */
  openStranger: () => Promise<Tab>;
  close: () => Promise<void>;
};

type Preferences = Record<string, number | boolean>;

async function launchFirefox(preferences: Preferences = {}): Promise<FirefoxTab> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: otherBrowsers.firefox.programs[0],
    extraPrefsFirefox: preferences,
    timeout: stepTimeoutMs,
    protocolTimeout: stepTimeoutMs,
    defaultViewport: { width: 1280, height: 900 },
  });
  return openFirefoxTab(browser, browser.defaultBrowserContext(), () => browser.close());
}

async function openFirefoxTab(
  browser: Browser,
  context: BrowserContext,
  close: () => Promise<void>,
): Promise<FirefoxTab> {
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: "domcontentloaded" })),
    read: (expression) => page.evaluate(expression) as Promise<never>,
    click: async (element) => {
      // The checkout opens a second tab, and a page behind it gets no focus events.
      await page.bringToFront();
      const handle = (await page.evaluateHandle(element)).asElement();
      await handle?.click();
      return handle !== null;
    },
    type: (text) => page.keyboard.type(text),
    close,
    openStranger: async () => {
      const own = await browser.createBrowserContext();
      return openFirefoxTab(browser, own, () => own.close());
    },
    blockScripts: async () => {
      await page.setRequestInterception(true);
      page.on(
        "request",
        (request) =>
          void (/\/assets\/.*\.js$/.test(request.url()) ? request.abort() : request.continue()),
      );
    },
  };
}

export type FirefoxTab = Omit<Tab, "openStranger"> & {
  openStranger: () => Promise<FirefoxTab>;
  blockScripts: () => Promise<void>;
};

const elementKey = "element-6066-11e4-a52e-4f735466cecf";

async function launchWebkit(): Promise<Tab> {
  const [driver, browser, xvfb] = otherBrowsers.webkit.programs;
  const port = await freePortBase(1);
  const child = spawn(xvfb, ["--auto-servernum", driver, `--port=${port}`], {
    stdio: "ignore",
    detached: true,
  });
  const send = async <Value>(method: string, path: string, body?: unknown): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Value };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid);
  };
  const capabilities = {
    alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } },
  };
  const { sessionId } = await eventually(() =>
    send<{ sessionId: string }>("POST", "/session", { capabilities }),
  ).catch((error: unknown) => {
    stop();
    throw error;
  });
  const command = <Value>(path: string, body: unknown) =>
    send<Value>("POST", `/session/${sessionId}/${path}`, body);
  const read = <Value>(expression: string) =>
    command<Value>("execute/sync", { script: `return ${expression}`, args: [] });
  return {
    open: (url) => command("url", { url }),
    read,
    // By its place: for WebKit's driver an invisible radio over its visible label is not clickable.
    click: async (element) => {
      const center = await read<[number, number] | null>(centerOf(element));
      if (!center) return false;
      const [x, y] = center;
      const actions = [
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await command("actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
      return true;
    },
    type: async (text) => {
      const active = await send<Record<string, string>>(
        "GET",
        `/session/${sessionId}/element/active`,
      );
      await command(`element/${active[elementKey]}/value`, { text });
    },
    openStranger: launchWebkit,
    close: async () => {
      await send("DELETE", `/session/${sessionId}`);
      stop();
    },
  };
}

/** Scrolls an element to the middle and gives its center in the window. */
const centerOf = (element: string) => `((element) => {
  if (!element) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
})(${element})`;
