import type { LimitKind, LimitWindow } from "@orbline/proto/constants/guardrails";
import { priceText } from "@orbline/proto/constants/plans";

const periods: Record<LimitWindow, string> = {
  day: "per day",
  week: "per week",
  month: "per month",
};
const dollars = (amount: number) => priceText(Math.round(amount * 100));
const amounts: Record<LimitKind, (n: number) => string> = {
  predictions: (n) => `${n} ${n === 1 ? "prediction" : "predictions"}`,
  stakes: (n) => `${dollars(n)} of stakes`,
};
const used: Record<LimitKind, (n: number) => string> = { predictions: String, stakes: dollars };
const subjects: Record<LimitKind, string> = { predictions: "Predictions", stakes: "Stakes" };

export const guardrailMessages = {
  title: "Guardrails",
  lead: "Limits, time-outs and self-exclusions that you set for yourself. Days, weeks and months begin at midnight UTC.",
  loading: "Loading your guardrails...",
  loadFailed: "Your guardrails did not load",
  limitOf: (kind: LimitKind, window: LimitWindow) => `${subjects[kind]} ${periods[window]}`,
  use: (kind: LimitKind, amount: number, limit: number | null) =>
    `${used[kind](amount)} so far · ${limit === null ? "no limit" : `limit ${used[kind](limit)}`}`,
  pending: (kind: LimitKind, window: LimitWindow, limit: number | null) =>
    limit === null
      ? `You asked for no limit ${periods[window]}.`
      : `You asked for ${amounts[kind](limit)} ${periods[window]}.`,
  stakesLead:
    "Stake limits count the bets you record. When you reach a limit, predictions pause until the next period. You can still record bets.",
  confirmFrom: (when: string) => `You can confirm from ${when}.`,
  confirmUntil: (when: string) => `Confirm before ${when}, or the old limit stays.`,
  confirm: "Confirm",
  drop: "Keep the old limit",
  unchanged: "Nothing was changed. Please try again.",
  notChanged: "Your guardrails were not changed",
  keep: "Cancel",
  saving: "Saving...",
  extend: "Make it longer",

  changeLimits: "Change limits",
  changeLead:
    "A new or lower limit applies at once. A higher limit, or none, waits 24 hours and then needs your confirmation. Leave a field empty for no limit.",
  limitHelp: { predictions: undefined, stakes: "In dollars." },
  lowerCounts: (window: LimitWindow) =>
    `Lower than your limit ${periods[window]}. The lower one counts.`,
  saveLimits: "Save limits",
  savedTitle: "Limits saved",

  timeOut: "Take a time-out",
  timeOutLead: "A short break, from 24 hours to 6 weeks.",
  timeOutRuns: (until: string) => `You are taking a time-out until ${until}.`,
  timeOutLength: "Length of the time-out",
  timeOuts: [
    { days: 1, label: "24 hours" },
    { days: 7, label: "1 week" },
    { days: 30, label: "30 days" },
    { days: 42, label: "6 weeks" },
  ],
  timeOutFacts: [
    "You get no predictions, estimates or price checks until it ends. You cannot end it early or make it shorter.",
    "Your predictions and your account stay, and your plan keeps renewing. Cancel the plan if you want that to stop too.",
  ],
  startTimeOut: "Start the time-out",
  starting: "Starting...",
  timeOutStarted: "Your time-out has started",

  selfExclude: "Exclude yourself",
  selfExcludeLead: "For 6 months or more. It cannot be undone.",
  selfExcluded: (until: string) => `You have excluded yourself until ${until}.`,
  selfExclusionLength: "Length of the self-exclusion",
  selfExclusions: [
    { months: 6, label: "6 months" },
    { months: 12, label: "1 year" },
    { months: 24, label: "2 years" },
    { months: 60, label: "5 years" },
  ],
  selfExclusionFacts: [
    "You get no predictions, estimates or price checks until it ends. Neither you nor we can end it early.",
    "Your plan stops renewing at the end of the period that you have paid for. It is not refunded.",
    "You cannot buy, resume or change a plan until it ends.",
    "You can still sign in, see your history and delete your account. Deleting it does not end the self-exclusion: your email address cannot buy a plan until it ends.",
  ],
  understood: "I understand that this cannot be undone.",
  startSelfExclusion: "Exclude me",
  selfExclusionStarted: "Your self-exclusion has started",
} as const;
