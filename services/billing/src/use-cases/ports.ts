import type { Account, ClaimLink, NewAccount, OpenAccount } from "../domain/account.ts";
import type { InboxEvent, InboxOutcome, InboxRow } from "../domain/inbox.ts";
import type {
  ChangePreview,
  FoundSubscription,
  GiveBack,
  HostedPage,
  Invoice,
  NewCustomer,
  PriceChange,
  ProviderEvent,
  ProviderPrice,
  ProviderSession,
  SessionRequest,
} from "../domain/provider.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { PaymentSum } from "../domain/payment-sum.ts";
import type { AccessRules } from "../domain/access.ts";
import type { Checkout } from "../domain/checkout.ts";
import type { Notice } from "../domain/notices.ts";
import type {
  CountedConversion,
  Payment,
  PaymentStatus,
  ProviderPayment,
} from "../domain/payment.ts";
import type { CatalogueEntry } from "../domain/plans.ts";
import type { Subscription } from "../domain/subscription.ts";
import type { GuestCheckouts } from "./guest-checkouts.ts";

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
  /** Users whose access was stored as granted and has ended by its date; batch by batch, then from the first again. */
  findLapsed: (now: Date, limit: number) => Promise<string[]>;
  /** Users for whom something is owed; batch by batch, then from the first again. */
  findWithDuties: (limit: number) => Promise<string[]>;
  /** How many users have access by each plan, as their states say. */
  countActive: () => Promise<{ plan: string; users: number }[]>;
  /** Trials that began in these months, by month, and how many of them led to a payment. */
  countTrials: (
    fromMonth: string,
    toMonth: string,
  ) => Promise<{ month: string; started: number; converted: number }[]>;
};

/** Checkouts by id, by the provider's session and by buyer. */
export type Checkouts = GuestCheckouts & {
  create: (checkout: Checkout) => Promise<void>;
  find: (id: string) => Promise<Checkout | undefined>;
  findBySession: (sessionId: string) => Promise<Checkout | undefined>;
  /** Checkouts of a user whose page could still be paid. */
  findOpen: (userId: string) => Promise<Checkout[]>;
  /** Checkouts of a user whose page has not become known. */
  findStarting: (userId: string) => Promise<Checkout[]>;
  /** Checkouts begun before then whose page has not become known; batch by batch, then from the first again. */
  findLost: (before: Date, limit: number) => Promise<Checkout[]>;
  /** Notes the page that the provider opened. */
  open: (id: string, page: HostedPage) => Promise<void>;
  /** Notes that a page was closed for a newer one; a paid checkout stays paid. */
  replace: (id: string) => Promise<void>;
  pay: (id: string, sessionId: string) => Promise<void>;
  /** Gives a guest's checkout to an account, once; answers whose it is now. */
  attach: (id: string, userId: string) => Promise<string | undefined>;
  /** A user's checkouts, at most a hundred. */
  findOf: (userId: string) => Promise<Checkout[]>;
  forget: (id: string) => Promise<void>;
  /** Forgets a user's checkouts. */
  eraseOf: (userId: string) => Promise<void>;
};

/** Users who have left or are about to; nothing may be sold to them any more. */
export type ErasedUsers = {
  /** Remembers one, for good, and as unsettled until `settlesAt`, as first told. Safe to repeat. */
  add: (userId: string, told: { since: Date; settlesAt: Date }) => Promise<void>;
  has: (userId: string) => Promise<boolean>;
  /** Users whose time to settle has come and who are not settled; batch by batch, then from the first again. */
  findUnsettled: (now: Date, limit: number) => Promise<{ userId: string; since: Date }[]>;
  /** Notes that nothing can come any more of what was under way when the user left. */
  settle: (userId: string) => Promise<void>;
};

/** Cards that have had a free trial, known by the provider's fingerprint. */
export type TrialCards = {
  /** Claims a card for one user; false when another user had a trial with it. Safe to repeat. */
  claim: (fingerprint: string, userId: string) => Promise<boolean>;
  /** When each card of a user had its trial. */
  findOf: (userId: string) => Promise<Date[]>;
  /** Forgets whose cards a user's were, and when; that they have had a trial stays. */
  disown: (userId: string) => Promise<void>;
};

/** The durable inbox of provider events; an id is stored once however often it is delivered. */
export type WebhookInbox = {
  /** Stores an event. Answers false when its id is known already. */
  receive: (event: ProviderEvent & { payload: string }) => Promise<boolean>;
  /** An event that is still to be worked on. */
  findOpen: (id: string) => Promise<InboxEvent | undefined>;
  /** Ids of events whose turn has come, oldest first. */
  findDue: (now: Date, limit: number) => Promise<string[]>;
  /** Ends the work on an event; `failed` when it was given up. */
  finish: (id: string, outcome: Exclude<InboxOutcome, "open">) => Promise<void>;
  /** Notes a failed attempt and when to try again. */
  postpone: (id: string, error: string, nextAttemptAt: Date) => Promise<void>;
  list: (request: PageRequest & { id?: string; outcome?: InboxOutcome }) => Promise<Page<InboxRow>>;
  /** Puts an event back to work, whatever became of it; undefined when it is not known. */
  reopen: (id: string, now: Date) => Promise<InboxRow | undefined>;
  /** Forgets finished events with their payloads. Answers how many. */
  forget: (finishedBefore: Date) => Promise<number>;
};

