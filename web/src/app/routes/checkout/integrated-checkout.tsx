import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { currentUserQuery, useRememberUser } from "#/features/auth/api.ts";
import { FormPage } from "#/components/layout/form-page.tsx";
import {
  IntegratedChooser,
  IntegratedForm,
  integratedMessages,
  integratedPaths,
} from "#/features/checkout/sign-up/integrated.tsx";
import { LateSample } from "#/app/late-sample.tsx";
import { checkoutKinds, useCheckout } from "#/features/checkout/use-checkout.ts";
import { Link } from "#/components/ui/link.tsx";
import { SignInLine, TrialLine } from "#/features/checkout/order-notes.tsx";

const foot = (
  <>
    <TrialLine />
    <SignInLine />
  </>
);

/** /integrated-checkout: the choice between the two integrated forms, which both create an account. */
export function IntegratedCheckoutPage() {
  usePageTitle(integratedMessages.title);
  const { data: user } = useQuery(currentUserQuery);
  if (user) return <Navigate to="/subscription" replace />;
  return (
    <FormPage
      title={integratedMessages.title}
      lead={integratedMessages.lead}
      foot={foot}
      sample={<LateSample />}
    >
      <IntegratedChooser />
    </FormPage>
  );
}

/** /integrated-monthly-checkout and /integrated-annual-checkout. */
export function IntegratedFormPage() {
  const plan = useLocation().pathname.includes("annual") ? "annual" : "monthly";
  const otherPlan = plan === "annual" ? "monthly" : "annual";
  const { title, lead, other } = integratedMessages.forms[plan];
  usePageTitle(title);
  const { data: user } = useQuery(currentUserQuery);
  const checkout = useCheckout(checkoutKinds.integrated, { onUser: useRememberUser() });
  if (user && !checkout.isPending) return <Navigate to="/subscription" replace />;
  return (
    <FormPage
      title={title}
      lead={lead}
      foot={
        <>
          <p>
            {other}{" "}
            <Link to={integratedPaths[otherPlan]}>{integratedMessages.forms[otherPlan].title}</Link>
          </p>
          {foot}
        </>
      }
    >
      <IntegratedForm plan={plan} checkout={checkout} />
    </FormPage>
  );
}
