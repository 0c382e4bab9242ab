import { usePageTitle } from "../../components/layout/page-title.ts";
import { PremiumPackage } from "../../features/checkout/components/premium-package.tsx";
import { checkoutTexts } from "../../texts/checkout.ts";
import { useAccountEmail } from "../account-email.ts";

/** The Premium Package page. */
export const SubscriptionPage = () => {
  usePageTitle(checkoutTexts.premiumPackage);
  return <PremiumPackage accountEmail={useAccountEmail()} />;
};
