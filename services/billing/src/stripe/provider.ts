import { AppError } from "@orbline/kit/errors";
import type Stripe from "stripe";
import type { BillingContext } from "../config.ts";
import { returnUrls } from "../domain/return-pages.ts";
import type { PaymentProvider } from "../use-cases/payment-provider.ts";
import { stripeBreaker } from "./breaker.ts";
import { modeOf, type StripeAccess, stripeClient } from "./client.ts";
import { revokeCredit } from "./credit.ts";
import { createCustomer, eraseCustomer, isDeleted } from "./customers.ts";
import { translateErrors, translatePages } from "./errors.ts";
import { chargedSince, findInvoice, findPayment, listInvoices, reversedSince } from "./payment.ts";
import { changePlan, previewChange } from "./plan-change.ts";
import { fetchPrices, priceFinder } from "./prices.ts";
import { cancelAndRefund, refund, stopAtPeriodEnd } from "./refunds.ts";
import { closeSession, findSession, openSessions, sessionParams } from "./session.ts";
import { allSubscriptions, findSubscription, resume, stopNow } from "./subscription.ts";
import { readWebhook, undeliveredEvents } from "./webhook.ts";

type StripeConfig = StripeAccess &
  Pick<BillingContext["config"], "STRIPE_WEBHOOK_SECRET" | "PUBLIC_ORIGIN">;

/**
 * Payments by Stripe, or by the sandbox, which has the same API. Before the first call it checks that the key belongs
 * to the same account as in earlier starts, because another account responds "not found" for every id.
 */
export function stripeProvider(
  {
    config,
    clock,
    logger,
  }: { config: StripeConfig } & Pick<BillingContext, "clock"> &
    Partial<Pick<BillingContext, "logger">>,
  { rememberAccount }: { rememberAccount: (accountId: string) => Promise<string> },
): PaymentProvider {
  const stripe = stripeClient(config);
  const assertSameAccount = accountCheck(stripe, rememberAccount);
  const priceOf = priceFinder(stripe);
  const pages = returnUrls(config.PUBLIC_ORIGIN);
  const guard = stripeBreaker({ logger });
  const call = <T>(work: () => Promise<T>): Promise<T> =>
    guard(async () => {
      await assertSameAccount();
      return translateErrors(work);
    });
  async function* list<T>(rows: AsyncIterator<T>): AsyncGenerator<T> {
    await assertSameAccount();
    yield* translatePages(rows);
  }
  return {
    mode: modeOf(config),
    assertSameAccount,
    priceOf: (plan) => call(() => priceOf(plan)),
    findPrices: () => call(() => fetchPrices(stripe)),
    createCustomer: (buyer, key) => call(() => createCustomer(stripe, buyer, key)),
    isDeleted: (customerId) => call(() => isDeleted(stripe, customerId)),
    eraseCustomer: (customerId) => call(() => eraseCustomer(stripe, customerId)),
    openSession: (request) =>
      call(async () => {
        const session = await stripe.checkout.sessions.create(
          sessionParams(request, pages[request.returnPages]),
          { idempotencyKey: `checkout:${request.checkoutId}` },
        );
        if (!session.url)
          throw new AppError("bad-gateway", "payments.no-url", "No checkout URL returned");
        return { sessionId: session.id, url: session.url };
      }),
    closeSession: (sessionId) => call(() => closeSession(stripe, sessionId)),
    findOpenSessions: (customerId) => call(() => openSessions(stripe, customerId)),
    findSession: (sessionId) => call(() => findSession(stripe, sessionId, clock)),
    findSubscription: (id) => call(() => findSubscription(stripe, id, clock)),
    findSubscriptions: () => list(allSubscriptions(stripe, clock)),
    findPayment: (paymentId) => call(() => findPayment(stripe, paymentId, clock)),
    findInvoice: (invoiceId) => call(() => findInvoice(stripe, invoiceId)),
    findChargedSince: (since) => list(chargedSince(stripe, since)),
    findReversedSince: (since) => list(reversedSince(stripe, since)),
    listInvoices: (customerId) => call(() => listInvoices(stripe, customerId)),
    refund: (order) => call(() => refund(stripe, order)),
    revokeCredit: (revocation) => call(() => revokeCredit(stripe, revocation)),
    cancel: (subscriptionId) => call(() => stopNow(stripe, subscriptionId)),
    cancelAndRefund: (subscriptionId, isKept) =>
      call(() => cancelAndRefund(stripe, subscriptionId, isKept)),
    stopAtPeriodEnd: (subscriptionId) => call(() => stopAtPeriodEnd(stripe, subscriptionId)),
    resume: (subscriptionId) => call(() => resume(stripe, subscriptionId)),
    previewChange: (change) => call(() => previewChange(stripe, change)),
    changePlan: (change) => call(() => changePlan(stripe, change)),
    openPortal: (customer) =>
      call(async () => {
        const params = { customer, return_url: `${config.PUBLIC_ORIGIN}/account` };
        return (await stripe.billingPortal.sessions.create(params)).url;
      }),
    findUndelivered: (since) => list(undeliveredEvents(stripe, since)),
    readWebhook: readWebhook(stripe, config.STRIPE_WEBHOOK_SECRET),
  };
}

/** Repeats the check of the key's account until Stripe has responded once. */
function accountCheck(
  stripe: Stripe,
  rememberAccount: (accountId: string) => Promise<string>,
): () => Promise<void> {
  const check = async () => {
    const { id } = await translateErrors(() =>
      stripe.accounts.retrieveCurrent({}, { timeout: 3_000, maxNetworkRetries: 1 }),
    );
    const known = await rememberAccount(id);
    if (known === id) return;
    const text = `The key in STRIPE_SECRET_KEY belongs to the account ${id}, but the payments are in ${known}. Set a key of that account; until then every effect stays pending.`;
    throw new AppError("internal", "payments.other-account", text);
  };
  let checked: Promise<void> | undefined;
  return () => {
    checked ??= check().catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };
}
