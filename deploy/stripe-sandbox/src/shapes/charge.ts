import { newId } from "../state/ids.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "../state/objects.ts";

type Failure = { code: string; message: string; declineCode: string };

/** A charge of a payment intent, succeeded or failed. */
export function newCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  created: number,
  failure: Failure | null,
): Charge {
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: failure === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: failure === null ? newId("txn") : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "ORBLINE",
    captured: failure === null,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(failure),
    paid: failure === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(method, intent.amount),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure === null ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(failure: Failure | null) {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: failure === null ? null : "01",
    network_status: failure === null ? "approved_by_network" : "declined_by_network",
    reason: failure?.declineCode ?? null,
    risk_level: "normal",
    seller_message:
      failure === null
        ? "Payment complete."
        : "The bank did not return any further details with this decline.",
    type: failure === null ? "authorized" : "issuer_declined",
  };
}

function cardDetails({ card }: PaymentMethod, amount: number) {
  return card === undefined
    ? null
    : {
        card: {
          amount_authorized: amount,
          authorization_code: null,
          brand: card.brand,
          checks: card.checks,
          country: card.country,
          electronic_commerce_indicator: null,
          exp_month: card.exp_month,
          exp_year: card.exp_year,
          fingerprint: card.fingerprint ?? null,
          funding: card.funding,
          installments: null,
          last4: card.last4,
          mandate: null,
          network: card.brand,
          network_transaction_id: null,
          regulated_status: card.regulated_status,
          three_d_secure: null,
          transaction_link_id: null,
          wallet: null,
        },
        type: "card",
      };
}
