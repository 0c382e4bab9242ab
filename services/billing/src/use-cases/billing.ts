import { activateSubscription } from "./activate-subscription.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import { changePlan, previewChange } from "./change-plan.ts";
import { resumeRenewal, stopRenewal } from "./change-renewal.ts";
import { checkPrices } from "./check-prices.ts";
import { claimCheckout } from "./claim-checkout.ts";
import { describeSubscription } from "./describe-subscription.ts";
import { diagnoseProvider } from "./diagnose-provider.ts";
import { closeLostPages } from "./close-lost-pages.ts";
import { closeCheckouts } from "./close-checkouts.ts";
import { dischargeDuties } from "./discharge-duties.ts";
import { dischargePaymentDuties } from "./discharge-payment-duties.ts";
import { eraseLeftovers } from "./erase-leftovers.ts";
import { eraseUser } from "./erase-user.ts";
import { expireSubscriptions } from "./expire-subscriptions.ts";
import { exportUser } from "./export-user.ts";
import { forgetWebhooks } from "./forget-webhooks.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";
import { getFigures } from "./get-figures.ts";
import { getSubscriptionDetails } from "./get-subscription-details.ts";
import { getSubscriptionStatus } from "./get-subscription-status.ts";
import { listInvoices } from "./list-invoices.ts";
import { openPortal } from "./open-portal.ts";
import type { BillingDeps, WebhookInbox } from "./ports.ts";
import { processWebhook } from "./process-webhook.ts";
import { reconcile } from "./reconcile.ts";
import { recordInvoice } from "./record-invoice.ts";
import { recordPayment } from "./record-payment.ts";
import { redeemCheckout } from "./redeem-checkout.ts";
import { refundPayment } from "./refund-payment.ts";
import { abandonPurchase, remindOfPurchases } from "./remind-of-purchases.ts";
import { replayWebhook } from "./replay-webhook.ts";
import { startCheckout } from "./start-checkout.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { turnAway } from "./turn-away.ts";
import { verifyCheckout } from "./verify-checkout.ts";

type Deps = BillingDeps & {
  inbox: WebhookInbox;
  newId: () => string;
  /** How long a checkout may wait for the provider. */
  patienceMs: number;
  /** Starts the work on a stored event; never waits. */
  work: (eventId: string) => void;
};

/** Every use case of billing, tied to its dependencies. */
export const createBilling = (deps: Deps) => {
  const turningAway = turnAway(deps);
  const fulfil = fulfilCheckout({ ...deps, turnAway: turningAway });
  const sync = syncSubscription({ ...deps, fulfil, turnAway: turningAway });
  const record = recordPayment({ ...deps, fulfil, sync });
  const recordBill = recordInvoice({ ...deps, sync, record });
  const discharge = dischargeDuties(deps);
  const dischargePayment = dischargePaymentDuties({ ...deps, record });
  const close = closeCheckouts({ ...deps, fulfil });
  const abandon = abandonPurchase(deps);
  const claim = claimCheckout({ ...deps, fulfil, record, recordInvoice: recordBill });
  const erasing = eraseUser({ ...deps, close, abandon, discharge });
  return {
    startCheckout: startCheckout({ ...deps, fulfil, eraseUser: erasing }),
    verifyCheckout: verifyCheckout({ ...deps, fulfil }),
    getSubscriptionDetails: getSubscriptionDetails(deps),
    getSubscriptionStatus: getSubscriptionStatus(deps),
    describeSubscription: describeSubscription(deps),
    activateSubscription: activateSubscription({ ...deps, eraseUser: erasing }),
    cancelSubscription: cancelSubscription({ ...deps, eraseUser: erasing }),
    previewChange: previewChange({ ...deps, sync }),
    changePlan: changePlan({ ...deps, sync }),
    stopRenewal: stopRenewal({ ...deps, sync }),
    resumeRenewal: resumeRenewal({ ...deps, sync }),
    listInvoices: listInvoices(deps),
    openPortal: openPortal(deps),
    processWebhook: processWebhook({
      ...deps,
      fulfil,
      sync,
      record,
      recordInvoice: recordBill,
    }),
    exportUser: exportUser(deps),
    eraseUser: erasing,
    eraseLeftovers: eraseLeftovers({ ...deps, eraseUser: erasing }),
    redeemCheckout: redeemCheckout({ ...deps, fulfil }),
    claimCheckout: claim,
    remindOfPurchases: remindOfPurchases({ ...deps, fulfil, claim }),
    listWebhooks: deps.inbox.list,
    replayWebhook: replayWebhook(deps),
    listPayments: deps.records.list,
    refundPayment: refundPayment({ ...deps, discharge: dischargePayment }),
    getFigures: getFigures(deps),
    expireSubscriptions: expireSubscriptions({ ...deps, sync }),
    closeLostPages: closeLostPages({ ...deps, close, eraseUser: erasing }),
    dischargeDuties: discharge,
    dischargePaymentDuties: dischargePayment,
    reconcile: reconcile({ ...deps, sync, record }),
    checkPrices: checkPrices(deps),
    diagnoseProvider: diagnoseProvider(deps),
    forgetWebhooks: forgetWebhooks(deps),
  };
};
export type Billing = ReturnType<typeof createBilling>;
