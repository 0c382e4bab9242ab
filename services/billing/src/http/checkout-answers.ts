import type { CheckoutResponse, DirectSignupResponse } from "@orbline/proto/http/billing";
import type { StartedCheckout } from "../use-cases/start-checkout.ts";

/** What became of a checkout, under every name by which callers read it. */
export const outcomeFields = (started: StartedCheckout): CheckoutResponse => {
  switch (started.kind) {
    case "opened": {
      const { url, sessionId } = started;
      // Callers read the one address under different names.
      return {
        success: true,
        checkoutUrl: url,
        url,
        directStripeUrl: url,
        altStripeUrl: url,
        sessionId,
      };
    }
    case "already-subscribed":
      return { success: false, alreadySubscribed: true };
    case "refused":
      return { success: false, error: started.error };
  }
};

/** The same for the call by e-mail alone. */
export const toDirectSignup = (started: StartedCheckout): DirectSignupResponse => {
  switch (started.kind) {
    case "opened":
      return { success: true, redirectUrl: started.url };
    case "already-subscribed":
      return { success: false, message: "You already have an active subscription" };
    case "refused":
      return { success: false, message: started.error };
  }
};
