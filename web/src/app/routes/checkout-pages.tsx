import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { LoadingState } from "#/components/feedback/states.tsx";
import { Link } from "#/components/ui/link.tsx";
import { currentUserQuery, useRememberUser } from "#/features/auth/api.ts";
import { FormPage } from "#/components/layout/form-page.tsx";
import { IntegratedForm } from "#/features/checkout/integrated-form.tsx";
import { IntegratedChooser } from "#/features/checkout/integrated-chooser.tsx";
import { OrderPanel } from "#/features/checkout/order-panel.tsx";
import { SignUpPanel } from "#/features/checkout/sign-up-panel.tsx";
import { Subscribe } from "#/features/checkout/subscribe.tsx";
import { useAccountEmail } from "#/features/auth/account-email.ts";
import { messages } from "#/features/checkout/messages.ts";
import { checkoutKinds, useCheckout } from "#/features/checkout/use-checkout.ts";
import { consentMessages } from "#/shared/messages.ts";

const SignInLine = () => (
  <p>
    {messages.haveAccount} <Link to="/auth">{messages.signIn}</Link>
  </p>
);

const Agreement = () => (
  <p>
    {messages.agreement} <Link to="/terms">{consentMessages.terms}</Link> {consentMessages.and}{" "}
    <Link to="/privacy">{consentMessages.privacy}</Link>
    {consentMessages.renewal}
  </p>
);

/** /production-signup and /deployed-subscribe: an account and its checkout in one form. */
export const SignUpPage = () => {
  usePageTitle(messages.signUpTitle);
  const { data: user } = useQuery(currentUserQuery);
  const onUser = useRememberUser();
  const checkout = useCheckout(checkoutKinds.quick, { onUser });
  const production = useCheckout(checkoutKinds.production, { onUser });
  const leaving = checkout.isPending || production.isPending;
  if (user && !leaving) return <Navigate to="/subscription" replace />;
  return (
    <FormPage
      title={messages.signUpTitle}
      lead={messages.signUpTagline}
      foot={
        <>
          <SignInLine />
          <Agreement />
        </>
      }
    >
      <SignUpPanel checkout={checkout} production={production} />
    </FormPage>
  );
};

/** /integrated-checkout: which of the two integrated forms. */
export const IntegratedCheckoutPage = () => {
  usePageTitle(messages.integratedTitle);
  return (
    <FormPage title={messages.integratedTitle} lead={messages.integratedLead} foot={<SignInLine />}>
      <IntegratedChooser />
    </FormPage>
  );
};

/** /integrated-monthly-checkout and /integrated-annual-checkout. */
export const IntegratedFormPage = () => {
  const annual = useLocation().pathname.includes("annual");
  const title = annual ? messages.integratedAnnual : messages.integratedMonthly;
  usePageTitle(title);
  const { data: user } = useQuery(currentUserQuery);
  const checkout = useCheckout(checkoutKinds.integrated, { onUser: useRememberUser() });
  if (user && !checkout.isPending) return <Navigate to="/subscription" replace />;
  return (
    <FormPage title={title} lead={messages.integratedFormLead} foot={<SignInLine />}>
      <IntegratedForm plan={annual ? "annual" : "monthly"} checkout={checkout} />
    </FormPage>
  );
};

/** /subscribe: the subscribe component on a page of its own. */
export const SubscribePage = () => {
  usePageTitle(messages.subscribeTitle);
  const { data: user, isPending } = useQuery(currentUserQuery);
  if (isPending) return <LoadingState />;
  return (
    <FormPage title={messages.subscribeTitle} lead={messages.directLead}>
      <Subscribe accountEmail={user?.email ?? undefined} source="subscribe_page" />
    </FormPage>
  );
};

/** /space-fix-checkout: one direct checkout button. */
export const QuickCheckoutPage = () => {
  usePageTitle(messages.quickTitle);
  const accountEmail = useAccountEmail();
  return (
    <FormPage title={messages.quickTitle} lead={messages.directLead} bare>
      <OrderPanel
        plan="monthly"
        accountEmail={accountEmail}
        source="space_fix_checkout"
        emptyEmailText={messages.emailRequired}
      />
    </FormPage>
  );
};
