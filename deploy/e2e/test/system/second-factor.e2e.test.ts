import { codeOf } from "@orbline/demo/authenticator";
import type { Page } from "playwright-core";
import { signIn } from "@orbline/demo/http-client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchChromium, openPage } from "../../src/browser.ts";
import { startBrowser } from "../../src/journey.ts";
import { makeAdmin } from "../../src/databases.ts";
import { startBeside } from "../../src/product/start-beside.ts";
import { emailOf, logInAs, password, register, registerAdmin } from "../../src/people.ts";
import { openSessions } from "../../src/sessions.ts";

const product = inject("product");

const browser = await startBrowser(launchChromium);

/** Gives the browser of a page a device that holds passkeys and knows the finger of its user. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

/** Adds a passkey on the account page. */
const addPasskey = async (page: Page, name: string): Promise<void> => {
  await page.goto("/account");
  await addPasskeyHere(page, name);
  await page.getByRole("list", { name: "Your passkeys" }).getByText(name).waitFor();
};

const addPasskeyHere = async (page: Page, name: string): Promise<void> => {
  await press(page, "Add a passkey");
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.waitFor({ state: "detached" });
};

const removePasskey = async (page: Page, name: string): Promise<void> => {
  await press(page, `Remove ${name}`);
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: `Remove ${name}` }).waitFor({ state: "detached" });
};

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

describe("two-step sign-in, in a browser", () => {
  let name: string;
  let secret: string;

  it("is turned on with the key and a code of the app, and shows ten recovery codes", async () => {
    const person = await register(product);
    ({ name } = person);
    const { page, problems } = await openPage(browser, product, { as: person.client });
    await page.goto("/account");
    await press(page, "Turn on two-step sign-in");
    await page.getByLabel("Current password").fill(password);
    await press(page, "Next");
    const dialog = page.getByRole("dialog", { name: "Add Orbline to your app" });
    await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
    await dialog.getByLabel("Code from your app").fill(codeOf(secret, -1));
    await dialog.getByRole("button", { name: "Turn on two-step sign-in" }).click();
    const codes = page.getByRole("list", { name: "Recovery codes" });
    await codes.waitFor();
    expect(await codes.getByRole("listitem").count()).toBe(10);
    await press(page, "I've saved them");
    await page.getByText("You have 10 recovery codes left.").waitFor();
    expect(problems).toEqual([]);
  });

  it("asks for the code after the password and then signs in", async () => {
    const expected = [/status of 401/];
    const { page, problems } = await openPage(browser, product, { expected });
    await page.goto("/auth");
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await press(page, "Sign In");
    await page.getByLabel("Code from your app").fill(codeOf(secret));
    await press(page, "Sign In");
    await page.waitForURL((url) => url.pathname === "/");
    expect(problems).toEqual([]);
  });
});

