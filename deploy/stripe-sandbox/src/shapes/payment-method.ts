import { newId } from "../state/ids.ts";
import type { PaymentMethod } from "../state/objects.ts";

type Input = {
  created: number;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
  name: string | null;
  email: string | null;
};

/** A card without a customer. */
export function newPaymentMethod(input: Input): PaymentMethod {
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: billingDetails(input.name, input.email),
    card: {
      brand: input.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: input.brand,
      exp_month: input.expMonth,
      exp_year: input.expYear,
      fingerprint: input.fingerprint,
      funding: "credit",
      generated_from: null,
      last4: input.last4,
      networks: { available: [input.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: input.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

function billingDetails(name: string | null, email: string | null) {
  return {
    address: {
      city: null,
      country: null,
      line1: null,
      line2: null,
      postal_code: null,
      state: null,
    },
    email,
    name,
    phone: null,
    tax_id: null,
  };
}
