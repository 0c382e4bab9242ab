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

const fillPassword = async (password = "Secret123", repeated = password) => {
  await fill("New password", password);
  await fill("Confirm password", repeated);
};

it("the sign-in tab leads to the forgotten password and to the waitlist", async () => {
  renderApp("/auth");
  const forgot = await screen.findByRole("link", { name: "Forgot password" });
  expect(forgot.getAttribute("href")).toBe("/forgot-password");
  const waitlist = screen.getByRole("link", { name: "Join the waitlist" });
  expect(waitlist.getAttribute("href")).toBe("/waitlist");
});

describe("a forgotten password", () => {
  it("has a link mailed, and the answer tells nothing of the account", async () => {
    const sent = answerPost("/api/password/forgot", accepted, { status: 202 });
    const { user } = renderApp("/forgot-password");
    await fill("Email", "Maria@Example.com");
    await press(user, "Send link");
    expect(await screen.findByText(/^If an account has this address/)).toBeTruthy();
    expect(sent).toEqual([{ email: "maria@example.com" }]);
  });

  it("of no valid address is asked for again", async () => {
    const sent = answerPost("/api/password/forgot", accepted);
    const { user } = renderApp("/forgot-password");
    await fill("Email", "maria");
    await press(user, "Send link");
    expect(await screen.findByText("Please enter a valid email address.")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("that the server refuses shows its words and the request id", async () => {
    answerPost("/api/password/forgot", refusal("Too many requests."), { status: 429 });
    const { user } = renderApp("/forgot-password");
    await fill("Email", "maria@example.com");
    await press(user, "Send link");
    expect(await screen.findByText(/Too many requests\./)).toBeTruthy();
    expect(screen.getByText("req-7f3a")).toBeTruthy();
  });
});

describe("a new password by a mailed link", () => {
  it("is saved by a press and leads to the sign-in", async () => {
    const sent = answerPost("/api/password/reset", null);
    const { user } = renderApp(`/reset-password?token=${token}`);
    await fillPassword();
    await press(user, "Save password");
    expect(await screen.findByRole("heading", { name: "Password saved" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/auth");
    expect(sent).toEqual([{ token, password: "Secret123" }]);
  });

  it("must keep the rules and be typed the same twice", async () => {
    const { user } = renderApp(`/reset-password?token=${token}`);
    await fillPassword("secret", "other");
    await press(user, "Save password");
    expect(await screen.findByText("Password must be at least 8 characters.")).toBeTruthy();
    expect(screen.getByText("Passwords don't match")).toBeTruthy();
  });

  it("of an old link is refused in the server's words", async () => {
    answerPost("/api/password/reset", refusal("This link is no longer valid."), { status: 400 });
    const { user } = renderApp(`/reset-password?token=${token}`);
    await fillPassword();
    await press(user, "Save password");
    expect(await screen.findByText(/This link is no longer valid\./)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ask for a new link" })).toBeTruthy();
  });
});

it.each(["/reset-password", "/verify-email", "/claim", "/waitlist/convert"])(
  "%s without its secret offers no button that cannot work",
  async (path) => {
    renderApp(path);
    expect(await screen.findByRole("heading", { name: "This link is not complete" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Save|Verify|Open account/ })).toBeNull();
  },
);

describe("an address", () => {
  it("is verified by a press, not by opening the link", async () => {
    const sent = answerPost("/api/email/verify", { email: "maria@example.com" });
    const { user } = renderApp(`/verify-email?token=${token}`);
    await screen.findByRole("button", { name: "Verify email" });
    expect(sent).toEqual([]);
    await press(user, "Verify email");
    expect(await screen.findByText(/^maria@example\.com is the verified address/)).toBeTruthy();
    expect(sent).toEqual([{ token }]);
  });

  it("stays unverified by an old link", async () => {
    answerPost("/api/email/verify", refusal("This link is no longer valid."), { status: 400 });
    const { user } = renderApp(`/verify-email?token=${token}`);
    await press(user, "Verify email");
    expect(await screen.findByText(/This link is no longer valid\./)).toBeTruthy();
  });
});

it("a claimed account is signed in", async () => {
  const sent = answerPost("/api/claim", aUser());
  const app = renderApp(`/claim?token=${token}`);
  await fillPassword();
  await press(app.user, "Save password");
  await waitFor(() => expect(app.address()).toBe("/"));
  expect(await screen.findByText("Password saved")).toBeTruthy();
  expect(sent).toEqual([{ token, password: "Secret123" }]);
});

it("a link to a purchase that was used already says so and shows the way to sign in", async () => {
  answerPost("/api/claim", refusal("This link is no longer valid."), { status: 400 });
  const { user } = renderApp(`/claim?token=${token}`);
  await fillPassword();
  await press(user, "Save password");
  expect(await screen.findByText(/This link is no longer valid\./)).toBeTruthy();
  const signIn = screen.getByRole("link", { name: "Back to sign in" });
  expect(signIn.getAttribute("href")).toBe("/auth");
});

describe("the waitlist", () => {
  it("takes an address with the affiliate code it came by", async () => {
    rememberReferral("?affiliate=northside");
    const sent = answerPost("/api/waitlist", accepted, { status: 202 });
    const { user } = renderApp("/waitlist");
    await fill("Email", "maria@example.com");
    await press(user, "Join the waitlist");
    expect(await screen.findByRole("heading", { name: "Check your mail" })).toBeTruthy();
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

  it("entry becomes an account that is signed in", async () => {
    const sent = answerPost("/api/convert-waitlist", aUser(), { status: 201 });
    const app = await convert();
    await waitFor(() => expect(app.address()).toBe("/"));
    expect(await screen.findByText("Waitlist converted successfully")).toBeTruthy();
    expect(sent).toEqual([
      { token, username: "maria_k", password: "Secret123", termsAccepted: true },
    ]);
  });

  it("entry that cannot become one says so", async () => {
    answerPost("/api/convert-waitlist", refusal("This username is taken."), { status: 409 });
    await convert();
    expect(await screen.findByText("Conversion failed")).toBeTruthy();
    expect(screen.getByText("This username is taken.")).toBeTruthy();
  });

  it("entry needs the terms", async () => {
    const { user } = renderApp(`/waitlist/convert?token=${token}`);
    await press(user, "Open account");
    expect(await screen.findByText("Please agree to the terms to continue.")).toBeTruthy();
    expect(await screen.findByText("Username must be at least 3 characters.")).toBeTruthy();
  });
});
