import { useEffect, useEffectEvent } from "react";
import { useDirectCheckout } from "./use-direct-checkout.ts";

type StartCheckoutProps = { source: string; email: string; presses: number };

/** Starts a monthly checkout at each press, but none while one is under way, and draws nothing. */
export const StartCheckout = ({ source, email, presses }: StartCheckoutProps) => {
  const { start } = useDirectCheckout({ source, insist: true });
  const startMonthly = useEffectEvent(() => start("monthly", email));
  useEffect(() => startMonthly(), [presses]);
  return null;
};
