import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { currentUserQuery, useRememberUser } from "#/features/auth/api.ts";
import { FormPage } from "#/components/layout/form-page.tsx";
import { SignUpPanel } from "#/features/checkout/sign-up/sign-up-panel.tsx";
import { signUpMessages } from "#/features/checkout/sign-up/messages.ts";
import { LateSample } from "#/app/late-sample.tsx";
import { checkoutKinds, useCheckout } from "#/features/checkout/use-checkout.ts";
import { SignInLine, TrialLine } from "#/features/checkout/order-notes.tsx";

/** /production-signup and /deployed-subscribe: an account and its checkout in one form. */
export function SignUpPage() {
  usePageTitle(signUpMessages.signUpTitle);
  const { data: user } = useQuery(currentUserQuery);
  const onUser = useRememberUser();
  const checkout = useCheckout(checkoutKinds.quick, { onUser });
  const production = useCheckout(checkoutKinds.production, { onUser });
  const leaving = checkout.isPending || production.isPending;
  if (user && !leaving) return <Navigate to="/subscription" replace />;
  return (
    <FormPage
      title={signUpMessages.signUpTitle}
      lead={
        <>
          {signUpMessages.signUpTagline}
          <chakra.span display="block">{signUpMessages.signUpPrices}</chakra.span>
        </>
      }
      foot={
        <>
          <TrialLine />
          <SignInLine />
        </>
      }
      sample={<LateSample />}
    >
      <SignUpPanel checkout={checkout} production={production} />
    </FormPage>
  );
}