describe("a passkey, in a browser", () => {
  // Browsers allow no passkeys for an IP address.
  let onLocalhost: Awaited<ReturnType<typeof startBeside>>;
  beforeAll(async () => {
    onLocalhost = await startBeside(product, {
      names: ["gateway", "identity"],
      host: "localhost",
      log: "localhost",
    });
  }, 120_000);
  afterAll(() => onLocalhost.stop());

  it("signs in with a passkey and no password, until the passkey is removed", async () => {
    const { client } = await register(product);
    const expected = [/status of 401/];
    const { page, problems } = await openPage(browser, onLocalhost.product, {
      as: client,
      expected,
    });
    await addAuthenticator(page);
    await addPasskey(page, "Phone");
    await press(page, "Rename Phone");
    const dialog = page.getByRole("dialog", { name: "Rename the passkey Phone" });
    await dialog.getByLabel("Name").fill("My phone");
    await dialog.getByRole("button", { name: "Save name" }).click();
    await page.getByRole("button", { name: "Rename My phone" }).waitFor();
    await page.context().clearCookies();
    const signInByPasskey = async () => {
      await page.goto("/auth");
      await press(page, "Sign in with a passkey");
    };
    await signInByPasskey();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/account");
    await page.getByText(/last used/).waitFor();
    await removePasskey(page, "My phone");
    await page.context().clearCookies();
    await signInByPasskey();
    await page.getByText(/This passkey was not accepted/).waitFor();
    expect(problems).toEqual([]);
  });

  it("enrolls an admin without a second factor, who then grants a plan by a fresh proof", async () => {
    const [{ id, name }, customer] = await Promise.all([register(product), register(product)]);
    await makeAdmin(product, id);
    const as = await logInAs(product, emailOf(name));
    const expected = [/status of 403/];
    const { page, problems } = await openPage(browser, onLocalhost.product, { as, expected });
    await addAuthenticator(page);
    await page.goto("/admin");
    await page.getByText(/a password alone isn.t enough/).waitFor();
    await addPasskeyHere(page, "Admin's key");
    await page.getByRole("tab").first().waitFor();

    await page.goto("/admin?tab=subscriptions");
    await page.getByRole("searchbox").fill(customer.name);
    await page.getByText("1 users found", { exact: true }).waitFor();
    await press(page, `View Details of ${customer.name}`);
    await page
      .getByRole("dialog", { name: customer.name })
      .getByText("Subscription", { exact: true })
      .waitFor();
    const sessions = await openSessions(product);
    const cookies = await page.context().cookies();
    const sid = cookies.find((cookie) => cookie.name === "sid")?.value ?? "";
    await sessions.ageProof({ cookies: new Map([["sid", sid]]) });
    sessions.close();
    await press(page, "Activate");
    await page.getByRole("dialog", { name: customer.name }).waitFor({ state: "detached" });
    await press(page, "Activate");
    const proof = page.getByRole("dialog", { name: "Confirm it's you" });
    await proof.getByRole("button", { name: "Use a passkey instead" }).click();
    await page.getByText(`Subscription activated for ${customer.name}`).waitFor();
    expect(problems).toEqual([]);
  });

  it("lets an admin confirm an action with a passkey", async () => {
    const as = await logInAs(product, "admin");
    const expected = [/status of 403/];
    const { page, problems } = await openPage(browser, onLocalhost.product, { as, expected });
    await addAuthenticator(page);
    await addPasskey(page, "Admin's key");
    const sessions = await openSessions(product);
    await sessions.ageProof(as);
    sessions.close();
    await page.goto("/admin?tab=database");
    const proof = page.getByRole("dialog", { name: "Confirm it's you" });
    await proof.getByRole("button", { name: "Use a passkey instead" }).click();
    await proof.waitFor({ state: "detached" });
    await page.getByRole("table").first().waitFor();
    await page.goto("/account");
    await removePasskey(page, "Admin's key");
    expect(problems).toEqual([]);
  });
});

it("does not offer passkeys at an IP address", async () => {
  const { page } = await openPage(browser, product);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
  await page.locator("form:not([inert])").waitFor();
  expect(await page.getByText("Sign in with a passkey").count()).toBe(0);
});

it("asks an admin for password and code before an action, over its dialog, and then does it", async () => {
  const [{ name }, login] = await Promise.all([register(product), registerAdmin(product)]);
  const as = await signIn(product.url, login);
  const expected = [/status of 40[03]/];
  const { page, problems } = await openPage(browser, product, { as, expected });
  await page.goto("/admin?tab=subscriptions");
  await page.getByRole("searchbox").fill(name);
  await page.getByText("1 users found", { exact: true }).waitFor();
  await press(page, `View Details of ${name}`);
  await page.getByRole("dialog", { name }).getByText("Subscription", { exact: true }).waitFor();
  const sessions = await openSessions(product);
  await sessions.ageProof(as);
  sessions.close();
  await press(page, "Activate");
  await page.getByRole("dialog", { name }).waitFor({ state: "detached" });
  await press(page, "Activate");
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Password", { exact: true }).fill(login.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await proof.getByLabel("Code from your app").fill(codeOf(login.totpSecret, 1));
  await proof.getByRole("button", { name: "Confirm" }).click();
  await page.getByText(`Subscription activated for ${name}`).waitFor();
  expect(problems).toEqual([]);
});
