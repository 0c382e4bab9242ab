import { expect, it } from "vitest";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { logInByCheckout } from "./log-in-by-checkout.ts";
import { openCheckoutAccount } from "./open-checkout-account.ts";

it("signs in once, and sessions that were away before do not use that up", async () => {
  const deps = fakeDeps();
  const bought = { email: "jo@example.com", checkoutId: "chk_1" };
  const { account } = await openCheckoutAccount(deps)(bought);
  let isUsed = false;
  const redeem: typeof deps.purchases.redeem = (checkout) => {
    if (isUsed) return deps.purchases.redeem(checkout);
    isUsed = true;
    return Promise.resolve(account.user.id);
  };
  const ready = { ...deps, purchases: { ...deps.purchases, redeem } };
  const away = { ...ready, sessions: { ...deps.sessions, reach: outage, open: outage } };
  const browser = { sessionId: "cs_1", secret: "secret" };
  await expect(logInByCheckout(away)(browser)).rejects.toMatchObject({ kind: "unavailable" });
  const { sessionId } = await logInByCheckout(ready)(browser);
  expect(sessionId).toBe("id1");
  await expect(logInByCheckout(ready)(browser)).rejects.toMatchObject({ kind: "not-found" });
});
