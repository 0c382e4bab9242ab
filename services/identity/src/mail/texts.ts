import { layOutMail, type MailText } from "@orbline/kit/mail/layout";
import type { Mail } from "@orbline/kit/mail/mailer";
import { type Plan, type PlanTerms, planTerms, trialDays } from "@orbline/proto/constants/plans";
import type { PreparedEmail } from "../domain/email.ts";
import { linkLifeMs, type LinkPurpose } from "../domain/link.ts";

/** The pages that emailed links open. Each waits for a click before it acts. */
const pages = {
  "verify-email": "/verify-email",
  "reset-password": "/reset-password",
  claim: "/claim",
  waitlist: "/waitlist/convert",
  "forgot-password": "/forgot-password",
} as const;

type LinkTo = (page: keyof typeof pages, secret?: string) => string;

type TextsOf = {
  [Kind in PreparedEmail["kind"]]: (
    email: Extract<PreparedEmail, { kind: Kind }>,
    link: LinkTo,
  ) => Omit<MailText, "footer">;
};

const hello = (username: string) => (username ? `Hello ${username},` : "Hello,");

const hourMs = 3_600_000;

/** How long a link is valid: "1 hour", "48 hours", "7 days". */
function validity(purpose: LinkPurpose): string {
  const hours = linkLifeMs[purpose] / hourMs;
  const [count, unit] = hours > 48 ? [hours / 24, "day"] : [hours, "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** A time as an email shows it, in UTC because we do not know the reader's time zone. */
function timeOf(at: string): string {
  return `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
}

function planName(plan: string): string {
  if (plan === "trial") return `${trialDays}-day free trial`;
  const terms: PlanTerms | undefined = planTerms[plan as Plan];
  return terms ? `${terms.name.toLowerCase()} plan` : "your plan";
}

const texts: TextsOf = {
  "verify-email": ({ username, secret }, link) => ({
    subject: "Please verify your email address",
    greeting: hello(username),
    paragraphs: [
      `Please confirm that this is your email address. The link is valid for ${validity("verify-email")}.`,
      "If you did not open an account or change its email address, ignore this email.",
    ],
    action: { label: "Verify email address", url: link("verify-email", secret) },
  }),
  "reset-password": ({ username, secret, isFirst }, link) => ({
    subject: isFirst ? "Set your password" : "Reset your password",
    greeting: hello(username),
    paragraphs: [
      isFirst
        ? "You can now set the first password of your account."
        : "We received a request to reset the password of your account.",
      `You sign in with this email address or with your username, ${username}.`,
      `The link is valid for ${validity("reset-password")} and works once. It ends every session of your account.`,
      isFirst
        ? "If you did not request this, ignore this email."
        : "If you did not request this, ignore this email. Your password stays the same.",
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
      `Thank you for your purchase: ${planName(plan)}.`,
      hasPassword
        ? "It was made with your email address while nobody was signed in. Follow the link to add it to your account " +
          "and to set a new password."
        : "To use it on every device, follow the link and set a password. You can also choose a username.",
      `The link is valid for ${validity("claim")} and works once. We cancel and refund a purchase that nobody claims ` +
        `within ${validity("claim")}.`,
      "If you did not buy anything, ignore this email.",
    ],
    action: { label: "Claim my purchase", url: link("claim", secret) },
  }),
  waitlist: ({ secret }, link) => ({
    subject: "You are on the waitlist",
    greeting: "Hello,",
    paragraphs: [
      "You are on the waitlist, and your place is ready. Follow the link to create your account.",
      `The link is valid for ${validity("convert-waitlist")}. If you did not join the waitlist, ignore this email.`,
    ],
    action: { label: "Create my account", url: link("waitlist", secret) },
  }),
  "password-changed": ({ username }) => ({
    subject: "Your password was changed",
    greeting: hello(username),
    paragraphs: [
      "The password of your account was changed, and every other session was signed out.",
      "If this was not you, set a new password at once with “Forgot password” on the sign-in page.",
    ],
  }),
  "email-changed": ({ username }) => ({
    subject: "Your email address was changed",
    greeting: hello(username),
    paragraphs: [
      "The email address of your account was changed. This is the last email to the old address.",
      "If this was not you, please reply to this email to reach our support.",
    ],
  }),
  "second-factor-on": ({ username }) => ({
    subject: "Two-step sign-in is on",
    greeting: hello(username),
    paragraphs: [
      "Signing in to your account now takes your password and a code from your authenticator app. Every other session " +
        "was signed out.",
      "Keep the recovery codes in a safe place. We cannot show them again.",
      "If this was not you, please reply to this email to reach our support.",
    ],
  }),
  "second-factor-off": ({ username }, link) => ({
    subject: "Two-step sign-in is off",
    greeting: hello(username),
    paragraphs: [
      "Your password alone signs in to your account again. Every other session was signed out.",
      "If this was not you, set a new password at once.",
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "recovery-code-used": ({ username }, link) => ({
    subject: "A recovery code was used",
    greeting: hello(username),
    paragraphs: [
      "Someone used one of your recovery codes instead of a code from your authenticator app. It works once only.",
      "If you have lost the app, turn two-step sign-in off and on again on your account page.",
      "If this was not you, set a new password at once.",
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "new-device": ({ username, device, at }, link) => ({
    subject: "New sign-in to your account",
    greeting: hello(username),
    paragraphs: [
      `Your account was signed in to on a device that we do not know: ${device}, ${timeOf(at)}.`,
      "If this was you, you do not need to do anything.",
      "If this was not you, set a new password at once. It ends every session of your account.",
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "login-throttled": ({ username, at }, link) => ({
    subject: "Someone is trying to sign in to your account",
    greeting: hello(username),
    paragraphs: [
      `Many attempts to sign in to your account failed (${timeOf(at)}), so we slow down further attempts from devices ` +
        "that we do not know. None of them succeeded.",
      "You can still sign in on a device that you have used before. On a new device, reset your password by email: it " +
        "lets you in at once.",
    ],
    action: { label: "Reset my password", url: link("forgot-password") },
  }),
  "account-deleted": ({ username }) => ({
    subject: "Your account was deleted",
    greeting: hello(username),
    paragraphs: [
      "Your account and your data are deleted, and your subscription has ended.",
      "We keep only the payment records that the law requires, without your name.",
    ],
  }),
};

const footer = ["Orbline. For entertainment only, no outcome is guaranteed. 21+."];

/** Writes an email; its links lead to `origin`. */
export function writeEmail(origin: string, email: PreparedEmail): Mail {
  const link: LinkTo = (page, secret) =>
    `${origin}${pages[page]}${secret === undefined ? "" : `?token=${secret}`}`;
  const write = texts[email.kind] as (
    email: PreparedEmail,
    link: LinkTo,
  ) => Omit<MailText, "footer">;
  return layOutMail(email.to, { ...write(email, link), footer });
}
