import { eventually } from "@orbline/kit/testing/eventually";
import { codeOf } from "@orbline/demo/authenticator";
import { backfill } from "@orbline/stack/demo";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { emailOf, newName, password, registerAdmin } from "../../src/people.ts";
import { cardFields, cards } from "../../src/sandbox.ts";
import {
  type FirefoxTab,
  isInstalled,
  otherBrowsers,
  type OtherBrowser,
  type Tab,
} from "../../src/tab.ts";

const product = inject("product");
const name = (process.env["E2E_BROWSER"] ?? "firefox") as OtherBrowser;
const installed = isInstalled(name);
if (!installed) console.log(`skipped: ${name} is not installed (deploy/e2e/README.md)`);

// Elements by what a user sees. Those that wait for the scripts do not count.
const usable = `.find((element) => element.getClientRects().length > 0 && !element.closest("[inert]")) ?? null`;
const byText = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((element) => (element.getAttribute("aria-label") ?? element.textContent).trim() === ${JSON.stringify(text)})${usable}`;
const button = (text: string) => byText("button", text);
const tabNamed = (text: string) => byText("[role=tab]", text);
const inDialog = (text: string) => byText("[role=alertdialog] button", text);
const field = (label: string) =>
  `[...document.querySelectorAll("input")].filter(({ labels }) => labels[0]?.textContent.startsWith(${JSON.stringify(label)}))${usable}`;
const byId = (id: string) => `document.querySelector(${JSON.stringify(`#${id}`)})`;

const click = (tab: Tab, element: string) =>
  eventually(async () => {
    if (!(await tab.click(element))) throw new Error(`There is no ${element}.`);
  });
const fill = async (tab: Tab, element: string, text: string) => {
  await click(tab, element);
  await tab.read(`document.activeElement.select?.()`);
  await tab.type(text);
};
const expectText = (tab: Tab, text: string) =>
  eventually(async () => expect(await tab.read("document.body.innerText")).toContain(text));
const expectUrl = (tab: Tab, url: string) =>
  eventually(async () => expect(await tab.read("location.href")).toContain(url));

let tab: Tab;
beforeAll(async () => {
  if (installed) tab = await otherBrowsers[name].launch();
});
afterAll(() => tab?.close());

/** Closes a tab at the end of its test. */
const closing = <Opened extends Tab>(opened: Opened): Opened => {
  onTestFinished(opened.close);
  return opened;
};

describe.skipIf(!installed)(`a buyer in ${name}`, () => {
  const username = newName();

  it("registers for the trial, pays and sees the plan activated", async () => {
    await tab.open(`${product.url}/auth`);
    await click(tab, tabNamed("Register"));
    await fill(tab, field("Email"), emailOf(username));
    await fill(tab, field("Phone"), "555-010-0199");
    await fill(tab, field("Username"), username);
    await fill(tab, field("Password"), password);
    await fill(tab, field("Confirm password"), password);
    await click(tab, `document.querySelector("form [type=checkbox]")`);
    await click(tab, button("Start Free Trial - No Charge Today"));
    await expectUrl(tab, `${product.sandboxUrl}/c/pay/`);
    for (const [id, text] of Object.entries(cardFields(username, cards.good)))
      await fill(tab, byId(id), text);
    await click(tab, `document.querySelector("form [type=submit], form button:not([type])")`);
    await expectUrl(tab, "/subscription/success");
    await expectText(tab, "Subscription Activated");
  });

  it("generates a prediction with its analysis for a stake with a decimal comma", async () => {
    await tab.open(product.url);
    await fill(tab, field("Stake"), "12,5");
    const height = `document.querySelector("fieldset").offsetHeight`;
    const before = await tab.read(height);
    await click(tab, field("NBA"));
    expect(await tab.read(height)).toBe(before);
    await click(tab, field("Aggressive"));
    await click(tab, button("Generate Prediction"));
    await expectText(tab, "$12.50 to win");
    await click(tab, button("Show Statistical Analysis"));
    await expectText(tab, "Overall Analysis");
  });

  it("lists the prediction with hairline links and totals as wide as the list", async () => {
    await tab.open(`${product.url}/history`);
    await expectText(tab, "$12.50");
    const thickness = `getComputedStyle(document.querySelector("table a")).textDecorationThickness`;
    expect(await tab.read(thickness)).toBe("1px");
    const width = (selector: string) =>
      tab.read<number>(
        `Math.round(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().width)`,
      );
    expect(await width("#content dl")).toBe(await width("#content table"));
  });

  it("sees the invoice and cancels the plan", async () => {
    await tab.open(`${product.url}/account`);
    await expectText(tab, "$0.00");
    await click(tab, button("Cancel plan"));
    await click(tab, inDialog("Cancel plan"));
    await expectText(tab, "Plan canceled");
    await click(tab, button("Resume plan"));
    await expectText(tab, "Plan resumed");
  });
});

it.skipIf(!installed)(`lists the users to an admin in ${name}`, async () => {
  const { username, totpSecret } = await registerAdmin(product);
  const admin = closing(await tab.openStranger());
  await admin.open(`${product.url}/auth`);
  await fill(admin, field("Username"), username);
  await fill(admin, field("Password"), password);
  await click(admin, button("Sign In"));
  await fill(admin, field("Code from your app"), codeOf(totpSecret, 1));
  await click(admin, button("Sign In"));
  await eventually(async () => expect(await admin.read("location.pathname")).toBe("/admin"));
  await admin.open(`${product.url}/admin?tab=subscriptions`);
  await expectText(admin, "demo_subscriber");
});

describe.skipIf(!installed || name !== "firefox")("a page in Firefox", () => {
  const { launch } = otherBrowsers.firefox;

  it("keeps its content when cookies are blocked", async () => {
    const visitor = closing(await launch({ "network.cookie.cookieBehavior": 2 }));
    await visitor.open(`${product.url}/auth`);
    await click(visitor, tabNamed("Register"));
    await expectText(visitor, "Start Free Trial - No Charge Today");
    await visitor.open(`${product.url}/terms`);
    await expectText(visitor, "Terms of Service");
  });

  it("leaves no hole between the head and the first row of the record", async () => {
    await backfill(product.settings, "10");
    const visitor = closing(await tab.openStranger());
    await visitor.open(`${product.url}/record`);
    await eventually(async () =>
      expect(await visitor.read(`!!document.querySelector("#content tbody tr")`)).toBe(true),
    );
    const hole = `(({ top }, { bottom }) => Math.round(top - bottom))(...["tbody tr", "thead"].map((part) => document.querySelector("#content " + part).getBoundingClientRect()))`;
    expect(await visitor.read(hole)).toBeLessThan(4);
  });

  it("says at the top that its scripts did not load", async () => {
    const visitor = closing(await (tab as FirefoxTab).openStranger());
    await visitor.blockScripts();
    await visitor.open(`${product.url}/auth`);
    await expectText(visitor, "This page did not load completely. Try Again");
    expect(
      await visitor.read(`document.querySelector("[role=alert]").getBoundingClientRect().top`),
    ).toBe(0);
  });

  it("says at the top that it needs JavaScript when that is off", async () => {
    const visitor = closing(await launch({ "javascript.enabled": false }));
    await visitor.open(`${product.url}/auth`);
    await expectText(visitor, "Orbline needs JavaScript.");
    expect(
      await visitor.read(`document.querySelector(".page-notice").getBoundingClientRect().top`),
    ).toBe(0);
  });
});
