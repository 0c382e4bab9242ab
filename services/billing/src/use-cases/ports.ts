import type { AccessRules } from "../domain/access.ts";
import type { Checkout, ReturnPages } from "../domain/checkout.ts";
import type { CatalogueEntry } from "../domain/plans.ts";
import type { ProviderSnapshot, Subscription } from "../domain/subscription.ts";

/** The current time. */
export type Clock = { now: () => Date };

/** One aggregate per user; updates run a pure transition under a guard and are published. */
export type Subscriptions = {
  find: (userId: string) => Promise<{ state: Subscription; version: number } | undefined>;
  /** Applies a transition and answers the state as it now stands. @throws conflict after lost races */
  update: (
    userId: string,
    transition: (current: Subscription, now: Date) => Subscription,
  ) => Promise<{ state: Subscription; version: number; changed: boolean }>;
  /** Users whose access was stored as granted and has ended by its date. */
  findLapsed: (now: Date, limit: number) => Promise<string[]>;
  /** Users for whom something is owed to the provider. */
  findWithDuties: (limit: number) => Promise<string[]>;
};

/** Checkouts by id, by the provider's session and by buyer. */
export type Checkouts = {
  create: (checkout: Checkout) => Promise<void>;
  find: (id: string) => Promise<Checkout | undefined>;
  findBySession: (sessionId: string) => Promise<Checkout | undefined>;
  /** Checkouts of a user whose page could still be paid. */
  findOpen: (userId: string) => Promise<Checkout[]>;
  /** Notes the page that the provider opened. */
  open: (id: string, page: HostedPage) => Promise<void>;
  /** Notes that a page was closed for a newer one; a paid checkout stays paid. */
  replace: (id: string) => Promise<void>;
  pay: (id: string, sessionId: string) => Promise<void>;
};

/** A checkout page at the provider. */
export type HostedPage = { sessionId: string; url: string };

/** Cards that have had a free trial, known by the provider's fingerprint. */
export type TrialCards = {
  /** Claims a card for one user; false when another user had a trial with it. Safe to repeat. */
  claim: (fingerprint: string, userId: string) => Promise<boolean>;
};

/** A stored event of the provider on its way through the worker. */
export type InboxEvent = { id: string; type: string; objectId: string; attempts: number };

/** The durable inbox of provider events; an id is stored once however often it is delivered. */
export type WebhookInbox = {
  /** Stores an event. Answers false when its id is known already. */
  receive: (event: {
    id: string;
    type: string;
    objectId: string;
    payload: string;
  }) => Promise<boolean>;
  /** An event that is still to be worked on. */
  findOpen: (id: string) => Promise<InboxEvent | undefined>;
  /** Ids of events whose turn has come, oldest first. */
  findDue: (now: Date, limit: number) => Promise<string[]>;
  /** Ends the work on an event; `failed` when it was given up. */
  finish: (id: string, outcome: "done" | "ignored" | "failed") => Promise<void>;
  /** Notes a failed attempt and when to try again. */
  postpone: (id: string, error: string, nextAttemptAt: Date) => Promise<void>;
  /** Forgets finished events with their payloads. Answers how many. */
  forget: (finishedBefore: Date) => Promise<number>;
};

/** What the provider holds of a checkout session. */
export type ProviderSession = {
  id: string;
  checkoutId?: string;
  isComplete: boolean;
  isPaid: boolean;
  customerId?: string;
  subscription?: ProviderSnapshot;
  /** Fingerprint of the card that the subscription charges. */
  cardFingerprint?: string;
  /** Set for a single payment. */
  paymentId?: string;
  createdAt: Date;
};

/** A price as the provider holds it; amounts in the currency's smallest unit. */
export type ProviderPrice = {
  id: string;
  amountCents: number | null;
  currency: string;
  interval: string;
  active: boolean;
};

/** A subscription at the provider, with whom and what it says it belongs to. */
export type FoundSubscription = {
  userId?: string;
  checkoutId?: string;
  snapshot: ProviderSnapshot;
};

