import type { AccessRules } from "../domain/access.ts";
import type { Checkout, ReturnPages } from "../domain/checkout.ts";
import type { CatalogueEntry, Plan } from "../domain/plans.ts";
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
  /** Users for whom something is still owed to the provider. */
  findWithDuties: (limit: number) => Promise<string[]>;
};

/** Checkouts by id, by the provider's session and by buyer. */
export type Checkouts = {
  create: (checkout: Checkout) => Promise<void>;
  find: (id: string) => Promise<Checkout | undefined>;
  findBySession: (sessionId: string) => Promise<Checkout | undefined>;
  /** Checkouts of a user that could still be paid, oldest first. */
  findOpen: (userId: string) => Promise<Checkout[]>;
  change: (id: string, fields: Partial<Pick<Checkout, "status" | "sessionId">>) => Promise<void>;
};

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
  finish: (id: string, outcome: "done" | "ignored") => Promise<void>;
  /** Notes a failed attempt and when to try again. */
  postpone: (id: string, error: string, nextAttemptAt: Date) => Promise<void>;
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

/** The payment provider; every call may throw unavailable, and each that writes is safe to repeat. */
export type Payments = {
  /** Throws internal when the provider's price does not agree with the catalogue. */
  priceOf: (plan: CatalogueEntry) => Promise<string>;
  createCustomer: (buyer: { userId: string; email?: string }) => Promise<string>;
  openSession: (request: {
    checkoutId: string;
    userId: string;
    plan: CatalogueEntry;
    priceId: string;
    customerId: string;
    returnPages: ReturnPages;
  }) => Promise<{ sessionId: string; url: string }>;
  /** Closes a session that was not paid; one that is no longer open is left as it is. */
  expireSession: (sessionId: string) => Promise<void>;
  /** @throws not-found when the provider does not know it */
  findSession: (sessionId: string) => Promise<ProviderSession>;
  findSubscription: (
    subscriptionId: string,
  ) => Promise<{ userId?: string; snapshot: ProviderSnapshot }>;
  cancel: (subscriptionId: string) => Promise<void>;
  cancelAndRefund: (subscriptionId: string) => Promise<void>;
  stopAtPeriodEnd: (subscriptionId: string) => Promise<void>;
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
};

export type { Plan };
