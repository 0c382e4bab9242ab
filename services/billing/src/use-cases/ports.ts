import type { Clock } from "@orbline/kit/clock";
import type { Checkout, Guest } from "../domain/checkout.ts";
import type { EmailFacts } from "../domain/effects.ts";
import type { Payment, PaymentStatus, PaymentSum } from "../domain/payment/payment.ts";
import type { Plan } from "../domain/plans.ts";
import type { AccessRules } from "../domain/subscription/access.ts";
import type { Subscription } from "../domain/subscription/subscription.ts";
import type { CheckoutPage, PaymentProvider, ProviderEvent } from "./payment-provider.ts";

export type BillingDeps = {
  subscriptions: Subscriptions;
  checkouts: Checkouts;
  payments: Payments;
  webhooks: WebhookInbox;
  trialCards: TrialCards;
  provider: PaymentProvider;
  accounts: Accounts;
  emails: Emails;
  clock: Clock;
  rules: AccessRules;
  /** How long a checkout may wait for the provider before it counts as interrupted; milliseconds. */
  patienceMs: number;
  /** A unique id with this prefix. */
  newId: (prefix: string) => string;
  /** Starts background work at once instead of at the next sweep; never waits and never throws. */
  wake: (work: BackgroundWork) => void;
  /** Logs a failure that does not fail the caller; never throws. */
  report: (error: unknown) => void;
};

/** Stored webhooks, and pending effects of users and of payments. */
export type BackgroundWork = "webhooks" | "effects" | "paymentEffects";

/** A page of a list, newest first; without `nextCursor` it is the last one. */
export type Page<Row> = { rows: Row[]; nextCursor?: string | undefined };

/** The cursor comes from the page before. A list throws invalid for a wrong one. */
export type PageRequest = { limit: number; cursor?: string | undefined };

/** One aggregate per user; updates run a pure transition under a version guard and are published. */
export type Subscriptions = {
  find: (userId: string) => Promise<{ state: Subscription; version: number } | undefined>;
  /**
   * Applies a transition and returns the new state.
   * @throws not-found for an erased user unless `evenErased`, conflict after lost races
   */
  update: (
    userId: string,
    transition: (current: Subscription, now: Date) => Subscription,
    options?: { evenErased: boolean },
  ) => Promise<{ state: Subscription; version: number; changed: boolean }>;
  /** Users whose stored access has ended by its date; batch by batch, then from the first again. */
  findLapsed: (now: Date, limit: number) => Promise<string[]>;
  /** Number of users with access by each plan. */
  countActive: () => Promise<{ plan: string; users: number }[]>;
  /** Trials that began in these months, by month, and how many of them led to a payment. */
  countTrials: (
    fromMonth: string,
    toMonth: string,
  ) => Promise<{ month: string; started: number; converted: number }[]>;
};

/** One document per payment; updates run under a version guard. */
export type Payments = {
  find: (id: string) => Promise<{ state: Payment; version: number } | undefined>;
  /** Decides the next state; undefined or an equal one changes nothing. @throws conflict after lost races */
  update: (
    id: string,
    decide: (current: Payment | undefined) => Payment | undefined,
  ) => Promise<{ state: Payment | undefined; version: number; changed: boolean }>;
  list: (
    request: PageRequest & {
      id?: string | undefined;
      userId?: string | undefined;
      status?: PaymentStatus | undefined;
    },
  ) => Promise<Page<Payment>>;
  /** Sums of what was paid in these months, e.g. "2026-11", both included. */
  sums: (fromMonth: string, toMonth: string) => Promise<PaymentSum[]>;
  /** Number and value of the affiliate conversions of these months. */
  countConversions: (
    fromMonth: string,
    toMonth: string,
  ) => Promise<{ conversions: number; cents: number }>;
};

/** Checkouts by id, by the provider's session and by buyer. */
export type Checkouts = {
  create: (checkout: Checkout) => Promise<void>;
  find: (id: string) => Promise<Checkout | undefined>;
  findBySession: (sessionId: string) => Promise<Checkout | undefined>;
  /** Checkouts of a user whose page can still be paid. */
  findOpen: (userId: string) => Promise<Checkout[]>;
  /** Checkouts begun before then that never reached a page; batch by batch, then from the first again. */
  findInterrupted: (before: Date, limit: number) => Promise<Checkout[]>;
  /** A user's checkouts, at most 100. */
  findOf: (userId: string) => Promise<Checkout[]>;
  /** Stores the page that the provider opened. */
  open: (id: string, page: CheckoutPage) => Promise<void>;
  /** Marks a checkout as closed in favor of a newer one; a paid checkout stays paid. */
  replace: (id: string) => Promise<void>;
  pay: (id: string, sessionId: string) => Promise<void>;
  /** Gives a guest's checkout to an account, once; returns the id of its account. */
  attach: (id: string, userId: string) => Promise<string | undefined>;
  /** Records the first email about a guest's purchase, once. */
  settleGuest: (
    id: string,
    settled: { accountId: string; paidAt: Date },
    remindAt: Date,
  ) => Promise<void>;
  /** Changes fields of a guest; undefined unsets a field. `remindAt` null takes the checkout out of the sweep. */
  updateGuest: (id: string, changes: Partial<Guest>, remindAt?: Date | null) => Promise<void>;
  /** Gives a guest's purchase to the account that got its link; false when its refund has begun. */
  claim: (id: string, userId: string, at: Date) => Promise<boolean>;
  /** Marks the refund of a guest's purchase as begun; false when the purchase is claimed. */
  abandon: (id: string, at: Date) => Promise<boolean>;
  /** Marks the login of a guest's browser as used; false when it was used before. */
  useLogin: (id: string, at: Date) => Promise<boolean>;
  /** Guest checkouts whose `remindAt` has come; batch by batch, then from the first again. */
  findRemindable: (now: Date, limit: number) => Promise<Checkout[]>;
  /** Unclaimed guest purchases whose link went to this account. */
  findMailedTo: (accountId: string) => Promise<Checkout[]>;
  delete: (id: string) => Promise<void>;
  deleteOf: (userId: string) => Promise<void>;
};

