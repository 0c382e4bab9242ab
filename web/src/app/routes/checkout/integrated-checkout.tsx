import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { currentUserQuery, useRememberUser } from "#/features/auth/api.ts";
import { FormPage } from "#/components/layout/form-page.tsx";
import { IntegratedChooser, IntegratedForm } from "#/features/checkout/sign-up/integrated.tsx";
import { messages } from "#/features/checkout/messages.ts";
import { checkoutKinds, useCheckout } from "#/features/checkout/use-checkout.ts";
import { SignInLine, TrialLine } from "#/features/checkout/order-notes.tsx";

const foot = (
  <>
    <TrialLine />
    <SignInLine />
  </>
);

/** /integrated-checkout: the choice between the two integrated forms. */
export function IntegratedCheckoutPage() {
  usePageTitle(messages.integratedTitle);
  return (
    <FormPage title={messages.integratedTitle} lead={messages.integratedLead} foot={foot}>
      <IntegratedChooser />
    </FormPage>
  );
}

/** /integrated-monthly-checkout and /integrated-annual-checkout. */
export function IntegratedFormPage() {
  const annual = useLocation().pathname.includes("annual");
  const title = annual ? messages.integratedAnnual : messages.integratedMonthly;
  usePageTitle(title);
  const { data: user } = useQuery(currentUserQuery);
  const checkout = useCheckout(checkoutKinds.integrated, { onUser: useRememberUser() });
  if (user && !checkout.isPending) return <Navigate to="/subscription" replace />;
  return (
    <FormPage title={title} lead={messages.integratedFormLead} foot={foot}>
      <IntegratedForm plan={annual ? "annual" : "monthly"} checkout={checkout} />
    </FormPage>
  );
}
