import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { rememberReferral } from "#/shared/referral.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { aPerformance } from "#/testing/performance.ts";
import { doubleClick, fill, renderApp } from "#/testing/render-app.tsx";
import { answerGet, answerPost, aStatus, aUser, refusal, signedIn } from "#/testing/server.ts";

beforeEach(() => {
  signedIn(null);
  answerGet("/api/subscription/status", aStatus("none"));
});

async function openRegister(path = "/auth") {
  const app = renderApp(path);
  await app.user.click(await screen.findByRole("tab", { name: "Register" }));
  await screen.findByRole("button", { name: "Start Free Trial - No Charge Today" });
  return app;
}

async function fillRegister(
  { user }: Awaited<ReturnType<typeof openRegister>>,
  email = "",
  press: (button: HTMLElement) => unknown = user.click,
) {
  if (email) await fill("Email", email);
  // Only the lifetime plan can do without.
  else await user.click(screen.getByRole("radio", { name: /Lifetime/ }));
  await fill("Phone", "+1 312 555 0148");
  await fill("Username", "maria_k");
  await fill("Password", "Secret123");
  await fill("Confirm password", "Secret123");
  await user.click(screen.getByRole("checkbox"));
  await press(screen.getByRole("button", { name: /^(Start Free Trial|Create Account)/ }));
}

describe("the settled pick beside the sign-in", () => {
  it("says what we said, how it ended, and leads to all settled ones", async () => {
    answerGet("/api/model-performance", aPerformance());
    renderApp("/auth");
    const [link] = await screen.findAllByRole("link", {
      name: "492 settled predictions, all published",
    });
    expect(link?.getAttribute("href")).toBe("/record");
    const panel = within(link?.closest("section") ?? document.body);
    expect(panel.getByText("Dallas Mavericks")).toBeTruthy();
    expect(panel.getByText("We said: loses 74.8% of the time.")).toBeTruthy();
    expect(panel.getByText("Lost")).toBeTruthy();
    expect(panel.getByText("Simulated slate")).toBeTruthy();
  });

  it("counts settled predictions as the record does, with those that returned the stake", async () => {
    const performance = aPerformance();
    const [record] = performance.records;
    if (record) record.total = { ...record.total, pushed: 2, voided: 1 };
    answerGet("/api/model-performance", performance);
    renderApp("/auth");
    const name = "495 settled predictions, all published";
    expect(await screen.findAllByRole("link", { name })).not.toEqual([]);
  });

  it("is absent while nothing is settled", async () => {
    const requests = answerGet("/api/model-performance", aPerformance({ lastSettled: null }));
    renderApp("/auth");
    await waitFor(() => expect(requests.count).toBe(1));
    await act(async () => undefined);
    expect(screen.queryByText("The latest settled pick")).toBeNull();
  });
});

describe("login", () => {
  it("refuses short fields with the specified texts and sends nothing", async () => {
    const { user } = renderApp("/auth");
    await fill("Username", "a");
    await fill("Password", "12345");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByText("Username must be at least 3 characters.")).toBeTruthy();
    expect(await screen.findByText("Password must be at least 6 characters.")).toBeTruthy();
    expect(screen.getByLabelText("Username").getAttribute("aria-invalid")).toBe("true");
  });

  it("opens / and shows a toast after a login", async () => {
    const sent = answerPost("/api/login", aUser());
    const app = renderApp("/auth");
    await fill("Username", "maria_k");
    await fill("Password", "Secret123");
    await app.user.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(app.address()).toBe("/"));
    expect(sent).toEqual([{ username: "maria_k", password: "Secret123" }]);
    expect(await screen.findByText("Logged in successfully")).toBeTruthy();
  });

  it("sends a username of two characters, which a quick sign-up may have", async () => {
    const sent = answerPost("/api/login", aUser());
    const { user } = renderApp("/auth");
    await fill("Username", "zq");
    await fill("Password", "Secret123");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(sent).toEqual([{ username: "zq", password: "Secret123" }]));
  });

  it("shows the server's message as a toast and at the password when a login is refused", async () => {
    answerPost("/api/login", refusal("Wrong username or password."), { status: 401 });
    const { user } = renderApp("/auth");
    await fill("Username", "maria_k");
    await fill("Password", "Secret123");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByText("Login failed")).toBeTruthy();
    expect(screen.getAllByText("Wrong username or password.")).toHaveLength(2);
    const password = screen.getByLabelText("Password");
    expect(password.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(password);
    await fill("Password", "Secret1234");
    await waitFor(() => expect(password.getAttribute("aria-invalid")).toBeNull());
  });

  it("shows no trial banner to a user whose session has ended", async () => {
    useSessionStore.setState({ endedAt: "/history" });
    renderApp("/auth");
    expect(await screen.findByText(/^Your session/)).toBeTruthy();
    expect(screen.queryByText("2-DAY FREE TRIAL")).toBeNull();
  });

  it("opens the register tab from the trial banner", async () => {
    const { user } = renderApp("/auth");
    await user.click(await screen.findByRole("button", { name: /2-DAY FREE TRIAL/ }));
    expect(screen.getByRole("tab", { name: "Register" }).getAttribute("aria-selected")).toBe(
      "true",
    );
  });

  it("moves between the tabs with the arrow keys", async () => {
    const { user } = renderApp("/auth");
    (await screen.findByRole("tab", { name: "Login" })).focus();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Register" }));
    expect(await screen.findByRole("heading", { name: "Create your account" })).toBeTruthy();
  });
});

