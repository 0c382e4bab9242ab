import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { rememberReferral } from "#/shared/referral.ts";
import { fill, renderApp } from "#/testing/render-app.tsx";
import {
  answerGet,
  answerPost,
  aStatus,
  aUser,
  holdBack,
  refusal,
  signedIn,
} from "#/testing/server.ts";

const url = "https://pay.test/cs_1";
const pay = { success: true, checkoutUrl: url, sessionId: "cs_1" };
const created = { ...pay, user: aUser(), userId: "u1" };

beforeEach(() => {
  signedIn(null);
  answerGet("/api/subscription/status", aStatus("none"));
});

type App = ReturnType<typeof renderApp>;
const press = async ({ user }: App, name: string) =>
  user.click(await screen.findByRole("button", { name }));

async function fillAccount(app: App) {
  await fill("Email", "maria@example.com");
  await fill("Username", "maria_k");
  await fill("Password", "Secret123");
  await app.user.click(screen.getByRole("checkbox"));
}

const leaves = (app: App) => waitFor(() => expect(app.left).toHaveBeenCalledWith(url));

describe.each(["/production-signup", "/deployed-subscribe"])("the panel on %s", (path) => {
  it("opens on the quick sign-up with both plans and a link to the sign-in page", async () => {
    renderApp(path);
    expect(await screen.findByRole("heading", { name: "PREMIUM AI PREDICTIONS" })).toBeTruthy();
    const tab = screen.getByRole("tab", { name: "Quick Signup" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
    expect(await screen.findByRole("radio", { name: /Monthly.*\$19\.99.*per month/ })).toBeTruthy();
    expect(
      screen.getByRole("radio", { name: /Annual.*SAVE 10%.*\$215\.89.*billed annually/ }),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/auth");
    expect(screen.getByText(/By signing up you agree to the/).textContent).toMatch(
      /By signing up you agree to the Terms of Service and Privacy Policy\. Subscriptions auto-renew unless canceled\.$/,
    );
    expect(screen.getAllByText(/auto-renew/)).toHaveLength(1);
  });

  it("says on both tabs where the user pays", async () => {
    const app = renderApp(path);
    const partner = "You'll pay on our payment partner's secure page.";
    expect(await screen.findByText(partner)).toBeTruthy();
    await app.user.click(screen.getByRole("tab", { name: "Direct Checkout" }));
    await screen.findByRole("button", { name: "Sign Up & Continue to Payment" });
    expect(screen.getByText(partner)).toBeTruthy();
  });
});

describe("the quick sign-up", () => {
  it("sends the account, the plan and the affiliate code and opens the payment page", async () => {
    rememberReferral("?ref=northside");
    const sent = answerPost("/api/absolute-price-id-checkout", created);
    const app = renderApp("/production-signup");
    await app.user.click(await screen.findByRole("radio", { name: /Annual/ }));
    await fillAccount(app);
    await press(app, "Create Account & Checkout");
    await leaves(app);
    expect(await screen.findByText("Redirecting to Checkout")).toBeTruthy();
    expect(app.opened).not.toHaveBeenCalled();
    expect(sent).toEqual([
      {
        email: "maria@example.com",
        username: "maria_k",
        password: "Secret123",
        phone: "000-000-0000",
        plan: "annual",
        source: "production_signup_form",
        affiliateCode: "northside",
        termsAccepted: true,
      },
    ]);
  });

  it("takes a username of two characters", async () => {
    const sent = answerPost("/api/absolute-price-id-checkout", created);
    const app = renderApp("/production-signup");
    await fillAccount(app);
    await fill("Username", "zq");
    await press(app, "Create Account & Checkout");
    await leaves(app);
    expect(sent[0]).toMatchObject({ username: "zq" });
  });

  it("shows at the field what the server refuses", async () => {
    const text = "This password is too common. Please choose another.";
    const issues = [{ path: "password", message: text }];
    answerPost(
      "/api/absolute-price-id-checkout",
      { ...refusal(text, "password.common"), issues },
      { status: 400 },
    );
    const app = renderApp("/production-signup");
    await fillAccount(app);
    await press(app, "Create Account & Checkout");
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
  });

  it("creates nothing on submit and names the button that does", async () => {
    const sent = answerPost("/api/absolute-price-id-checkout", created);
    const app = renderApp("/production-signup");
    await fillAccount(app);
    await app.user.type(screen.getByLabelText("Username"), "{Enter}");
    expect(await screen.findByText("Using Strict Checkout")).toBeTruthy();
    expect(
      await screen.findByText("Please use the 'Create Account & Checkout' button."),
    ).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("refuses an incomplete form with the texts of the quick form", async () => {
    const app = renderApp("/production-signup");
    await fill("Username", "m");
    await press(app, "Create Account & Checkout");
    expect(await screen.findByText("Form validation failed")).toBeTruthy();
    expect(await screen.findByText("Please fill in all required fields")).toBeTruthy();
    // The toast may appear a moment before the errors of the fields.
    expect(await screen.findByText("Please enter a valid email")).toBeTruthy();
    expect(screen.getByText("Username must be at least 2 characters")).toBeTruthy();
    expect(screen.getByText("Password must be at least 8 characters")).toBeTruthy();
  });

  it.each([
    ["secret123", "Password must include at least one capital letter"],
    ["Secretly", "Password must include at least one number"],
  ])("refuses the password %s: %s", async (password, message) => {
    const app = renderApp("/production-signup");
    await fillAccount(app);
    await fill("Password", password);
    await press(app, "Create Account & Checkout");
    expect(await screen.findByText("Form validation failed")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  });

  it.each([
    [refusal("This username is taken."), { status: 409 }, "This username is taken."],
    [{}, { status: 500 }, "Failed to create account and checkout"],
    [{ success: true }, {}, "There was a problem setting up payment. Please try again."],
    [
      { success: false, error: "The provider does not respond." },
      {},
      "The provider does not respond.",
    ],
  ])("shows the failure of %o", async (body, init, message) => {
    answerPost("/api/absolute-price-id-checkout", body, init);
    const app = renderApp("/production-signup");
    await fillAccount(app);
    await press(app, "Create Account & Checkout");
    expect(await screen.findByText("Checkout Error")).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(app.left).not.toHaveBeenCalled();
  });
});

describe("the production checkout button", () => {
  const path = "/api/production-site-checkout";

  it("requires an email before the terms are accepted", async () => {
    const sent = answerPost(path, pay);
    const app = renderApp("/production-signup");
    await press(app, "Production Site Checkout");
    expect(await screen.findByText("Email is required for checkout")).toBeTruthy();
    expect(screen.queryByText("Please agree to the terms to continue.")).toBeNull();
    expect(sent).toEqual([]);
  });

  it("sends an email alone, and the account if one is filled in", async () => {
    const sent = answerPost(path, { success: false, error: "Not now." });
    const app = renderApp("/production-signup");
    await fill("Email", "maria@example.com");
    await app.user.click(screen.getByRole("checkbox"));
    await press(app, "Production Site Checkout");
    expect(await screen.findByText("Not now.")).toBeTruthy();
    await fill("Username", "maria_k");
    await fill("Password", "Secret123");
    await press(app, "Production Site Checkout");
    await waitFor(() => expect(sent).toHaveLength(2));
    const order = { email: "maria@example.com", plan: "monthly", termsAccepted: true };
    expect(sent).toEqual([
      { ...order, source: "production_site" },
      { ...order, source: "production_site", username: "maria_k", password: "Secret123" },
    ]);
  });

  it.each([
    [{ success: true }, {}, "No checkout URL returned"],
    [{}, { status: 502, statusText: "Bad Gateway" }, "Error 502: {}"],
  ])("shows the failure of %o", async (body, init, message) => {
    answerPost(path, body, init);
    const app = renderApp("/production-signup");
    await fill("Email", "maria@example.com");
    await app.user.click(screen.getByRole("checkbox"));
    await press(app, "Production Site Checkout");
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it("shows a subscriber that the plan is already active", async () => {
    answerPost(path, { success: false, alreadySubscribed: true });
    const app = renderApp("/production-signup");
    await fill("Email", "maria@example.com");
    await app.user.click(screen.getByRole("checkbox"));
    await press(app, "Production Site Checkout");
    expect(await screen.findByText("Already Subscribed")).toBeTruthy();
  });
});

describe("the direct checkout", () => {
  const path = "/api/direct-signup-checkout";
  const submit = "Sign Up & Continue to Payment";

  const open = async () => {
    const app = renderApp("/production-signup");
    await app.user.click(await screen.findByRole("tab", { name: "Direct Checkout" }));
    await screen.findByRole("button", { name: submit });
    return app;
  };

  it.each([
    ["", "Email required", "Please enter your email address"],
    ["maria", "Invalid email", "Please enter a valid email address"],
  ])("refuses the email '%s'", async (email, title, text) => {
    const sent = answerPost(path, { success: true, redirectUrl: url });
    const app = await open();
    await fill("Email", email);
    await press(app, submit);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("sends an email and a plan without a password and opens the payment page", async () => {
    const sent = answerPost(path, { success: true, redirectUrl: url });
    const app = await open();
    await app.user.click(screen.getByRole("radio", { name: /Annual/ }));
    await fill("Email", "maria@example.com");
    await press(app, submit);
    expect(await screen.findByText("Please agree to the terms to continue.")).toBeTruthy();
    expect(sent).toEqual([]);
    await app.user.click(screen.getByRole("checkbox"));
    await press(app, submit);
    await leaves(app);
    expect(screen.getByRole("button", { name: "Processing..." })).toBeTruthy();
    expect(sent).toEqual([
      { email: "maria@example.com", plan: "annual", source: "direct_signup", termsAccepted: true },
    ]);
  });

  it.each([
    [{ success: false, message: "Please sign in first." }, {}, "Please sign in first."],
    [{}, { status: 500 }, "There was a problem with your checkout. Please try again."],
  ])("ends the busy state and shows the failure of %o", async (body, init, message) => {
    answerPost(path, body, init);
    const app = await open();
    await fill("Email", "maria@example.com");
    await app.user.click(screen.getByRole("checkbox"));
    await press(app, submit);
    expect(await screen.findByText("Checkout Error")).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    const button = await screen.findByRole("button", { name: submit });
    expect(button.hasAttribute("disabled")).toBe(false);
  });

  it("switches back to the quick sign-up", async () => {
    const app = await open();
    await press(app, "Switch to Signup");
    expect(await screen.findByRole("button", { name: "Create Account & Checkout" })).toBeTruthy();
  });
});

describe.each(["monthly", "annual"])("the integrated %s checkout", (plan) => {
  const page = `/integrated-${plan}-checkout`;

  it("says the price first, where the user pays, and where the other plan is", async () => {
    renderApp(page);
    const price = { monthly: "$19.99 a month", annual: "$215.89 a year" }[plan] ?? "";
    const lead = await screen.findByText(/^(?:Monthly|Annual) plan, /);
    expect(lead.textContent).toContain(price);
    expect(screen.getByText("You'll pay on our payment partner's secure page.")).toBeTruthy();
    const [name, path] =
      plan === "annual" ? ["Monthly checkout", "monthly"] : ["Annual checkout", "annual"];
    const other = screen.getByRole("link", { name });
    expect(other.getAttribute("href")).toBe(`/integrated-${path}-checkout`);
  });

  it("requires every field", async () => {
    const app = renderApp(page);
    await press(app, "Create Account & Checkout");
    expect(await screen.findByText("All fields are required")).toBeTruthy();
  });

  it("sends the account with the return pages", async () => {
    const sent = answerPost(`/api${page}`, created);
    const app = renderApp(page);
    await fillAccount(app);
    await fill("Phone", "3125550148");
    await press(app, "Create Account & Checkout");
    await leaves(app);
    expect(sent).toEqual([
      {
        email: "maria@example.com",
        username: "maria_k",
        password: "Secret123",
        phone: "3125550148",
        source: `integrated_${plan}_checkout`,
        success_url: "http://localhost:8080/subscription/success?session_id={CHECKOUT_SESSION_ID}",
        cancel_url: "http://localhost:8080/subscription/cancel",
        termsAccepted: true,
      },
    ]);
  });

  it("shows a failure when the response has no checkout address", async () => {
    answerPost(`/api${page}`, { success: true });
    const app = renderApp(page);
    await fillAccount(app);
    await fill("Phone", "3125550148");
    await press(app, "Create Account & Checkout");
    expect(await screen.findByText("No valid checkout URL received from server")).toBeTruthy();
  });
});

it("shows that the quick checkout requires an email, and no password yet", async () => {
  const app = renderApp("/space-fix-checkout");
  expect(
    await screen.findByText(
      /^No password needed yet\. After checkout, one click opens your account\./,
    ),
  ).toBeTruthy();
  await press(app, "Continue to Payment");
  expect(await screen.findByText("Email is required for checkout")).toBeTruthy();
});

describe("a guest buyer who returns from the payment", () => {
  const page = "/subscription/success?session_id=cs_1";
  beforeEach(() => answerGet("/api/verify-subscription-status", { success: true, plan: "annual" }));

  it("signs the buyer in with the checkout before the dashboard", async () => {
    const requested = signedIn(null);
    const sent = answerPost("/api/checkout-login", aUser());
    const app = renderApp(page);
    await press(app, "Go to Dashboard");
    await waitFor(() => expect(app.address()).toBe("/"));
    expect(sent).toEqual([{ sessionId: "cs_1" }]);
    expect(requested.count).toBe(1);
  });

  it.each([
    [true, 1],
    [undefined, 0],
  ])("announces the link to a password only if one is mailed: %s", async (needed, said) => {
    const response = { success: true, ...(needed && { passwordLink: true }) };
    answerGet("/api/verify-subscription-status", response);
    renderApp(page);
    await screen.findByRole("button", { name: "Go to Dashboard" });
    expect(screen.queryAllByText(/emailed you a link to set your password/)).toHaveLength(said);
  });

  it("offers neither a login nor a trial in the header, until the buyer leaves the page", async () => {
    const verifying = holdBack("/api/verify-subscription-status", { success: true, plan: "trial" });
    signedIn(null);
    const app = renderApp(page);
    const header = within(await screen.findByRole("banner"));
    const offers = () => header.queryAllByRole("link", { name: /^(Login|Start free trial)$/ });
    await waitFor(() => expect(offers()).toHaveLength(2));
    verifying.respond();
    await screen.findByRole("button", { name: "Go to Dashboard" });
    await waitFor(() => expect(offers()).toEqual([]));
    await press(app, "Open menu");
    const menu = within(await screen.findByRole("dialog"));
    expect(menu.queryByRole("link", { name: /^(Login|Start free trial)$/ })).toBeNull();
    await app.user.click(menu.getByRole("link", { name: "How It Works" }));
    await waitFor(() => expect(offers()).toHaveLength(2));
  });

  it("asks the buyer to sign in when the checkout cannot", async () => {
    answerPost("/api/checkout-login", refusal("There is nothing to sign in to."), { status: 404 });
    const app = renderApp(page);
    await press(app, "Go to Dashboard");
    await waitFor(() => expect(app.address()).toBe("/auth"));
    expect(await screen.findByText("Please sign in")).toBeTruthy();
  });
});
