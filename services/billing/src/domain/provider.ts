import type { ReturnPages } from "./checkout.ts";
import type { CatalogueEntry } from "./plans.ts";
import type { ProviderSnapshot } from "./subscription.ts";

/** What the provider holds of a checkout session. */
export type ProviderSession = {
  id: string;
  checkoutId?: string;
  /** Whom the page was opened for. */
  userId?: string;
  isComplete: boolean;
  isPaid: boolean;
  customerId?: string;
  subscription?: ProviderSnapshot;
  /** Fingerprint of the card that the subscription charges. */
  cardFingerprint?: string;
  /** Set for a single payment. */
  paymentId?: string;
  /** That payment was given back in full, or a bank has taken it back. */
  isTakenBack?: boolean;
  /** The bill of what was bought. */
  invoiceId?: string;
  createdAt: Date;
};

/** A buyer who becomes a customer of the provider, `insteadOf` one who is none any more. */
export type NewCustomer = { userId: string; email?: string; insteadOf?: string };

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

/** A genuine event of the provider: only the id of its object is used, its state is asked for anew. */
export type ProviderEvent = { id: string; type: string; objectId: string };

/** Another price for a subscription, reckoned from a moment. */
export type PriceChange = { subscriptionId: string; priceId: string; prorationAt: Date };

/** What the provider reckons a change of plan to cost now; cents. */
export type ChangePreview = {
  currency: string;
  dueNowCents: number;
  /** Worth of what is left of the paid period. */
  creditCents: number;
  /** What stays of that for later bills. */
  creditLeftCents: number;
  renewsAt: Date;
};

/** A part of a payment that is to be given back; the command id decides what is a repetition. */
export type GiveBack = { paymentId: string; amountCents: number; commandId: string };

/** A hosted page that can be paid. */
export type HostedPage = { sessionId: string; url: string };

/** A hosted page that is to be opened. */
export type SessionRequest = {
  checkoutId: string;
  userId?: string;
  plan: CatalogueEntry;
  priceId: string;
  /** Absent for who gives an e-mail alone: the provider makes a customer then. */
  customerId?: string;
  email?: string;
  returnPages: ReturnPages;
};
