import { layOutMail, type MailText } from "@orbline/kit/mail/layout";
import type { Mail } from "@orbline/kit/mail/mailer";
import type { PreparedEmail } from "../domain/email.ts";

/** The pages that emailed links open. Each waits for a click before it acts. */
const pages = {
  "verify-email": "/verify-email",
  "reset-password": "/reset-password",
  claim: "/claim",
  waitlist: "/waitlist/convert",
} as const;

const planNames: Record<string, string> = {
  trial: "2-day free trial",
  monthly: "monthly plan",
  annual: "annual plan",
  lifetime: "lifetime plan",
};

type LinkTo = (page: keyof typeof pages, secret: string) => string;

type TextsOf = {
  [Kind in PreparedEmail["kind"]]: (
    email: Extract<PreparedEmail, { kind: Kind }>,
    link: LinkTo,
  ) => Omit<MailText, "footer">;
};

const hello = (username: string) => (username ? `Hello ${username},` : "Hello,");

const notYou =
  "If this was not you, set a new password at once with “Forgot password” on the sign-in page.";

const texts: TextsOf = {
  "verify-email": ({ username, secret }, link) => ({
    subject: "Please verify your email address",
    greeting: hello(username),
    paragraphs: [
      "Please confirm that this is your email address. The link is good for 48 hours.",
      "If you did not open an account or change its address, you need not do anything.",
    ],
    action: { label: "Verify email address", url: link("verify-email", secret) },
  }),
  "reset-password": ({ username, secret, isFirst }, link) => ({
    subject: isFirst ? "Set your password" : "Reset your password",
    greeting: hello(username),
    paragraphs: [
      isFirst
        ? "Somebody asked to set the first password of your account."
        : "Somebody asked for a new password for your account.",
      `You sign in with this email address or with your username, ${username}.`,
      "The link is good for one hour and works once. It ends every session of your account.",
      isFirst
        ? "If this was not you, you need not do anything."
        : "If this was not you, you need not do anything: your password stays as it is.",
    ],
    action: {
      label: isFirst ? "Set my password" : "Choose a new password",
      url: link("reset-password", secret),
    },
  }),
  claim: ({ username, secret, plan, reminder, hasPassword }, link) => ({
    subject:
      reminder === 0 ? "Your purchase: set your password" : "Your purchase still waits for you",
    greeting: hello(username),
    paragraphs: [
      `Thank you for your purchase: ${planNames[plan] ?? "your plan"}.`,
      hasPassword
        ? "It was made with your email address while nobody was signed in. Follow the link to take it over into " +
          "your account and to set a new password."
        : "To use it on every device, follow the link and set a password. You can choose a username too.",
      "The link is good for 7 days and works once. A purchase that nobody claims within 7 days is cancelled " +
        "and paid back.",
      "If you did not buy anything, you need not do anything.",
    ],
    action: { label: "Claim my purchase", url: link("claim", secret) },
  }),
  waitlist: ({ secret }, link) => ({
    subject: "You are on the waitlist",
    greeting: "Hello,",
    paragraphs: [
      "You are on the waitlist. Your place is ready: follow the link to make it an account.",
      "The link is good for 30 days. If this was not you, you need not do anything.",
    ],
    action: { label: "Create my account", url: link("waitlist", secret) },
  }),
  "password-changed": ({ username }) => ({
    subject: "Your password was changed",
    greeting: hello(username),
    paragraphs: [
      "The password of your account was changed, and every other session was signed out.",
      notYou,
    ],
  }),
  "email-changed": ({ username }) => ({
    subject: "Your email address was changed",
    greeting: hello(username),
    paragraphs: [
      "The email address of your account was changed. This is the last mail to the old address.",
      "If this was not you, please write to our support by answering this mail.",
    ],
  }),
  "account-deleted": ({ username }) => ({
    subject: "Your account was deleted",
    greeting: hello(username),
    paragraphs: [
      "Your account and what we kept about you are deleted, and no subscription goes on.",
      "Only records of payments that the law makes us keep remain, without your name.",
    ],
  }),
};

const footer = ["Orbline. For entertainment only, no outcome is guaranteed. 21+."];

/** Writes an email; its links lead to `origin`. */
export function writeEmail(origin: string, email: PreparedEmail): Mail {
  const link: LinkTo = (page, secret) => `${origin}${pages[page]}?token=${secret}`;
  const write = texts[email.kind] as (
    email: PreparedEmail,
    link: LinkTo,
  ) => Omit<MailText, "footer">;
  return layOutMail(email.to, { ...write(email, link), footer });
}
