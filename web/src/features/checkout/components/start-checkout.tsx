import { useEffect, useEffectEvent } from "react";
import { useDirectCheckout } from "../use-direct-checkout.ts";

/** Starts a monthly checkout once it is drawn, and draws nothing. */
export const StartCheckout = ({ source, email }: { source: string; email: string }) => {
  const { start } = useDirectCheckout({ source, insist: true });
  const startOnce = useEffectEvent(() => start("monthly", email));
  useEffect(() => startOnce(), []);
  return null;
};
