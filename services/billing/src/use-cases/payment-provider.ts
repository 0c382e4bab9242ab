import type { ReturnPages } from "../domain/checkout.ts";
import type { ProviderPayment } from "../domain/payment/payment.ts";
import type { CatalogEntry } from "../domain/plans.ts";
import type { ProviderSnapshot } from "../domain/subscription/subscription.ts";

/** The payment provider. Every call may throw unavailable. Each call that writes is safe to repeat. */
export type PaymentProvider = {
  /** Identifies the system to which the configured key and address belong. */
  mode: "sandbox" | "test" | "live";
  /** Checks that the key belongs to the same account as in earlier starts. @throws internal when it does not */
  assertSameAccount: () => Promise<void>;
  /** Id of a plan's price. @throws internal when the price differs from the catalog */
  priceOf: (plan: CatalogEntry) => Promise<string>;
  /** The provider's current prices by lookup key. */
  findPrices: () => Promise<ReadonlyMap<string, ProviderPrice>>;
  /** Creates a customer, one for each idempotency key. Returns its id. */
  createCustomer: (buyer: NewCustomer, idempotencyKey: string) => Promise<string>;
  /** Whether a customer was deleted. @throws not-found for an id that never existed */
  isDeleted: (customerId: string) => Promise<boolean>;
  /** Closes a customer's open sessions, removes name, address and cards, and deletes it; invoices stay. @throws not-found */
  eraseCustomer: (customerId: string) => Promise<void>;
  openSession: (request: SessionRequest) => Promise<CheckoutPage>;
  /** Closes an unpaid session; returns "complete" for a paid one. @throws not-found */
  closeSession: (sessionId: string) => Promise<"closed" | "complete">;
  /** A customer's sessions that can still be paid, at most 100. */
  findOpenSessions: (
    customerId: string,
  ) => Promise<{ sessionId: string; checkoutId?: string | undefined }[]>;
  /** @throws not-found */
  findSession: (sessionId: string) => Promise<CheckoutSession>;
  /** A subscription and the checkout that began it. @throws not-found */
  findSubscription: (subscriptionId: string) => Promise<FoundSubscription>;
  /** Every subscription at the provider, including ended ones. */
  findSubscriptions: () => AsyncIterable<FoundSubscription>;
  /** @throws not-found */
  findPayment: (paymentId: string) => Promise<ProviderPayment>;
  /** The subscription and the payments of an invoice; both may be missing. @throws not-found */
  findInvoice: (
    invoiceId: string,
  ) => Promise<{ subscriptionId?: string | undefined; paymentIds: string[] }>;
  /** Ids of the payments charged since then, also without success. */
  findChargedSince: (since: Date) => AsyncIterable<string>;
  /** Ids of the payments refunded or disputed since then. */
  findReversedSince: (since: Date) => AsyncIterable<string>;
  /** A customer's invoices, newest first, at most 100. */
  listInvoices: (customerId: string) => Promise<Invoice[]>;
  /** Refunds what is left of a payment, or a part of it. @throws not-found, conflict when a part is refused */
  refund: (refund: Refund) => Promise<void>;
  /**
   * Takes back the credit of plan changes behind a reversed payment, or gives it back. Returns the
   * subscriptions that have used credit when some is missing. @throws not-found
   */
  revokeCredit: (revocation: CreditRevocation) => Promise<string[]>;
  /** Cancels a subscription at once and voids its unpaid invoices. @throws not-found */
  cancel: (subscriptionId: string) => Promise<void>;
  /** Cancels at once, refunds every payment except the kept ones, and gives back the credit used. @throws not-found */
  cancelAndRefund: (
    subscriptionId: string,
    isKept?: (paymentId: string) => Promise<boolean>,
  ) => Promise<void>;
  /** Ends a subscription with its paid period, or like `cancel` while its newest invoice is unpaid. @throws not-found */
  stopAtPeriodEnd: (subscriptionId: string) => Promise<void>;
  /** Reverts `stopAtPeriodEnd`; returns false for a subscription that has ended. */
  resume: (subscriptionId: string) => Promise<boolean>;
  /** Calculates the cost of another price. Changes nothing. */
  previewChange: (change: PriceChange) => Promise<ChangePreview>;
  /** Changes the price at once if the payment succeeds. @throws conflict when the card is declined */
  changePlan: (change: PriceChange) => Promise<void>;
  /** Address of the provider's page where a customer manages cards and invoices. */
  openPortal: (customerId: string) => Promise<string>;
  /** Events since then that none of our endpoints has confirmed. */
  findUndelivered: (since: Date) => AsyncIterable<ProviderEvent>;
  /** Checks the signature over the raw bytes. @throws invalid when it is wrong, internal without a secret */
  readWebhook: (payload: Buffer, signature: string | undefined) => ProviderEvent;
};

