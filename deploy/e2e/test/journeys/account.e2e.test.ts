import { eventually } from "@orbline/kit/testing/eventually";
import type { User } from "@orbline/proto/http/identity/user";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { newName, password } from "../../src/people.ts";
import { signIn, signOut } from "../../src/steps.ts";
import { readTopics } from "../../src/topics.ts";

const product = inject("product");
const name = newName();

const browser = await startBrowser();
let context: BrowserContext;
let page: Page;
let problems: string[];
beforeAll(async () => {
  ({ page, context, problems } = await openPage(browser, product));
});

const atPath = (path: string) => page.waitForURL(`${product.url}${path}`);

describe("a visitor who becomes a user, in a browser", () => {
  it("goes from the home to the sign-in screen and keeps the query", async () => {
    await page.goto("/?ref=partner");
    await atPath("/auth?ref=partner");
    // Nobody has signed in with this browser before.
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Login", "Register"]);
  });

  it("sees the plans behind the trial banner and a checklist that follows the password", async () => {
    await page.getByRole("tab", { name: "Login" }).click();
    await page.getByRole("button", { name: "2-DAY FREE TRIAL" }).click();
    const trial = page.getByRole("radio", {
      name: /Free trial.*RECOMMENDED.*\$0.*\$19\.99\/mo after/,
    });
    await eventually(async () => expect(await trial.isChecked()).toBe(true));
    await page.getByRole("radio", { name: /Lifetime.*BEST VALUE.*\$249\.00.*save \$951/ }).check();
    await page.getByRole("button", { name: "Create Account & Continue" }).waitFor();
    await trial.check();
    const rules = page.getByRole("list", { name: "Password rules" }).getByRole("listitem");
    const met = async () => {
      const texts = await rules.allInnerTexts();
      return texts.map((text) => !text.includes("not met yet"));
    };
    const typed = page.getByLabel("Password", { exact: true });
    for (const [text, expected] of [
      ["", [false, false, false]],
      ["A", [false, true, false]],
      ["A1", [false, true, true]],
      ["lowercase", [true, false, false]],
      [password, [true, true, true]],
    ] as const) {
      await typed.fill(text);
      await eventually(async () => expect(await met()).toEqual(expected));
    }
  });

  it("sees an error beside each invalid field, and the form sends no request", async () => {
    await page.getByLabel("Confirm password").fill("Another-horse-1");
    await page.getByRole("button", { name: "Start Free Trial - No Charge Today" }).click();
    for (const text of [
      "Username must be at least 3 characters.",
      "Please enter a valid phone number.",
      "Passwords don't match",
      "Please agree to the terms to continue.",
      "Email is required for checkout",
    ])
      await page.getByText(text).waitFor();
    expect(new URL(page.url()).pathname).toBe("/auth");
  });

  it("registers without an email and reaches the home with their name", async () => {
    await page.getByRole("radio", { name: /Lifetime/ }).check();
    await page.getByLabel("Phone").fill("555-010-0199");
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Confirm password").fill(password);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account & Continue" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByText("Account created").waitFor();
    await page.getByRole("heading", { name: "Premium Access Required" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(`Welcome, ${name}`);
    const subscribe = page.getByRole("link", { name: "Sign In to Subscribe" });
    expect(await subscribe.getAttribute("href")).toBe("/auth?subscribe=true");
  });

  it("appears on the identity.users topic", async () => {
    const user = (await (await context.request.get("/api/user")).json()) as User;
    expect(user).toMatchObject({ username: name, email: null, role: "user" });
    const events = await readTopics(product);
    await eventually(() =>
      expect(events.user(user.id)).toContainEqual({
        type: "user.registered",
        seq: 1,
        state: expect.objectContaining({ id: user.id, username: name, role: "user" }),
      }),
    );
    await events.close();
  });

  it("reaches the sign-in screen by logging out and the home by logging in", async () => {
    await Promise.all([page.waitForResponse(/\/api\/logout$/), signOut(page)]);
    await atPath("/auth");
    await page.goto("/");
    await atPath("/auth");
    await signIn(page, name);
    await atPath("/");
    await page.getByText("Logged in successfully").waitFor();
    // Address and notice change before the page does.
    const heading = page.getByRole("heading", { level: 1 });
    await eventually(async () => expect(await heading.innerText()).toBe(`Welcome, ${name}`));
  });

  it("sees the welcome page, and a 404 for an unknown page", async () => {
    await page.goto("/welcome");
    await page.getByRole("heading", { name: "PREDICT WITH PRECISION" }).waitFor();
    const response = await page.goto("/no-such-page");
    expect(response?.status()).toBe(404);
    await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
    await page.getByText("Did you forget to add the page to the router?").waitFor();
  });

  it("reports no console problem and no request to a foreign host", () => {
    expect(problems).toEqual([]);
  });
});

it("rejects a wrong password with a message", async () => {
  const visit = await openPage(browser, product, { expected: [/401 .*\/api\/login$/] });
  await visit.page.goto("/auth");
  await signIn(visit.page, name, "Wrong-horse-1");
  await visit.page.getByText("Login failed").waitFor();
  expect(new URL(visit.page.url()).pathname).toBe("/auth");
  expect(visit.problems).toEqual([]);
  await visit.context.close();
});
