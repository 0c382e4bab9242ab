import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { currentUserQuery } from "#/features/auth/api.ts";
import { AuthScreen, type Tab } from "#/features/auth/auth-screen.tsx";
import { LateSample } from "#/app/late-sample.tsx";
import { referralCode } from "#/shared/referral.ts";
import { wantedPage } from "#/lib/navigation.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { hasSignedInBefore, useSessionStore } from "#/stores/session-store.ts";
import { messages } from "#/features/auth/messages.ts";
import { signUpPlans } from "#/shared/sign-up.ts";

// Most visitors use the login tab only.
const RegisterTab = lazy(async () => ({
  default: (await import("#/app/auth-steps.tsx")).RegisterTab,
}));
const AddEmailStep = lazy(async () => ({
  default: (await import("#/app/auth-steps.tsx")).AddEmailStep,
}));

/** Sign in and sign up. Redirects a signed-in user to the plans or to the page that required the sign-in. */
export function AuthPage() {
  const { data: user } = useQuery(currentUserQuery);
  const hydrated = useHydrated();
  const [query] = useSearchParams();
  const [picked, setTab] = useState<Tab>();
  // The page is prerendered without a query.
  const isNew = useSessionStore(({ openedHome }) => openedHome) && !hasSignedInBefore();
  const first = hydrated && (isNew || query.get("tab") === "register") ? "register" : "login";
  const tab = picked ?? first;
  usePageTitle(tab === "register" ? messages.register : messages.login);
  const { state } = useLocation();
  const endedAt = useSessionStore((session) => session.endedAt);
  const plan = query.get("plan");
  if (user) {
    const subscribing = query.get("subscribe") === "true";
    if (subscribing && user.email === null) return <AddEmailStep user={user} />;
    const plans = {
      pathname: "/subscription",
      search: plan === null ? "" : `?${new URLSearchParams({ plan }).toString()}`,
    };
    return <Navigate to={subscribing ? plans : (endedAt ?? wantedPage(state) ?? "/")} replace />;
  }
  return (
    <AuthScreen
      tab={tab}
      onTab={setTab}
      firstPlan={signUpPlans.find((each) => each === plan) ?? "trial"}
      affiliateCode={hydrated ? referralCode() : undefined}
      sample={<LateSample />}
      register={(props) => <RegisterTab {...props} />}
    />
  );
}
