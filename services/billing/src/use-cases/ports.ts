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
  excludedAddresses: ExcludedAddresses;
  provider: PaymentProvider;
  accounts: Accounts;
  emails: Emails;
  clock: Clock;
  rules: AccessRules;
  /** How long a checkout may wait for the provider before it counts as interrupted; milliseconds. */
  patienceMs: number;
  /** A unique id with this prefix. */
  newId: (prefix: string) => string;
  /** Starts background work at once instead of at the next sweep. Never waits and never throws. */
  wake: (work: BackgroundWork) => void;
  /**
   * Joins loads of one key that are in flight and keeps the result for two seconds, unless `isKept` refuses it. For reads
   * that anybody may repeat and that each cost a call of the payment provider.
   */
  share: <Value>(
    key: string,
    load: () => Promise<Value>,
    isKept?: (value: Value) => boolean,
  ) => Promise<Value>;
  /** Logs a failure that does not fail the caller. Never throws. */
  report: (error: unknown) => void;
};

/** Stored webhooks, and pending effects of users and of payments. */
export type BackgroundWork = "webhooks" | "effects" | "paymentEffects";

/** One page of a list, newest first; without `nextCursor` it is the last one. */
export type Page<Row> = { rows: Row[]; nextCursor?: string | undefined };

/** The cursor of the previous page. A list throws invalid for a malformed one. */
export type PageRequest = { limit: number; cursor?: string | undefined };

/** One aggregate per user. Updates run a pure transition under a version guard and are published. */
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
  /** Users whose stored access has ended by its date, in batches; starts over after the last one. */
  findLapsed: (now: Date, limit: number) => Promise<string[]>;
  /** Trials that end between these moments and are then charged. */
  countEndingTrials: (from: Date, to: Date) => Promise<number>;
  /** Users without a paid plan whose monthly or annual plan has ended since then. */
  countChurned: (since: Date) => Promise<number>;
  /** Number of users with access by each plan, the paid one beside a grant. */
  countActive: () => Promise<{ plan: string; users: number }[]>;
  /** Trials that began in these months, by month. */
  countTrials: (fromMonth: string, toMonth: string) => Promise<TrialCounts[]>;
};

/** Trials that began in a month: how many led to a payment, and how many have neither led to one nor ended. */
export type TrialCounts = { month: string; started: number; converted: number; running: number };

/** One document per payment. Updates run under a version guard. */
export type Payments = {
  find: (id: string) => Promise<{ state: Payment; version: number } | undefined>;
  /**
   * Applies `decide` to the stored payment; undefined or an equal state changes nothing.
   * @throws conflict after lost races
   */
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
  /** Sums of the payments of these months, e.g. "2026-11", both included. */
  sums: (fromMonth: string, toMonth: string) => Promise<PaymentSum[]>;
  /** Payments that began since then and are still failed. */
  sumFailed: (since: Date) => Promise<{ payments: number; cents: number }>;
  /** Payments whose dispute is neither won nor lost. */
  countOpenDisputes: () => Promise<number>;
  /** Number and value of the affiliate conversions of these months whose payment was neither refunded nor disputed. */
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
  /** A user's checkouts with a page that can still be paid. */
  findOpen: (userId: string) => Promise<Checkout[]>;
  /** Checkouts begun before then that never got a page, in batches; starts over after the last one. */
  findInterrupted: (before: Date, limit: number) => Promise<Checkout[]>;
  /** A user's checkouts, at most 100. */
  findOf: (userId: string) => Promise<Checkout[]>;
  /** Stores the page that the provider opened. */
  open: (id: string, page: CheckoutPage) => Promise<void>;
  /** Marks a checkout as closed in favor of a newer one; a paid checkout stays paid. */
  replace: (id: string) => Promise<void>;
  pay: (id: string, sessionId: string) => Promise<void>;
  /** Assigns a guest's checkout to an account, once; returns the id of its account. */
  attach: (id: string, userId: string) => Promise<string | undefined>;
  /** Records the first email about a guest's purchase, once. */
  settleGuest: (
    id: string,
    settled: { accountId: string; paidAt: Date },
    remindAt: Date,
  ) => Promise<void>;
  /** Changes fields of a guest; undefined unsets a field. `remindAt: null` removes the checkout from the sweep. */
  updateGuest: (id: string, changes: Partial<Guest>, remindAt?: Date | null) => Promise<void>;
  /** Assigns a guest's purchase to the account that got its link; false when its refund has begun. */
  claim: (id: string, userId: string, at: Date) => Promise<boolean>;
  /**
   * Marks the guest purchases that give an account access as claimed, unless their refund has begun: the owner of the
   * account is signed in.
   */
  claimOthers: (userId: string, at: Date) => Promise<void>;
  /** Marks the refund of a guest's purchase as begun; false when it is claimed or its browser has signed in. */
  abandon: (id: string, at: Date) => Promise<boolean>;
  /** Marks the guest's login as used; false when it was used before, or the purchase is claimed or being refunded. */
  useLogin: (id: string, at: Date) => Promise<boolean>;
  /** Guest checkouts whose `remindAt` has passed, in batches; starts over after the last one. */
  findRemindable: (now: Date, limit: number) => Promise<Checkout[]>;
  /** Unclaimed guest purchases whose link went to this account. */
  findMailedTo: (accountId: string) => Promise<Checkout[]>;
  delete: (id: string) => Promise<void>;
  deleteOf: (userId: string) => Promise<void>;
};