/** A bill; money in the currency's smallest unit, `pageUrl` is the provider's page of it. */
export type Invoice = {
  id: string;
  number: string | null;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  createdAt: Date;
  totalCents: number;
  paidCents: number;
  currency: string;
  pageUrl: string | null;
  /** When an unpaid one is charged again by itself. */
  nextAttemptAt?: Date;
};

/** The payment provider; every call may throw unavailable, and each that writes is safe to repeat. */
export type Payments = {
  /** Throws internal when the provider's price does not agree with the catalogue. */
  priceOf: (plan: CatalogueEntry) => Promise<string>;
  /** The provider's prices by lookup key, asked for anew; undefined where it has none. */
  findPrices: () => Promise<ReadonlyMap<string, ProviderPrice>>;
  /** What the configured key and address stand for. */
  mode: "sandbox" | "test" | "live";
  createCustomer: (buyer: { userId: string; email?: string }) => Promise<string>;
  openSession: (request: {
    checkoutId: string;
    userId: string;
    plan: CatalogueEntry;
    priceId: string;
    customerId: string;
    returnPages: ReturnPages;
  }) => Promise<HostedPage>;
  /** Closes a session that can still be paid; answers "complete" for one that went through before. */
  closeSession: (sessionId: string) => Promise<"closed" | "complete">;
  /** @throws not-found when the provider does not know it */
  findSession: (sessionId: string) => Promise<ProviderSession>;
  /** What the provider holds of a subscription and the checkout that began it. @throws not-found */
  findSubscription: (subscriptionId: string) => Promise<FoundSubscription>;
  /** Every subscription that the provider holds, ended ones too. */
  findSubscriptions: () => AsyncIterable<FoundSubscription>;
  cancel: (subscriptionId: string) => Promise<void>;
  /** Cancels at once and gives back everything that was paid. */
  cancelAndRefund: (subscriptionId: string) => Promise<void>;
  /** Gives back all of a payment. */
  refund: (paymentId: string) => Promise<void>;
  stopAtPeriodEnd: (subscriptionId: string) => Promise<void>;
  /** Undoes that; answers false for a subscription that has ended meanwhile. */
  resume: (subscriptionId: string) => Promise<boolean>;
  /** Opens the provider's page on which a customer manages cards and bills; answers its address. */
  openPortal: (customerId: string) => Promise<string>;
  /** A customer's bills, newest first, at most 100. */
  listInvoices: (customerId: string) => Promise<Invoice[]>;
  /** Events since then that some endpoint of ours has not confirmed, with their bodies. */
  findUndelivered: (since: Date) => AsyncIterable<ProviderEvent & { payload: string }>;
  /** Checks the signature over the raw bytes. @throws invalid when it is wrong, internal when no secret is set */
  readWebhook: (payload: Buffer, signature: string | undefined) => ProviderEvent;
};

/** A genuine event of the provider: only the id of its object is used, its state is asked for anew. */
export type ProviderEvent = { id: string; type: string; objectId: string };

/** An account as identity knows it. */
export type Account = {
  id: string;
  username: string;
  email?: string;
  emailVerified: boolean;
  phone?: string;
  role: "user" | "admin";
  createdAt: Date;
};

/** A request to open an account together with a checkout. */
export type NewAccount = {
  username: string;
  password: string;
  email?: string;
  phone?: string;
  termsAccepted?: boolean;
  userAgent?: string;
};

/** Accounts, owned by identity. */
export type Accounts = {
  /** Opens an account and a session, or signs in when all three agree. @throws conflict when the name is taken */
  signUp: (account: NewAccount) => Promise<{ account: Account; sessionCookie: string }>;
  /** @throws not-found */
  find: (userId: string) => Promise<Account>;
};

/** What most use cases need. */
export type BillingDeps = {
  subscriptions: Subscriptions;
  checkouts: Checkouts;
  trialCards: TrialCards;
  payments: Payments;
  accounts: Accounts;
  clock: Clock;
  rules: AccessRules;
  /** Starts to do at the provider what a user's aggregate says we owe; never waits and never throws. */
  owe: (userId: string) => void;
  /** Tells the operators of a failure that the caller is answered around; never throws. */
  report: (error: unknown) => void;
};