/** One aggregate per payment; updates are guarded and published. */
export type PaymentRecords = {
  find: (id: string) => Promise<{ state: Payment; version: number } | undefined>;
  /** Decides the next state; undefined or an equal one changes nothing. @throws conflict after lost races */
  update: (
    id: string,
    decide: (current: Payment | undefined) => Payment | undefined,
  ) => Promise<{ state: Payment | undefined; version: number; changed: boolean }>;
  list: (
    request: PageRequest & { id?: string; userId?: string; status?: PaymentStatus },
  ) => Promise<Page<Payment>>;
  /** Payments for which something is owed; batch by batch, then from the first again. */
  findWithDuties: (limit: number) => Promise<string[]>;
  /** What was paid in these months, e.g. "2026-11", both included. */
  sums: (fromMonth: string, toMonth: string) => Promise<PaymentSum[]>;
};

/** Conversions of affiliates, one for the first payment of a user. */
export type Conversions = {
  /** Counts one; its payment is counted once however often it is told. */
  count: (conversion: CountedConversion) => Promise<void>;
  sum: (fromMonth: string, toMonth: string) => Promise<{ conversions: number; cents: number }>;
  findOf: (userId: string) => Promise<CountedConversion[]>;
  /** Forgets whom a conversion was of; it goes on to be counted. */
  disown: (userId: string) => Promise<void>;
};

/** Mails that are owed to users; the address is looked up when one is sent. */
export type Mails = {
  /** Owes a mail: durable once it resolves. An id that was posted before is not sent again. */
  post: (id: string, note: { userId: string; notice: Notice }) => Promise<void>;
};

/** The payment provider; every call may throw unavailable, and each that writes is safe to repeat. */
export type Payments = {
  /** Throws internal when the provider's price does not agree with the catalogue. */
  priceOf: (plan: CatalogueEntry) => Promise<string>;
  /** The provider's prices by lookup key, asked for anew; undefined where it has none. */
  findPrices: () => Promise<ReadonlyMap<string, ProviderPrice>>;
  /** What the configured key and address stand for. */
  mode: "sandbox" | "test" | "live";
  /** `insteadOf` names one who was deleted there: the answer is another. */
  createCustomer: (buyer: NewCustomer) => Promise<string>;
  /** Whether a customer was deleted there. @throws not-found for one that never was */
  isDeleted: (customerId: string) => Promise<boolean>;
  /** Customers that were made of a user since then, but for those that were erased. */
  findCustomers: (userId: string, since: Date) => Promise<string[]>;
  openSession: (request: SessionRequest) => Promise<HostedPage>;
  /** Closes a session that can still be paid; answers "complete" for one that went through before. */
  closeSession: (sessionId: string) => Promise<"closed" | "complete">;
  /** A customer's pages that can still be paid, at most 100. */
  findOpenPages: (customerId: string) => Promise<{ sessionId: string; checkoutId?: string }[]>;
  /** @throws not-found when the provider does not know it */
  findSession: (sessionId: string) => Promise<ProviderSession>;
  /** What the provider holds of a subscription and the checkout that began it. @throws not-found */
  findSubscription: (subscriptionId: string) => Promise<FoundSubscription>;
  /** Every subscription that the provider holds, ended ones too. */
  findSubscriptions: () => AsyncIterable<FoundSubscription>;
  /** What the provider holds of one payment. @throws not-found */
  findPayment: (paymentId: string) => Promise<ProviderPayment>;
  /** The subscription and the payments of a bill; both may be missing. @throws not-found */
  findInvoice: (invoiceId: string) => Promise<{ subscriptionId?: string; paymentIds: string[] }>;
  /** Ids of the bills that were made since then and were paid or tried. */
  findInvoicesSince: (since: Date) => AsyncIterable<string>;
  /** Gives back a part of a payment, once for each command. @throws not-found, conflict when it can not be given back */
  giveBack: (refund: GiveBack) => Promise<void>;
  cancel: (subscriptionId: string) => Promise<void>;
  /** Cancels at once and gives back everything that was paid, but for the payments that are to be kept. */
  cancelAndRefund: (id: string, isKept?: (payment: string) => Promise<boolean>) => Promise<void>;
  /** Gives back all of a payment. */
  refund: (paymentId: string) => Promise<void>;
  stopAtPeriodEnd: (subscriptionId: string) => Promise<void>;
  /** Closes a customer's open pages, takes away name, address and cards, and deletes the customer; bills stay. @throws not-found */
  eraseCustomer: (customerId: string) => Promise<void>;
  /** Reckons what another price would cost. */
  previewChange: (change: PriceChange) => Promise<ChangePreview>;
  /** Takes another price at once, paid now or not at all. @throws conflict when the card is declined */
  changePlan: (change: PriceChange) => Promise<void>;
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

/** Accounts, owned by identity. */
export type Accounts = {
  /** Opens an account and a session, or signs in when all three agree. @throws conflict when the name is taken */
  signUp: (account: NewAccount) => Promise<{ account: Account; sessionCookie: string }>;
  /** @throws not-found */
  find: (userId: string) => Promise<Account>;
  /**
   * Opens an account without a password for an e-mail that nobody has; else answers who has it, not `created`.
   * Safe to repeat for one checkout.
   */
  open: (request: OpenAccount) => Promise<{ account: Account; created: boolean }>;
  /** Mails the link to a purchase, once for each reminder. @throws not-found */
  sendClaimLink: (link: ClaimLink) => Promise<void>;
};

/** What most use cases need. */
export type BillingDeps = {
  subscriptions: Subscriptions;
  checkouts: Checkouts;
  erasedUsers: ErasedUsers;
  trialCards: TrialCards;
  payments: Payments;
  records: PaymentRecords;
  conversions: Conversions;
  mails: Mails;
  accounts: Accounts;
  clock: Clock;
  rules: AccessRules;
  /** Starts to do what a user's aggregate says we owe; never waits and never throws. */
  owe: (userId: string) => void;
  /** The same for what a payment's aggregate says. */
  owePayment: (paymentId: string) => void;
  /** Tells the operators of a failure that the caller is answered around; never throws. */
  report: (error: unknown) => void;
};