/** A checkout session as the provider returned it. */
export type CheckoutSession = {
  id: string;
  checkoutId?: string | undefined;
  /** The user who opened the page. */
  userId?: string | undefined;
  isComplete: boolean;
  isPaid: boolean;
  customerId?: string | undefined;
  subscription?: ProviderSnapshot | undefined;
  /** Fingerprint of the card that the subscription charges. */
  cardFingerprint?: string | undefined;
  /** Set for a single payment. */
  paymentId?: string | undefined;
  /** Whether that payment was refunded in full or is disputed. */
  isReversed?: boolean | undefined;
  /** The newest invoice of the subscription. */
  invoiceId?: string | undefined;
  createdAt: Date;
};

export type NewCustomer = { userId: string; email?: string | undefined };

/** A price; amounts in the smallest unit of the currency. */
export type ProviderPrice = {
  id: string;
  amountCents: number | null;
  currency: string;
  interval: string;
  active: boolean;
};

/** A subscription with the user and the checkout in its metadata. */
export type FoundSubscription = {
  userId?: string | undefined;
  checkoutId?: string | undefined;
  snapshot: ProviderSnapshot;
};

/** An invoice; money in the smallest unit of the currency. */
export type Invoice = {
  id: string;
  number: string | null;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  createdAt: Date;
  totalCents: number;
  paidCents: number;
  paymentIds: string[];
  currency: string;
  /** The provider's page of the invoice. */
  pageUrl: string | null;
  /** When the provider retries an unpaid invoice. */
  nextAttemptAt?: Date | undefined;
};

/** A verified event. Only its object id is used, and the object is always fetched. */
export type ProviderEvent = { id: string; type: string; objectId: string };

/** Another price for a subscription, prorated from a moment. */
export type PriceChange = { subscriptionId: string; priceId: string; prorationAt: Date };

/** The cost of a change of plan; cents. */
export type ChangePreview = {
  currency: string;
  dueNowCents: number;
  /** Value of the unused rest of the paid period. */
  creditCents: number;
  /** The part of that value that stays as credit for later invoices. */
  creditLeftCents: number;
  renewsAt: Date;
};

/** A refund of everything that is left of a payment, or of the part in the order, once for each command id. */
export type Refund = {
  paymentId: string;
  part?: { amountCents: number; commandId: string } | undefined;
};

/**
 * A payment whose credit is taken back, up to an amount; 0 gives back what was taken. `keepCents` is what the other
 * payments of the subscription have paid for. Cents.
 */
export type CreditRevocation = {
  paymentId: string;
  subscriptionId: string;
  upToCents: number;
  keepCents: number;
};

/** The provider's checkout page. */
export type CheckoutPage = { sessionId: string; url: string };

export type SessionRequest = {
  checkoutId: string;
  userId?: string | undefined;
  plan: CatalogEntry;
  priceId: string;
  /** Absent for a guest: the provider creates a customer when the page is paid. */
  customerId?: string | undefined;
  email?: string | undefined;
  returnPages: ReturnPages;
};
