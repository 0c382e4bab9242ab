import type { PickEmails } from "@orbline/proto/constants/predictions";

/** Texts of the panel and of the page behind the link in emails. */
export const notificationMessages = {
  title: "Notifications",
  lead: "Hear how your picks ended.",
  emails: "Emails",
  choices: {
    off: "Off",
    each: "Each settled pick",
    weekly: "Weekly recap",
  } satisfies Record<PickEmails, string>,
  notes: {
    off: "You get no emails about your picks.",
    each: "One email for each pick, as soon as it is settled. A time-out pauses them.",
    weekly: "Your bets and picks of the week, on Mondays. A time-out pauses it.",
  } satisfies Record<PickEmails, string>,
  unverified: "We only email verified addresses. Verify yours first.",
  noEmail: "Add an email address to your account first.",
  loadFailed: "Your notifications did not load",
  loading: "Loading your notifications",
  saved: "Notifications saved",
  notSaved: "Your choice was not saved",
  unchanged: "Nothing was changed. Please try again.",

  unsubscribeTitle: "Stop emails about your picks",
  unsubscribeLead: "You can turn them on again in your account.",
  unsubscribe: "Unsubscribe",
  unsubscribing: "Unsubscribing...",
  doneTitle: "You're unsubscribed",
  done: "You won't get emails about your picks anymore.",
  toAccount: "Go to my account",
  broken: "This link is broken",
  brokenText: "Open the link in your email again, or turn emails off in your account.",
} as const;