/** Cards that have had a free trial, known by the provider's fingerprint. */
export type TrialCards = {
  /** Claims a card for one user; false when another user had a trial with it, or without a card. Safe to repeat. */
  claim: (fingerprint: string | undefined, userId: string) => Promise<boolean>;
  /** When each card of a user had its trial. */
  findOf: (userId: string) => Promise<Date[]>;
  /** Removes the user and the date from a user's cards; that they have had a trial stays. */
  anonymize: (userId: string) => Promise<void>;
};

/** Outcome of a stored event; `open` is due or waits for its next attempt, `failed` was given up. */
export type InboxOutcome = "open" | "done" | "ignored" | "failed";

/** Why an event had no effect. */
export type IgnoredReason =
  | "type-not-handled"
  | "unknown-at-provider"
  /** Nothing of ours has opened this checkout page. */
  | "unknown-session"
  /** The checkout page was not completed, or its payment has not arrived. */
  | "unpaid"
  /** A guest has paid and the owner of the address has not followed the link yet. */
  | "unclaimed"
  /** The subscription or payment belongs to none of our users. */
  | "not-ours"
  /** The subscription was refused before, such as a second trial on one card. */
  | "refused"
  /** The payment has not been tried yet. */
  | "not-charged"
  /** The account was deleted, so the purchase was canceled and refunded. */
  | "erased";

/** Result of taking over an object from the provider. */
export type TakeOver = "applied" | IgnoredReason;

/** A stored event as operators see it. */
export type InboxRow = ProviderEvent & {
  attempts: number;
  receivedAt: Date;
  outcome: InboxOutcome;
  /** Only of an ignored event. */
  reason?: IgnoredReason | undefined;
  finishedAt?: Date | undefined;
  nextAttemptAt?: Date | undefined;
  lastError?: string | undefined;
};

/** The durable inbox of provider events; each id is stored once. */
export type WebhookInbox = {
  /** Stores an event. Returns false when its id is known. */
  receive: (event: ProviderEvent) => Promise<boolean>;
  list: (
    request: PageRequest & { id?: string | undefined; outcome?: InboxOutcome | undefined },
  ) => Promise<Page<InboxRow>>;
  /** Makes an event due again, whatever its outcome; undefined for an unknown one. */
  reopen: (id: string, now: Date) => Promise<InboxRow | undefined>;
  /** Deletes events that finished before then. Returns how many. */
  deleteFinished: (before: Date) => Promise<number>;
};

/** Emails to users; the address is looked up when an email is sent. */
export type Emails = {
  /** Queues an email: durable once it resolves. An id that was queued before is not sent again. */
  send: (id: string, email: { userId: string; email: EmailFacts }) => Promise<void>;
};

/** An account of the identity service. */
export type Account = {
  id: string;
  username: string;
  email?: string | undefined;
  emailVerified: boolean;
  hasPassword: boolean;
  phone?: string | undefined;
  role: "user" | "admin";
  createdAt: Date;
  /** The affiliate's code of the registration. */
  affiliateCode?: string | undefined;
};

/** A request to open an account together with a checkout. */
export type NewAccount = {
  username: string;
  password: string;
  email?: string | undefined;
  phone?: string | undefined;
  termsAccepted?: boolean | undefined;
  userAgent?: string | undefined;
  affiliateCode?: string | undefined;
};

/** Accounts, owned by identity. */
export type Accounts = {
  /** Opens an account and a session, or signs in when all three agree. @throws conflict for a taken name */
  signUp: (account: NewAccount) => Promise<{ account: Account; sessionCookie: string }>;
  /** @throws not-found */
  find: (userId: string) => Promise<Account>;
  /**
   * Opens an account without a password for an email address that no account has; else returns the account with that
   * address and `created: false`. Safe to repeat for one checkout.
   */
  open: (request: {
    email: string;
    checkoutId: string;
    termsAccepted?: boolean | undefined;
    affiliateCode?: string | undefined;
  }) => Promise<{ account: Account; created: boolean }>;
  /**
   * Emails the link to a purchase to the address that paid, as long as the account has it; once for each reminder,
   * counted from 0. @throws not-found
   */
  sendClaimLink: (link: {
    userId: string;
    checkoutId: string;
    plan: Plan;
    reminder: number;
    email: string;
  }) => Promise<void>;
};
