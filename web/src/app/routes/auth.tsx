import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { FormPage } from "#/components/layout/form-page.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { currentUserQuery, useRememberUser } from "#/features/auth/api.ts";
import { AddEmailForm } from "#/features/account/add-email-form.tsx";
import { AuthScreen } from "#/features/auth/auth-screen.tsx";
import { referralCode } from "#/shared/referral.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { wantedPage } from "#/app/protected.tsx";
import { messages as accountMessages } from "#/features/account/messages.ts";
import { checkoutKinds, useCheckout } from "#/features/checkout/use-checkout.ts";
import { messages } from "#/features/auth/messages.ts";

const AddEmailStep = () => {
  return (
    <FormPage title={accountMessages.addEmailTitle} lead={accountMessages.addEmailLead}>
      <AddEmailForm onUser={useRememberUser()} />
    </FormPage>
  );
};

/** Sign in and sign up; a signed-in user is sent on: to the plans, or to the page that asked for it. */
export const AuthPage = () => {
  usePageTitle(messages.login);
  const { data: user } = useQuery(currentUserQuery);
  const hydrated = useHydrated();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const endedAt = useSessionStore((session) => session.endedAt);
  const checkout = useCheckout(checkoutKinds.register, { onUser: useRememberUser() });
  if (user) {
    const subscribing = query.get("subscribe") === "true";
    if (subscribing && user.email === null) return <AddEmailStep />;
    return (
      <Navigate
        to={subscribing ? "/subscription" : (endedAt ?? wantedPage(state) ?? "/")}
        replace
      />
    );
  }
  return <AuthScreen affiliateCode={hydrated ? referralCode() : undefined} checkout={checkout} />;
};
