import { greetingTo, linkFreeName } from "@orbline/kit/mail/greeting";
import { layOutMail, type MailText, smallPrintOf } from "@orbline/kit/mail/layout";
import type { Mail } from "@orbline/kit/mail/mailer";
import { mailTime } from "@orbline/kit/mail/time";
import {
  type Plan,
  type PlanTerms,
  planTerms,
  priceText,
  trialDays,
} from "@orbline/proto/constants/plans";
import type { PreparedEmail } from "../domain/email.ts";
import { linkLifeMs, type LinkPurpose } from "../domain/link.ts";

/** The pages that emailed links open. Each waits for a click before it acts. */
const pages = {
  "verify-email": "/verify-email",
  "undo-email-change": "/undo-email-change",
  "undo-second-factor": "/undo-second-factor",
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
  ) => Omit<MailText, "brand" | "footer">;
};

const hourMs = 3_600_000;

/** How long a link is valid: "1 hour", "48 hours", "7 days". */
function validity(purpose: LinkPurpose): string {
  const hours = linkLifeMs[purpose] / hourMs;
  const [count, unit] = hours > 48 ? [hours / 24, "day"] : [hours, "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const trialPrice = priceText(planTerms.monthly.priceCents);

function planName(plan: string): string {
  if (plan === "trial") return `${trialDays}-day free trial`;
  const terms: PlanTerms | undefined = planTerms[plan as Plan];
  return terms ? `${terms.name.toLowerCase()} plan` : "your plan";
}

/** The second way to sign in, if the user has chosen a username. */
function orUsername(username: string | undefined): string {
  if (username === undefined) return "";
  return linkFreeName(username) ? ` or with your username, ${username}` : " or with your username";
}

const notMe =
  `If it wasn't you, open this link within ${validity("undo-second-factor")}. It removes two-step sign-in, all passkeys and your ` +
  "password, and signs you out everywhere. Then you set a new password.";

const texts: TextsOf = {
  "verify-email": ({ username, secret }, link) => ({
    subject: "Please verify your email address",
    greeting: greetingTo(username),
    paragraphs: [
      `Please verify that this is your email address. This link expires in ${validity("verify-email")}.`,
      "If you didn't sign up or change your email, ignore this email.",
    ],
    action: { label: "Verify email address", url: link("verify-email", secret) },
  }),
  "reset-password": ({ username, secret, isFirst }, link) => ({
    subject: isFirst ? "Set your password" : "Reset your password",
    greeting: greetingTo(username),
    paragraphs: [
      isFirst
        ? "You can now set a password for your account."
        : "We received a request to reset your password.",
      `You sign in with this email address${orUsername(username)}.`,
      `This link works once and expires in ${validity("reset-password")}. It signs you out everywhere.`,
      isFirst
        ? "If it wasn't you, ignore this email."
        : "If it wasn't you, ignore this email. Your password won't change.",
    ],
    action: {
      label: isFirst ? "Set my password" : "Choose a new password",
      url: link("reset-password", secret),
    },
  }),
  claim: ({ username, secret, plan, reminder, hasPassword }, link) => {
    const isTrial = plan === "trial";
    const what = isTrial ? "free trial" : "purchase";
    const begun = isTrial
      ? `Your ${planName(plan)} has started. After that it's ${trialPrice} a month, unless you cancel.`
      : `Thank you for your purchase: ${planName(plan)}.`;
    const end = isTrial
      ? "we cancel it and refund what it has charged"
      : "we cancel and refund the purchase";
    return {
      subject: reminder === 0 ? `Your ${what}: set your password` : `Your ${what} is waiting`,
      greeting: greetingTo(username),
      paragraphs: [
        hasPassword ? `Someone used your email to get this: ${planName(plan)}.` : begun,
        hasPassword
          ? "If it was you, add it to your account by setting a new password."
          : "Set a password to use it on every device. You can also choose a username.",
        `This link works once and expires in ${validity("claim")}.`,
        hasPassword
          ? `If nobody uses it within ${validity("claim")}, ${end}.`
          : `If you don't sign in or use the link within ${validity("claim")}, ${end}.`,
        isTrial
          ? "If you didn't start a trial, ignore this email."
          : "If you didn't buy anything, ignore this email.",
      ],
      action: {
        label: hasPassword ? "Add it to my account" : "Set my password",
        url: link("claim", secret),
      },
    };
  },
  waitlist: ({ secret }, link) => ({
    subject: "Your waitlist place is ready",
    greeting: "Hello,",
    paragraphs: [
      "You joined the waitlist, and your place is ready. Create your account to get started.",
      `This link expires in ${validity("convert-waitlist")}. If you didn't join the waitlist, ignore this email.`,
    ],
    action: { label: "Create my account", url: link("waitlist", secret) },
  }),
  "password-changed": ({ username }, link) => ({
    subject: "Your password was changed",
    greeting: greetingTo(username),
    paragraphs: [
      "Your password was changed, and all other devices were signed out.",
      "If it wasn't you, set a new password now.",
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "email-changed": ({ username, secret }, link) => ({
    subject: "Your email address was changed",
    greeting: greetingTo(username),
    paragraphs: [
      "Your account has a new email address. This is the last email to this address.",
      secret === undefined
        ? "If it wasn't you, reply to this email."
        : `If it wasn't you, undo the change within ${validity("undo-email-change")}. This signs you out everywhere.`,
    ],
    action:
      secret === undefined
        ? undefined
        : { label: "Undo the change", url: link("undo-email-change", secret) },
  }),
  "second-factor-on": ({ username, secret }, link) => ({
    subject: "Two-step sign-in is on",
    greeting: greetingTo(username),
    paragraphs: [
      "Signing in to your account now takes your password and a code from your authenticator app. All other " +
        "devices were signed out.",
      "Keep the recovery codes in a safe place. We can't show them again.",
      secret === undefined ? "If it wasn't you, reply to this email." : notMe,
    ],
    action:
      secret === undefined
        ? undefined
        : { label: "This wasn't me", url: link("undo-second-factor", secret) },
  }),
  "second-factor-off": ({ username }, link) => ({
    subject: "Two-step sign-in is off",
    greeting: greetingTo(username),
    paragraphs: [
      "You now sign in with your password alone. All other devices were signed out.",
      "If it wasn't you, set a new password now.",
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "recovery-code-used": ({ username }, link) => ({
    subject: "A recovery code was used",
    greeting: greetingTo(username),
    paragraphs: [
      "Someone used one of your recovery codes instead of a code from your authenticator app. It won't work again.",
      "If you have lost the app, turn two-step sign-in off and on again on your account page.",
      "If it wasn't you, set a new password now.",
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "recovery-codes-renewed": ({ username }, link) => ({
    subject: "You have new recovery codes",
    greeting: greetingTo(username),
    paragraphs: [
      "Your account has new recovery codes. The old ones no longer work.",
      "If it wasn't you, set a new password now.",
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "passkey-added": ({ username, secret }, link) => ({
    subject: "A passkey was added to your account",
    greeting: greetingTo(username),
    paragraphs: [
      "Someone can now sign in to your account with a new passkey, without your password.",
      secret === undefined
        ? "If it wasn't you, set a new password now, then remove the passkey on your account page."
        : notMe,
    ],
    action:
      secret === undefined
        ? { label: "Set a new password", url: link("forgot-password") }
        : { label: "This wasn't me", url: link("undo-second-factor", secret) },
  }),
  "passkey-removed": ({ username }, link) => ({
    subject: "A passkey was removed from your account",
    greeting: greetingTo(username),
    paragraphs: [
      "One of your passkeys no longer signs in to your account. All other devices were signed out.",
      "If it wasn't you, set a new password now.",
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "new-device": ({ username, device, at }, link) => ({
    subject: "New sign-in to your account",
    greeting: greetingTo(username),
    paragraphs: [
      "Someone signed in to your account on a new device. If it was you, there's nothing to do.",
      "If it wasn't you, set a new password now. This signs you out everywhere. A passkey still signs in after that, so " +
        "also remove passkeys you don't know on your account page.",
    ],
    facts: [
      ["Device", device],
      ["Time", mailTime(new Date(at))],
    ],
    action: { label: "Set a new password", url: link("forgot-password") },
  }),
  "login-throttled": ({ username, at }, link) => ({
    subject: "Someone is trying to sign in to your account",
    greeting: greetingTo(username),
    paragraphs: [
      "Many attempts to sign in to your account failed, so we're slowing down attempts from new devices. None of them succeeded.",
      "You can still sign in on devices you've used before. On a new device, reset your password to get in.",
    ],
    facts: [["Time", mailTime(new Date(at))]],
    action: { label: "Reset my password", url: link("forgot-password") },
  }),
  "account-deleted": ({ username }) => ({
    subject: "Your account was deleted",
    greeting: greetingTo(username),
    paragraphs: [
      "Your account and data have been deleted, and your subscription has ended.",
      "We keep payment records without your name, as tax law requires, and the anonymous records that our privacy policy names.",
      "If it wasn't you, reply to this email.",
    ],
  }),
};

/** Writes an email; its links lead to `origin`. */
export function writeEmail(origin: string, email: PreparedEmail): Mail {
  const link: LinkTo = (page, secret) =>
    `${origin}${pages[page]}${secret === undefined ? "" : `?token=${secret}`}`;
  const write = texts[email.kind] as (
    email: PreparedEmail,
    link: LinkTo,
  ) => Omit<MailText, "brand" | "footer">;
  const brand = "Orbline";
  const footer = smallPrintOf({ brand, origin });
  return layOutMail(email.to, { ...write(email, link), brand, footer });
}
