import { useEffect, useEffectEvent } from "react";
import { navigation } from "#/lib/navigation.ts";
import { orderOf } from "./api.ts";
import { checkoutKinds, useCheckout } from "./use-checkout.ts";

type Props = {
  email: string;
  /** Number of clicks that need a subscription. Each new one starts a checkout, unless one is under way. */
  clicks: number;
};

/** Starts a checkout of the monthly plan for a prediction without a subscription. Shows nothing. */
export function MonthlyCheckout({ email, clicks }: Props) {
  const checkout = useCheckout(checkoutKinds.machine, { onAlreadySubscribed: navigation.reload });
  const start = useEffectEvent(() =>
    checkout.start({
      ...orderOf("monthly", email, "prediction_machine"),
      termsAccepted: undefined,
    }),
  );
  useEffect(() => start(), [clicks]);
  return null;
}