it.each(["Login", "Register"])("shows the referral code on the tab %s", async (name) => {
  rememberReferral("?ref=northside");
  const { user } = renderApp("/auth");
  await user.click(await screen.findByRole("tab", { name }));
  expect(await screen.findByText("northside")).toBeTruthy();
});

describe("register", () => {
  it("names every error of an empty form, including the missing consent", async () => {
    const { user } = await openRegister();
    await user.click(screen.getByRole("button", { name: /Start Free Trial/ }));
    expect(await screen.findByText("Please enter a valid phone number.")).toBeTruthy();
    expect(await screen.findByText("Username must be at least 3 characters.")).toBeTruthy();
    expect(screen.getAllByText("Password must be at least 8 characters.")).toHaveLength(2);
    expect(screen.getByText("Please agree to the terms to continue.")).toBeTruthy();
    expect(screen.queryByText("Please enter a valid email address.")).toBeNull();
    expect(screen.getByText("Email is required for checkout"), "a trial needs one").toBeTruthy();
  });

  it("opens by ?tab=register, and the page's title follows the tab", async () => {
    const { user } = renderApp("/auth?tab=register");
    await screen.findByRole("button", { name: "Start Free Trial - No Charge Today" });
    await waitFor(() => expect(document.title).toMatch(/^Register/));
    await user.click(screen.getByRole("tab", { name: "Login" }));
    await waitFor(() => expect(document.title).toMatch(/^Login/));
  });

  it("marks and focuses the field that the server refuses, beside the toast", async () => {
    const text = "This username is already taken.";
    const issues = [{ path: "username", message: text }];
    answerPost("/api/register", { ...refusal(text, "username.taken"), issues }, { status: 409 });
    await fillRegister(await openRegister());
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    const field = screen.getByLabelText("Username");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
  });

  it("names different passwords beside the other errors", async () => {
    const { user } = await openRegister();
    await fill("Email", "maria@");
    await fill("Password", "Secret123");
    await fill("Confirm password", "Secret124");
    await user.click(screen.getByRole("button", { name: /Start Free Trial/ }));
    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    expect(await screen.findByText("Please enter a valid email address.")).toBeTruthy();
  });

  it("updates the password checklist with each letter", async () => {
    await openRegister();
    const rules = () =>
      within(screen.getByRole("list", { name: "Password rules" }))
        .getAllByRole("listitem")
        .map((rule) => rule.textContent);
    expect(rules()).toEqual([
      "Minimum 8 charactersnot met yet",
      "One capital letternot met yet",
      "One numbernot met yet",
    ]);
    await fill("Password", "Secret1");
    expect(rules()).toEqual([
      "Minimum 8 charactersnot met yet",
      "One capital lettermet",
      "One numbermet",
    ]);
    await fill("Password", "Secret12");
    expect(rules()[0]).toBe("Minimum 8 charactersmet");
  });

  it("shows the password rules below the password and above its repetition", async () => {
    await openRegister();
    const rules = screen.getByRole("list", { name: "Password rules" });
    const { DOCUMENT_POSITION_PRECEDING, DOCUMENT_POSITION_FOLLOWING } = Node;
    const placeOf = (label: string) => rules.compareDocumentPosition(screen.getByLabelText(label));
    expect(placeOf("Password")).toBe(DOCUMENT_POSITION_PRECEDING);
    expect(placeOf("Confirm password")).toBe(DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ["common", "This password is too common. Please choose another.", "Not a common password"],
    [
      "leaked",
      "This password appeared in a data leak. Please choose another.",
      "Not in a known data leak",
    ],
  ])("names a %s password at the field and as a fourth rule", async (weakness, text, label) => {
    const issues = [{ path: "password", message: text }];
    const body = { ...refusal(text, `password.${weakness}`), issues };
    answerPost("/api/register", body, { status: 400 });
    const app = await openRegister();
    await fillRegister(app);
    const rule = `${label}not met yet`;
    const rules = () => screen.getByRole("list", { name: "Password rules" }).textContent;
    await waitFor(() => expect(rules()).toContain(rule));
    expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getAllByText(text)).toHaveLength(2);
    await fill("Password", "Secret1234");
    await waitFor(() => expect(rules()).not.toContain(rule));
  });

  it("reports a free registration as a conversion of 0 to the referral script", async () => {
    const convert = vi.fn<(conversion: Record<string, unknown>) => void>();
    vi.stubGlobal("orblineReferral", { convert, referralId: "T9" });
    answerPost("/api/register", aUser({ email: null }), { status: 201 });
    await fillRegister(await openRegister());
    await waitFor(() => expect(convert).toHaveBeenCalledOnce());
    expect(convert.mock.calls[0]?.[0]).toEqual({
      email: "",
      amount: 0,
      externalId: "u1",
      currency: "USD",
      metadata: { plan: "free", source: "auth_page", affiliateCode: "T9" },
    });
    vi.unstubAllGlobals();
  });

  it("creates only the account without an email and never sends the repeated password", async () => {
    const sent = answerPost("/api/register", aUser({ email: null }), { status: 201 });
    const app = await openRegister();
    await fillRegister(app);
    await waitFor(() => expect(app.address()).toBe("/"));
    expect(sent).toEqual([
      {
        username: "maria_k",
        password: "Secret123",
        phone: "+1 312 555 0148",
        plan: "lifetime",
        source: "auth_page",
        termsAccepted: true,
      },
    ]);
    expect(await screen.findByText("Account created")).toBeTruthy();
  });

  it("opens the checkout in a new tab and here when an email is filled in", async () => {
    const sent = answerPost("/api/register-with-checkout", {
      success: true,
      checkoutUrl: "https://pay.test/cs_1",
      user: aUser(),
      userId: "u1",
    });
    const app = await openRegister("/auth?x=1");
    await fillRegister(app, "maria@example.com");
    await waitFor(() => expect(app.opened).toHaveBeenCalledWith("https://pay.test/cs_1"));
    expect(app.address()).toBe("/auth?x=1");
    expect(screen.getByRole("button", { name: "Processing..." }).hasAttribute("disabled")).toBe(
      true,
    );
    await waitFor(() => expect(app.left).toHaveBeenCalledWith("https://pay.test/cs_1"));
    expect(sent[0]).toMatchObject({ email: "maria@example.com", plan: "trial", subscribe: true });
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() => expect(app.address()).toBe("/"));
  });

  it("signs up once on a double click", async () => {
    const sent = answerPost("/api/register-with-checkout", {
      success: true,
      checkoutUrl: "https://pay.test/cs_1",
      user: aUser(),
      userId: "u1",
    });
    const app = await openRegister();
    await fillRegister(app, "maria@example.com", doubleClick);
    await waitFor(() => expect(app.left).toHaveBeenCalledWith("https://pay.test/cs_1"));
    expect(sent).toHaveLength(1);
    expect(app.opened).toHaveBeenCalledOnce();
  });

  it("shows the error of a failed checkout and keeps the account", async () => {
    answerPost("/api/register-with-checkout", {
      success: false,
      user: aUser(),
      userId: "u1",
      error: "There was a problem setting up payment. Please try again.",
    });
    const app = await openRegister();
    await fillRegister(app, "maria@example.com");
    expect(
      await screen.findByText("There was a problem setting up payment. Please try again."),
    ).toBeTruthy();
    await waitFor(() => expect(app.address()).toBe("/"));
    expect(app.left).not.toHaveBeenCalled();
  });

  it("changes the button and the charges for the lifetime plan, which cannot be canceled", async () => {
    const { user } = await openRegister();
    expect(screen.getAllByText(/Cancel anytime in your account/).length).toBeGreaterThan(0);
    await user.click(screen.getByRole("radio", { name: /Lifetime/ }));
    expect(screen.getByRole("button", { name: "Create Account & Continue" })).toBeTruthy();
    expect(screen.getAllByText("Paid once, nothing renews").length).toBeGreaterThan(0);
    expect(screen.queryByText(/Cancel anytime/)).toBeNull();
  });
});

it("redirects a signed-in user to /", async () => {
  signedIn(aUser());
  const home = renderApp("/auth");
  await waitFor(() => expect(home.address()).toBe("/"));
});

it("redirects a signed-in user who wants to subscribe to the plans", async () => {
  signedIn(aUser());
  const app = renderApp("/auth?subscribe=true");
  await waitFor(() => expect(app.address()).toBe("/subscription"));
  expect(await screen.findByRole("button", { name: "Start free trial" })).toBeTruthy();
});

it("keeps the plan of a user who signs in to subscribe to it", async () => {
  signedIn(aUser());
  const app = renderApp("/auth?subscribe=true&plan=annual");
  await waitFor(() => expect(app.address()).toBe("/subscription?plan=annual"));
});

it("opens the register tab with the plan of a link", async () => {
  signedIn(null);
  renderApp("/auth?tab=register&plan=lifetime");
  expect(await screen.findByRole("radio", { name: /^Lifetime/, checked: true })).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Create Account & Continue" })).toBeTruthy();
});
