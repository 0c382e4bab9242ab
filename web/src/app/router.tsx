import { lazy, type FC } from "react";
import { matchRoutes, useRoutes, type RouteObject } from "react-router";

const legal = () => import("./routes/legal.tsx");
const outcomes = () => import("./routes/checkout/subscription-outcomes.tsx");
const signUp = () => import("./routes/checkout/sign-up.tsx");
const integrated = () => import("./routes/checkout/integrated-checkout.tsx");
const subscribe = () => import("./routes/checkout/subscribe.tsx");
const testCheckout = () => import("./routes/checkout/test-checkout.tsx");
const diagnostics = () => import("./routes/diagnostics.tsx");
const links = () => import("./routes/mailed-links.tsx");

/** The page of every path. Each module is a chunk of its own. */
const pages: Record<string, PageModule> = {
  "/": page(() => import("./routes/prediction/home.tsx"), "HomePage"),
  "/auth": page(() => import("./routes/auth.tsx"), "AuthPage"),
  "/welcome": page(() => import("./routes/welcome.tsx"), "WelcomePage"),
  "/how-it-works": page(() => import("./routes/how-it-works.tsx"), "HowItWorksPage"),
  "/terms": page(legal, "TermsPage"),
  "/privacy": page(legal, "PrivacyPage"),
  "/responsible-gaming": page(legal, "ResponsibleGamingPage"),
  "/cancel-account": page(() => import("./routes/account/cancel-account.tsx"), "CancelAccountPage"),
  "/logout-test": page(() => import("./routes/logout-test.tsx"), "LogoutTestPage"),
  "/subscription": page(() => import("./routes/checkout/subscription.tsx"), "SubscriptionPage"),
  "/subscription/success": page(outcomes, "SubscriptionSuccessPage"),
  "/subscription/cancel": page(outcomes, "SubscriptionCancelPage"),
  "/subscription-success": page(outcomes, "SubscriptionDetailsPage"),
  "/subscription-canceled": page(outcomes, "SubscriptionCanceledPage"),
  "/subscription-info": page(outcomes, "SubscriptionInfoPage"),
  "/production-signup": page(signUp, "SignUpPage"),
  "/deployed-subscribe": page(signUp, "SignUpPage"),
  "/integrated-checkout": page(integrated, "IntegratedCheckoutPage"),
  "/integrated-monthly-checkout": page(integrated, "IntegratedFormPage"),
  "/integrated-annual-checkout": page(integrated, "IntegratedFormPage"),
  "/subscribe": page(subscribe, "SubscribePage"),
  "/space-fix-checkout": page(subscribe, "QuickCheckoutPage"),
  "/test-checkout": page(testCheckout, "TestCheckoutPage"),
  "/price-override-test": page(diagnostics, "PriceOverridePage"),
  "/price-test": page(diagnostics, "PriceTesterPage"),
  "/stripe-diagnostic-pro": page(diagnostics, "DiagnosticProPage"),
  "/forgot-password": page(links, "ForgotPasswordPage"),
  "/reset-password": page(links, "ResetPasswordPage"),
  "/verify-email": page(links, "VerifyEmailPage"),
  "/undo-email-change": page(links, "UndoEmailChangePage"),
  "/undo-second-factor": page(links, "UndoSecondFactorPage"),
  "/claim": page(links, "ClaimPage"),
  "/offline": page(() => import("./routes/offline.tsx"), "OfflinePage"),
  "/unsubscribe": page(() => import("./routes/account/unsubscribe.tsx"), "UnsubscribePage"),
  "/waitlist": page(links, "WaitlistPage"),
  "/waitlist/convert": page(links, "ConvertWaitlistPage"),
  "/account": page(() => import("./routes/account/account.tsx"), "AccountPage"),
  "/history": page(() => import("./routes/prediction/history.tsx"), "HistoryPage"),
  "/notices": page(() => import("./routes/prediction/notices.tsx"), "NoticesPage"),
  "/predictions/:id": page(() => import("./routes/prediction/prediction.tsx"), "PredictionPage"),
  "/slate": page(() => import("./routes/prediction/slate.tsx"), "SlatePage"),
  "/check": page(() => import("./routes/prediction/check.tsx"), "CheckPage"),
  "/record": page(() => import("./routes/prediction/record.tsx"), "RecordPage"),
  "/record/proof": page(() => import("./routes/prediction/record-log.tsx"), "RecordLogPage"),
  "/p/:slug": page(() => import("./routes/prediction/shared-pick.tsx"), "SharedPickPage"),
  "/admin": page(() => import("./routes/admin.tsx"), "AdminPage"),
};

const notFound = page(() => import("./routes/not-found.tsx"), "NotFoundPage");

/** Every path for which the app has a page. */
export const paths = Object.keys(pages);

const routes: RouteObject[] = [
  ...Object.entries(pages).map(([path, { Page }]) => ({ path, element: <Page /> })),
  { path: "*", element: <notFound.Page /> },
];

/** The page of the address. */
export const AppRoutes = () => useRoutes(routes);

/** Loads the module of the page at the path. A failure is left to the page itself, which shows it. */
export async function loadPage(pathname: string): Promise<void> {
  const path = matchRoutes(routes, pathname)?.[0]?.route.path ?? "*";
  await (pages[path] ?? notFound).load().catch(() => undefined);
}

type PageModule = { load: () => Promise<unknown>; Page: FC };

/** A page that loads when it is first visited. */
function page<Name extends string>(load: () => Promise<Record<Name, FC>>, name: Name): PageModule {
  const Page = lazy<FC>(async () => ({ default: (await load().catch(failLater))[name] }));
  return { load, Page };
}

const leaveMs = 1_000;

/** Firefox fails the imports of a document that it leaves. The document is gone before this throws. */
async function failLater(error: unknown): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, leaveMs));
  throw error;
}
