import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { LoadingState } from "#/components/feedback/states.tsx";
import { Link } from "#/components/ui/link.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { FormPage } from "#/components/layout/form-page.tsx";
import { IntegratedForm } from "#/features/checkout/components/integrated-form.tsx";
import { IntegratedChooser } from "#/features/checkout/components/integrated-chooser.tsx";
import { OrderPanel } from "#/features/checkout/components/order-panel.tsx";
import { SignUpPanel } from "#/features/checkout/components/sign-up-panel.tsx";
import { Subscribe } from "#/features/checkout/components/subscribe.tsx";
import { checkoutTexts as texts } from "#/texts/checkout.ts";
import { useAccountEmail } from "#/features/auth/account-email.ts";
import { useCheckoutSignUp, useProductionSignUp } from "#/app/use-checkout-sign-up.ts";

const SignInLine = () => (
  <p>
    {texts.haveAccount} <Link to="/auth">{texts.signIn}</Link>
  </p>
);

const Agreement = () => (
  <p>
    {texts.agreement} <Link to="/terms">{texts.termsOfService}</Link> {texts.and}{" "}
    <Link to="/privacy">{texts.privacyPolicy}</Link>
    {texts.agreementEnd}
  </p>
);

/** /production-signup and /deployed-subscribe: an account and its checkout in one form. */
export const SignUpPage = () => {
  usePageTitle(texts.signUpTitle);
  const { data: user } = useQuery(currentUserQuery);
  const checkout = useCheckoutSignUp("quick");
  const production = useProductionSignUp();
  const leaving = checkout.isPending || production.isPending;
  if (user && !leaving) return <Navigate to="/subscription" replace />;
  return (
    <FormPage
      title={texts.signUpTitle}
      lead={texts.signUpTagline}
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
  usePageTitle(texts.integratedTitle);
  return (
    <FormPage title={texts.integratedTitle} lead={texts.integratedLead} foot={<SignInLine />}>
      <IntegratedChooser />
    </FormPage>
  );
};

/** /integrated-monthly-checkout and /integrated-annual-checkout. */
export const IntegratedFormPage = () => {
  const annual = useLocation().pathname.includes("annual");
  const title = annual ? texts.integratedAnnual : texts.integratedMonthly;
  usePageTitle(title);
  const { data: user } = useQuery(currentUserQuery);
  const checkout = useCheckoutSignUp("integrated");
  if (user && !checkout.isPending) return <Navigate to="/subscription" replace />;
  return (
    <FormPage title={title} lead={texts.integratedFormLead} foot={<SignInLine />}>
      <IntegratedForm plan={annual ? "annual" : "monthly"} checkout={checkout} />
    </FormPage>
  );
};

/** /subscribe: the subscribe component on a page of its own. */
export const SubscribePage = () => {
  usePageTitle(texts.subscribeTitle);
  const { data: user, isPending } = useQuery(currentUserQuery);
  if (isPending) return <LoadingState />;
  return (
    <FormPage title={texts.subscribeTitle} lead={texts.directLead}>
      <Subscribe accountEmail={user?.email ?? undefined} source="subscribe_page" />
    </FormPage>
  );
};

/** /space-fix-checkout: one direct checkout button. */
export const QuickCheckoutPage = () => {
  usePageTitle(texts.quickTitle);
  const accountEmail = useAccountEmail();
  return (
    <FormPage title={texts.quickTitle} lead={texts.directLead} bare>
      <OrderPanel
        plan="monthly"
        accountEmail={accountEmail}
        source="space_fix_checkout"
        emptyEmailText={texts.emailRequired}
      />
    </FormPage>
  );
};
