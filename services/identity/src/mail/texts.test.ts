import { expect, it } from "vitest";
import type { PreparedEmail } from "../domain/email.ts";
import { writeEmail } from "./texts.ts";

const greetingFor = (username: string) =>
  writeEmail("https://orbline.test", {
    kind: "verify-email",
    to: "jo@example.com",
    username,
    secret: "secret",
  }).text.split("\n")[0];

it("shows no username in a password's email that mail programs could make a link of", () => {
  const textFor = (username: string | undefined) =>
    writeEmail("https://orbline.test", {
      kind: "reset-password",
      to: "jo@example.com",
      username,
      secret: "secret",
      isFirst: false,
    }).text;
  expect(textFor("jo_1")).toContain("or with your username, jo_1.");
  expect(textFor("prizes.example")).not.toContain("prizes.example");
  expect(textFor(undefined), "a guest has chosen no username").toContain(
    "You sign in with this email address.\n",
  );
});

it("greets by the username, unless mail programs could make a link of it", () => {
  expect(greetingFor("jo_1")).toBe("Hello jo_1,");
  expect(greetingFor("prizes.example")).toBe("Hello,");
});

it("says in the email about a new sign-in that a new password keeps the passkeys", () => {
  const { text } = writeEmail("https://orbline.test", {
    kind: "new-device",
    to: "jo@example.com",
    username: "jo",
    device: "Firefox on Linux",
    at: "2026-03-01T12:00:00.000Z",
  });
  expect(text).toContain("remove passkeys you don't know on your account page");
});

it.each([
  [true, "Someone used your email to get this: 2-day free trial."],
  [false, "Your 2-day free trial has started. After that it's $19.99 a month, unless you cancel."],
])(
  "writes of no purchase in the email of a free trial, for an account with a password: %s",
  (hasPassword, begin) => {
    const { subject, text } = writeEmail("https://orbline.test", {
      kind: "claim",
      to: "jo@example.com",
      username: "jo",
      secret: "secret",
      plan: "trial",
      reminder: 0,
      hasPassword,
    });
    expect(subject).toBe("Your free trial: set your password");
    expect(text).toContain(begin);
    expect(text).toContain("within 7 days, we cancel it and refund what it has charged.");
    expect(text).not.toMatch(/purchase|buy/i);
  },
);

it("says in every email about the account's security what to do if it wasn't the owner", () => {
  const to = { to: "jo@example.com", username: "jo" };
  const at = "2026-03-01T12:00:00.000Z";
  const emails: PreparedEmail[] = [
    { kind: "verify-email", ...to, secret: "s" },
    { kind: "reset-password", ...to, secret: "s", isFirst: false },
    { kind: "password-changed", ...to },
    { kind: "email-changed", ...to },
    { kind: "second-factor-on", ...to },
    { kind: "second-factor-off", ...to },
    { kind: "recovery-code-used", ...to },
    { kind: "recovery-codes-renewed", ...to },
    { kind: "passkey-added", ...to },
    { kind: "passkey-removed", ...to },
    { kind: "new-device", ...to, device: "Firefox on Linux", at },
    { kind: "account-deleted", ...to },
  ];
  for (const email of emails) {
    const { subject, text } = writeEmail("https://orbline.test", email);
    expect(text).toMatch(/^If (it wasn't you|you didn't sign up)/m);
    expect(subject.length).toBeLessThanOrEqual(50);
  }
});
