import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { rememberReferral } from "#/shared/referral.ts";
import { fill, renderApp } from "#/testing/render-app.tsx";
import { answerGet, answerPost, aStatus, aUser, refusal, signedIn } from "#/testing/server.ts";

const token = "a".repeat(43);
const accepted = { accepted: true };

beforeEach(() => {
  signedIn(null);
  answerGet("/api/subscription/status", aStatus("none"));
});

const press = async (user: ReturnType<typeof renderApp>["user"], name: string) =>
  user.click(await screen.findByRole("button", { name }));

async function fillPassword(password = "Secret123", repeated = password) {
  await fill("New password", password);
  await fill("Confirm password", repeated);
}

it("links from the login tab to the forgotten password and the waitlist", async () => {
  renderApp("/auth");
  const forgot = await screen.findByRole("link", { name: "Forgot password" });
  expect(forgot.getAttribute("href")).toBe("/forgot-password");
  const waitlist = screen.getByRole("link", { name: "Join the waitlist" });
  expect(waitlist.getAttribute("href")).toBe("/waitlist");
});

describe("a forgotten password", () => {
  it("mails a link and does not reveal whether the account exists", async () => {
    const sent = answerPost("/api/password/forgot", accepted, { status: 202 });
    const { user } = renderApp("/forgot-password");
    await fill("Email", "Maria@Example.com");
    await press(user, "Send link");
    expect(await screen.findByText(/^If that email has an account/)).toBeTruthy();
    expect(sent).toEqual([{ email: "maria@example.com" }]);
  });

  it("refuses an invalid email and sends nothing", async () => {
    const sent = answerPost("/api/password/forgot", accepted);
    const { user } = renderApp("/forgot-password");
    await fill("Email", "maria");
    await press(user, "Send link");
    expect(await screen.findByText("Please enter a valid email address.")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("shows the message of a refusal without the request id, which is for support", async () => {
    answerPost("/api/password/forgot", refusal("Too many requests."), { status: 429 });
    const { user } = renderApp("/forgot-password");
    await fill("Email", "maria@example.com");
    await press(user, "Send link");
    expect(await screen.findByText(/Too many requests\./)).toBeTruthy();
    expect(screen.queryByText("req-7f3a"), "a refusal needs no support").toBeNull();
  });
});

describe("a new password with a mailed link", () => {
  it("saves the password with the button and links to the sign-in page", async () => {
    const sent = answerPost("/api/password/reset", null);
    const { user } = renderApp(`/reset-password?token=${token}`);
    await fillPassword();
    await press(user, "Save password");
    expect(await screen.findByRole("heading", { name: "Password saved" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/auth");
    expect(sent).toEqual([{ token, password: "Secret123" }]);
  });

  it("refuses a password against the rules or repeated differently", async () => {
    const { user } = renderApp(`/reset-password?token=${token}`);
    await fillPassword("secret", "other");
    await press(user, "Save password");
    expect(await screen.findByText("Password must be at least 8 characters.")).toBeTruthy();
    expect(screen.getByText("Passwords don't match")).toBeTruthy();
  });

  it("shows the server's message for an expired link", async () => {
    answerPost("/api/password/reset", refusal("This link is no longer valid."), { status: 400 });
    const { user } = renderApp(`/reset-password?token=${token}`);
    await fillPassword();
    await press(user, "Save password");
    expect(await screen.findByText(/This link is no longer valid\./)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Request a new link" })).toBeTruthy();
  });
});

it.each([
  "/reset-password",
  "/verify-email",
  "/undo-email-change",
  "/undo-second-factor",
  "/claim",
  "/waitlist/convert",
])("shows no button on %s without its token", async (path) => {
  renderApp(path);
  expect(await screen.findByRole("heading", { name: "This link is broken" })).toBeTruthy();
  expect(
    screen.queryByRole("button", { name: /Save|Verify|Undo|This wasn't me|Open account/ }),
  ).toBeNull();
});

it.each([
  ["/reset-password", "/forgot-password"],
  ["/claim", "/forgot-password"],
  ["/waitlist/convert", "/waitlist"],
])("leads from %s to the page that emails a new link", async (path, newLink) => {
  renderApp(`${path}?token=${token}`);
  const again = await screen.findByRole("link", { name: "Request a new link" });
  expect(again.getAttribute("href")).toBe(newLink);
});

describe("the email verification", () => {
  it("verifies the email on a click, not when the link opens", async () => {
    const sent = answerPost("/api/email/verify", { email: "maria@example.com" });
    const { user } = renderApp(`/verify-email?token=${token}`);
    await screen.findByRole("button", { name: "Verify email" });
    expect(sent).toEqual([]);
    await press(user, "Verify email");
    expect(await screen.findByText(/^maria@example\.com is the verified address/)).toBeTruthy();
    expect(sent).toEqual([{ token }]);
  });

  it("says that the email is verified already when the link was used before", async () => {
    signedIn(aUser({ emailVerified: true }));
    answerPost("/api/email/verify", refusal("This link is no longer valid."), { status: 400 });
    const { user } = renderApp(`/verify-email?token=${token}`);
    await press(user, "Verify email");
    expect(await screen.findByText("Already verified")).toBeTruthy();
    expect(screen.queryByText(/no longer valid/)).toBeNull();
    expect(screen.queryByRole("link", { name: "Get a new link in your account" })).toBeNull();
  });

  it("does not verify the email with an expired link", async () => {
    answerPost("/api/email/verify", refusal("This link is no longer valid."), { status: 400 });
    const { user } = renderApp(`/verify-email?token=${token}`);
    await press(user, "Verify email");
    const text =
      "This link was used or has expired. If you already verified your email, you're done.";
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText("Confirm this is your email address.")).toBeNull();
    expect(screen.queryByRole("button", { name: "Verify email" }), "it can't work").toBeNull();
    const again = screen.getByRole("link", { name: "Get a new link in your account" });
    expect(again.getAttribute("href")).toBe("/account");
  });
});

it("undoes the change of the email on a click and asks for a new password", async () => {
  const sent = answerPost("/api/email/undo", { email: "maria@example.com" });
  const { user } = renderApp(`/undo-email-change?token=${token}`);
  await screen.findByRole("button", { name: "Undo the change" });
  expect(sent).toEqual([]);
  await press(user, "Undo the change");
  expect(await screen.findByText(/^maria@example\.com .* set a new password now\.$/)).toBeTruthy();
  expect(sent).toEqual([{ token }]);
});

it("removes two-step sign-in on a click and asks for a new password", async () => {
  const sent = answerPost("/api/second-factor/undo", { email: "maria@example.com" });
  const { user } = renderApp(`/undo-second-factor?token=${token}`);
  await screen.findByRole("button", { name: "This wasn't me" });
  expect(sent).toEqual([]);
  await press(user, "This wasn't me");
  expect(
    await screen.findByText(/to maria@example\.com and set a new password now\.$/),
  ).toBeTruthy();
  expect(sent).toEqual([{ token }]);
});

it("signs the user in after a claim", async () => {
  const sent = answerPost("/api/claim", aUser());
  const app = renderApp(`/claim?token=${token}`);
  await fillPassword();
  await press(app.user, "Save password");
  await waitFor(() => expect(app.address()).toBe("/"));
  expect(await screen.findByText("Password saved")).toBeTruthy();
  expect(sent).toEqual([{ token, password: "Secret123" }]);
});

it("shows that a claim link was already used and links to the sign-in page", async () => {
  answerPost("/api/claim", refusal("This link is no longer valid."), { status: 400 });
  const { user } = renderApp(`/claim?token=${token}`);
  await fillPassword();
  await press(user, "Save password");
  expect(await screen.findByText(/This link is no longer valid\./)).toBeTruthy();
  const signIn = screen.getByRole("link", { name: "Back to sign in" });
  expect(signIn.getAttribute("href")).toBe("/auth");
});

describe("the waitlist", () => {
  it("sends the email with the affiliate code", async () => {
    rememberReferral("?affiliate=northside");
    const sent = answerPost("/api/waitlist", accepted, { status: 202 });
    const { user } = renderApp("/waitlist");
    await fill("Email", "maria@example.com");
    await press(user, "Join the waitlist");
    expect(await screen.findByRole("heading", { name: "Check your email" })).toBeTruthy();
    expect(sent).toEqual([
      { email: "maria@example.com", source: "waitlist_page", affiliateCode: "northside" },
    ]);
  });

  const convert = async () => {
    const app = renderApp(`/waitlist/convert?token=${token}`);
    await fill("Username", "maria_k");
    await fillPassword();
    await app.user.click(screen.getByRole("checkbox"));
    await press(app.user, "Open account");
    return app;
  };

  it("turns an entry into an account and signs it in", async () => {
    const sent = answerPost("/api/convert-waitlist", aUser(), { status: 201 });
    const app = await convert();
    await waitFor(() => expect(app.address()).toBe("/"));
    expect(await screen.findByText("Waitlist converted successfully")).toBeTruthy();
    expect(sent).toEqual([
      { token, username: "maria_k", password: "Secret123", termsAccepted: true },
    ]);
  });

  it("shows why an entry cannot become an account", async () => {
    answerPost("/api/convert-waitlist", refusal("This username is taken."), { status: 409 });
    await convert();
    expect(await screen.findByText("Conversion failed")).toBeTruthy();
    expect(screen.getByText("This username is taken.")).toBeTruthy();
  });

  it("refuses to convert an entry without the consent", async () => {
    const { user } = renderApp(`/waitlist/convert?token=${token}`);
    await press(user, "Open account");
    expect(await screen.findByText("Please agree to the terms to continue.")).toBeTruthy();
    expect(await screen.findByText("Username must be at least 3 characters.")).toBeTruthy();
  });
});
