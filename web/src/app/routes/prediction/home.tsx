import { Box } from "@chakra-ui/react/box";
import { chosenUsername } from "@orbline/proto/constants/usernames";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useState, type ReactNode } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { Skeleton } from "#/components/feedback/states.tsx";
import { trialPath } from "#/components/layout/nav-links.ts";
import { Tabs } from "#/components/ui/tabs.tsx";
import { PredictionArea } from "#/features/prediction/machine/prediction-area.tsx";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/status.ts";
import { messages } from "#/features/prediction/messages.ts";
import { SubscriptionGate } from "#/features/subscription/gate.tsx";
import { Protected } from "#/app/protected.tsx";
import { SetPassword, VerifyEmail } from "#/features/account/verify-email.tsx";

// Loads separately, because subscribers do not need it.
const Subscribe = lazy(async () => ({
  default: (await import("#/features/checkout/subscribe.tsx")).Subscribe,
}));

// Loads separately, because the gate shows the machine to subscribers only, and few subscriptions end while it is open.
const MonthlyCheckout = lazy(async () => ({
  default: (await import("#/features/checkout/monthly-checkout.tsx")).MonthlyCheckout,
}));

// Loads separately, because most visits to the home are for a prediction.
const PriceChecker = lazy(async () => ({
  default: (await import("#/features/check/price-check.tsx")).PriceChecker,
}));

/** The home of a signed-in user: the welcome line, the gate, the prediction machine and the price check. */
export function HomePage() {
  usePageTitle();
  return <Protected loading={messages.loading}>{(user) => <SignedInHome user={user} />}</Protected>;
}

function Welcome({ user }: { user: User }) {
  const name = chosenUsername(user);
  return (
    <Heading srOnly={{ base: true, md: false }}>
      {name === undefined ? "Welcome" : `Welcome, ${name}`}
    </Heading>
  );
}

/** The next step for the account. The link that sets a password also verifies the email. */
function NextStep({ user }: { user: User }) {
  if (user.email === null) return null;
  if (!user.hasPassword) return <SetPassword />;
  return user.emailVerified ? null : <VerifyEmail email={user.newEmail ?? user.email} />;
}

function SignedInHome({ user }: { user: User }) {
  const client = useQueryClient();
  const { data } = useQuery(subscriptionStatusQuery);
  // The machine is the largest render of the app. Deferring it with the gate splits it into short tasks.
  const subscription = useDeferredValue(data);
  const navigate = useNavigate();
  const [refusedClicks, setRefusedClicks] = useState(0);
  const onUnsubscribed = () => {
    if (user.email === null) void navigate("/auth?subscribe=true");
    else setRefusedClicks(refusedClicks + 1);
  };
  const subscribed = isSubscribed(subscription);
  const askAgain = () =>
    void client.invalidateQueries({ queryKey: subscriptionStatusQuery.queryKey });
  // An admin without a plan works in the dashboard, and need not be offered one first.
  if (user.role === "admin" && data && !isSubscribed(data)) return <Navigate to="/admin" replace />;
  return (
    <Container py={{ base: 4, md: 6 }}>
      <NextStep user={user} />
      {!subscribed && (
        <Box {...(subscription !== undefined && { maxWidth: "620px", mx: "auto" })}>
          <Welcome user={user} />
        </Box>
      )}
      {user.email !== null && refusedClicks > 0 && (
        <Suspense>
          <MonthlyCheckout email={user.email} clicks={refusedClicks} />
        </Suspense>
      )}
      <SubscriptionGate
        subscribe={
          user.email !== null && (
            <Suspense fallback={<Skeleton height="480px" />}>
              <Subscribe accountEmail={user.email} source="gate" />
            </Suspense>
          )
        }
      >
        <SuggestOrCheck
          welcome={<Welcome user={user} />}
          suggest={
            <PredictionArea
              welcome={<Welcome user={user} />}
              isSubscribed={subscribed}
              onUnsubscribed={onUnsubscribed}
              onSubscriptionEnded={askAgain}
            />
          }
        />
      </SubscriptionGate>
    </Container>
  );
}

/** The prediction machine, or a check of a bet that the user found. The choice is in the address. */
function SuggestOrCheck({ welcome, suggest }: { welcome: ReactNode; suggest: ReactNode }) {
  const [query, setQuery] = useSearchParams();
  const choose = (mode: "suggest" | "check") => {
    const changed = new URLSearchParams(query);
    if (mode === "check") changed.set("mode", mode);
    else changed.delete("mode");
    setQuery(changed, { preventScrollReset: true });
  };
  const check = (
    <>
      <Box mb={{ md: 3 }}>{welcome}</Box>
      <Suspense fallback={<Skeleton height="480px" />}>
        <PriceChecker isSubscribed trialPath={trialPath} gameId={undefined} />
      </Suspense>
    </>
  );
  return (
    <Tabs
      label={messages.modes}
      value={query.get("mode") === "check" ? "check" : "suggest"}
      onChange={choose}
      tabs={[
        { value: "suggest", label: messages.suggest, content: suggest },
        { value: "check", label: messages.check, content: check },
      ]}
    />
  );
}