/** Cards that have had a free trial, identified by the provider's fingerprint. */
export type TrialCards = {
  /** Claims a card for one user; false when another user had a trial with it, or without a card. Safe to repeat. */
  claim: (fingerprint: string | undefined, userId: string) => Promise<boolean>;
  /** When each card of a user had its trial. */
  findOf: (userId: string) => Promise<Date[]>;
  /** Removes the user and the date from a user's cards, but keeps that they have had a trial. */
  anonymize: (userId: string) => Promise<void>;
};

/** Email addresses of users who excluded themselves and have deleted their account, as keyed hashes. */
export type ExcludedAddresses = {
  /** The keyed hash of an address, the same for upper and lower case. */
  hash: (email: string) => string;
  /** Stores a hash with the end of its self-exclusion. Keeps the later of two ends. */
  add: (hash: string, until: Date) => Promise<void>;
  /** The end of the self-exclusion of an address, if one runs. */
  findEnd: (email: string, now: Date) => Promise<Date | undefined>;
  /** Deletes hashes whose self-exclusion has ended. Returns their number. */
  deleteEnded: (now: Date) => Promise<number>;
};

/** Outcome of a stored event. An `open` one is due or waits for its next attempt; a `failed` one was given up. */
export type InboxOutcome = "open" | "done" | "ignored" | "failed";

/** Why an event had no effect. */
export type IgnoredReason =
  | "type-not-handled"
  | "unknown-at-provider"
  /** We did not open this checkout page. */
  | "unknown-session"
  /** The buyer has not completed the checkout page, or the payment has not arrived. */
  | "unpaid"
  /** A guest has paid, but the owner of the address has not followed the link yet. */
  | "unclaimed"
  /** The subscription or payment belongs to none of our users. */
  | "not-ours"
  /** The subscription was refused before, for example as a second trial with one card. */
  | "refused"
  /** The payment has not been tried yet. */
  | "not-charged"
  /** The account was deleted, so the purchase was canceled and refunded. */
  | "erased";

/** Result of applying an object from the provider. */
export type ApplyResult = "applied" | IgnoredReason;

/** A stored event as operators see it. */
export type InboxRow = ProviderEvent & {
  attempts: number;
  receivedAt: Date;
  outcome: InboxOutcome;
  /** Set for an ignored event only. */
  reason?: IgnoredReason | undefined;
  finishedAt?: Date | undefined;
  nextAttemptAt?: Date | undefined;
  lastError?: string | undefined;
};

/** The durable inbox of provider events. Each id is stored once. */
export type WebhookInbox = {
  /** Stores an event. Returns false when its id is known. */
  receive: (event: ProviderEvent) => Promise<boolean>;
  list: (
    request: PageRequest & { id?: string | undefined; outcome?: InboxOutcome | undefined },
  ) => Promise<Page<InboxRow>>;
  /** The events that wait, when the oldest of them arrived, and those that arrived since then and were given up. */
  backlog: (
    since: Date,
  ) => Promise<{ waiting: number; oldestAt: Date | undefined; failed: number }>;
  /** Makes an event due again, whatever its outcome; undefined for an unknown event. */
  reopen: (id: string, now: Date) => Promise<InboxRow | undefined>;
  /** Deletes events that finished before then. Returns their number. */
  deleteFinished: (before: Date) => Promise<number>;
};

/** Emails to users. The address is looked up when an email is sent. */
export type Emails = {
  /** Queues an email, which is durable once this resolves. Does not send an id again that was queued before. */
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
  /** The affiliate code of the registration. */
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
  /** Address of the browser. */
  clientIp?: string | undefined;
  affiliateCode?: string | undefined;
};

/** Accounts, owned by identity. */
export type Accounts = {
  /**
   * Opens an account and a session, or signs in when name, email and password match.
   * @throws conflict for a taken name
   */
  signUp: (account: NewAccount) => Promise<{ account: Account; sessionCookie: string }>;
  /** @throws not-found */
  find: (userId: string) => Promise<Account>;
  /**
   * Opens an account without a password for a new email address; otherwise returns the account with that address and
   * `created: false`. Safe to repeat for one checkout.
   */
  open: (request: {
    email: string;
    checkoutId: string;
    termsAccepted?: boolean | undefined;
    affiliateCode?: string | undefined;
  }) => Promise<{ account: Account; created: boolean }>;
  /**
   * Emails the link of a purchase to the address that paid, while the account still has that address; once for each
   * reminder, counted from 0.
   * @throws not-found
   */
  sendClaimLink: (link: {
    userId: string;
    checkoutId: string;
    plan: Plan;
    reminder: number;
    email: string;
  }) => Promise<void>;
};
