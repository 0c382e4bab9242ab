import { mostNotifiedPicksADay, type PickEmails } from "@orbline/proto/constants/predictions";

/** Texts of the panel and of the page behind the link in emails. */
export const notificationMessages = {
  title: "Notifications",
  lead: "Hear how your picks ended.",
  paused: (until: string) =>
    `You've excluded yourself until ${until}. Until then we send nothing about your picks.`,
  emails: "Emails",
  choices: {
    off: "Off",
    each: "Each settled pick",
    weekly: "Weekly recap",
  } satisfies Record<PickEmails, string>,
  notes: {
    off: "You get no emails about your picks.",
    each: `One email for each pick, as soon as it is settled, and at most ${mostNotifiedPicksADay} a day. During a time-out they wait. Every result is under Settled picks.`,
    weekly: "Your bets and picks of the week, on Mondays. During a time-out it waits.",
  } satisfies Record<PickEmails, string>,
  unverified: "We only email verified addresses. Verify yours first.",
  noEmail: "Add an email address to your account first.",
  loadFailed: "Your notifications did not load",
  loading: "Loading your notifications",
  saved: "Notifications saved",
  notSaved: "Your choice was not saved",
  unchanged: "Nothing was changed. Please try again.",

  push: {
    title: "Push notifications on this device",
    on: `You see each pick here as soon as it is settled, at most ${mostNotifiedPicksADay} a day. A time-out pauses it.`,
    off: "See how a pick ended, also while Orbline is closed. It names the pick, even on a locked screen.",
    turnOn: "Turn on push notifications",
    turningOn: "Waiting for your browser...",
    turnOff: "Turn off push notifications",
    turningOff: "Turning off...",
    turnedOn: "Push notifications on",
    turnedOff: "Push notifications off",
    obstacles: {
      "not-installed":
        "On an iPhone or iPad, install Orbline first: tap Share, then Add to Home Screen, and open it from there.",
      unsupported: "This browser has no push notifications. Try another browser.",
      denied:
        "Your browser blocks notifications from Orbline. Allow them in its settings for this site, then reload the page.",
    },
    failed: "Push notifications are off",
    notOn: "Your browser did not allow them or did not reach its push service. Please try again.",
    list: "Devices with push notifications",
    loading: "Loading your devices",
    loadFailed: "Your devices did not load",
    added: "added",
    thisDevice: "This device",
    remove: "Remove",
    removeOf: (name: string) => `Remove ${name}`,
    removing: "Removing...",
    removed: "Device removed",
    notRemoved: "The device was not removed",
  },

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
