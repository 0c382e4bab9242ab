import { isValidElement, lazy, useState, type ComponentType } from "react";
import { createRoutesFromElements, matchRoutes, Route, useRoutes } from "react-router";
import { NotFoundPage } from "./routes/not-found.tsx";

const loaders = new Map<unknown, () => Promise<unknown>>();

/** A page in a chunk of its own; modules export their page by name. */
const page = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType => {
  let loaded: ComponentType | undefined;
  const bring = async () => (loaded = (await load())[name]);
  const Later = lazy(async () => ({ default: await bring() }));
  const Page = () => {
    // One that is there is drawn at once, and one that was waited for stays the same to the end.
    const [Content] = useState(() => loaded ?? Later);
    return <Content />;
  };
  loaders.set(Page, bring);
  return Page;
};

const Home = page(() => import("./routes/home.tsx"), "HomePage");
const Auth = page(() => import("./routes/auth.tsx"), "AuthPage");
const Welcome = page(() => import("./routes/welcome.tsx"), "WelcomePage");
const HowItWorks = page(() => import("./routes/how-it-works.tsx"), "HowItWorksPage");
const Terms = page(() => import("./routes/legal.tsx"), "TermsPage");
const Privacy = page(() => import("./routes/legal.tsx"), "PrivacyPage");
const ResponsibleGaming = page(() => import("./routes/legal.tsx"), "ResponsibleGamingPage");
const CancelAccount = page(() => import("./routes/cancel-account.tsx"), "CancelAccountPage");
const Subscription = page(() => import("./routes/subscription.tsx"), "SubscriptionPage");
const outcomes = () => import("./routes/subscription-outcomes.tsx");
const SubscriptionSuccess = page(outcomes, "SubscriptionSuccessPage");
const SubscriptionCancel = page(outcomes, "SubscriptionCancelPage");
const SubscriptionDetails = page(outcomes, "SubscriptionDetailsPage");
const SubscriptionCanceled = page(outcomes, "SubscriptionCanceledPage");
const SubscriptionInfo = page(outcomes, "SubscriptionInfoPage");
const checkouts = () => import("./routes/checkout-pages.tsx");
const SignUp = page(checkouts, "SignUpPage");
const IntegratedCheckout = page(checkouts, "IntegratedCheckoutPage");
const IntegratedForm = page(checkouts, "IntegratedFormPage");
const Subscribe = page(checkouts, "SubscribePage");
const QuickCheckout = page(checkouts, "QuickCheckoutPage");
const diagnostics = () => import("./routes/diagnostics.tsx");
const TestCheckout = page(diagnostics, "TestCheckoutPage");
const PriceOverride = page(diagnostics, "PriceOverridePage");
const PriceTester = page(diagnostics, "PriceTesterPage");
const DiagnosticPro = page(diagnostics, "DiagnosticProPage");
const links = () => import("./routes/mailed-links.tsx");
const ForgotPassword = page(links, "ForgotPasswordPage");
const ResetPassword = page(links, "ResetPasswordPage");
const VerifyEmail = page(links, "VerifyEmailPage");
const Claim = page(links, "ClaimPage");
const Waitlist = page(links, "WaitlistPage");
const ConvertWaitlist = page(links, "ConvertWaitlistPage");
const Account = page(() => import("./routes/account.tsx"), "AccountPage");
const History = page(() => import("./routes/history.tsx"), "HistoryPage");
const Prediction = page(() => import("./routes/prediction.tsx"), "PredictionPage");
const Slate = page(() => import("./routes/slate.tsx"), "SlatePage");
const RecordOfModels = page(() => import("./routes/record.tsx"), "RecordPage");
const Admin = page(() => import("./routes/admin.tsx"), "AdminPage");
const LogoutTest = page(() => import("./routes/logout-test.tsx"), "LogoutTestPage");

/** Path to page; every page but the not-found one is loaded when first visited. */
const routes = createRoutesFromElements(
  <>
    <Route path="/" element={<Home />} />
    <Route path="/auth" element={<Auth />} />
    <Route path="/welcome" element={<Welcome />} />
    <Route path="/how-it-works" element={<HowItWorks />} />
    <Route path="/terms" element={<Terms />} />
    <Route path="/privacy" element={<Privacy />} />
    <Route path="/responsible-gaming" element={<ResponsibleGaming />} />
    <Route path="/cancel-account" element={<CancelAccount />} />
    <Route path="/logout-test" element={<LogoutTest />} />
    <Route path="/subscription" element={<Subscription />} />
    <Route path="/subscription/success" element={<SubscriptionSuccess />} />
    <Route path="/subscription/cancel" element={<SubscriptionCancel />} />
    <Route path="/subscription-success" element={<SubscriptionDetails />} />
    <Route path="/subscription-canceled" element={<SubscriptionCanceled />} />
    <Route path="/subscription-info" element={<SubscriptionInfo />} />
    <Route path="/production-signup" element={<SignUp />} />
    <Route path="/deployed-subscribe" element={<SignUp />} />
    <Route path="/integrated-checkout" element={<IntegratedCheckout />} />
    <Route path="/integrated-monthly-checkout" element={<IntegratedForm />} />
    <Route path="/integrated-annual-checkout" element={<IntegratedForm />} />
    <Route path="/subscribe" element={<Subscribe />} />
    <Route path="/space-fix-checkout" element={<QuickCheckout />} />
    <Route path="/test-checkout" element={<TestCheckout />} />
    <Route path="/price-override-test" element={<PriceOverride />} />
    <Route path="/price-test" element={<PriceTester />} />
    <Route path="/stripe-diagnostic-pro" element={<DiagnosticPro />} />
    <Route path="/forgot-password" element={<ForgotPassword />} />
    <Route path="/reset-password" element={<ResetPassword />} />
    <Route path="/verify-email" element={<VerifyEmail />} />
    <Route path="/claim" element={<Claim />} />
    <Route path="/waitlist" element={<Waitlist />} />
    <Route path="/waitlist/convert" element={<ConvertWaitlist />} />
    <Route path="/account" element={<Account />} />
    <Route path="/history" element={<History />} />
    <Route path="/predictions/:id" element={<Prediction />} />
    <Route path="/slate" element={<Slate />} />
    <Route path="/record" element={<RecordOfModels />} />
    <Route path="/admin" element={<Admin />} />
    <Route path="*" element={<NotFoundPage />} />
  </>,
);

/** The page of the address. */
export const AppRoutes = () => useRoutes(routes);

/** Loads the page of a path, so that it can be drawn without waiting. */
export const loadPage = async (pathname: string): Promise<void> => {
  const element = matchRoutes(routes, pathname)?.at(-1)?.route.element;
  if (isValidElement(element)) await loaders.get(element.type)?.();
};
