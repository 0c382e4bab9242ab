import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, type ReactNode } from "react";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { ErrorState, LoadingState } from "#/components/feedback/states.tsx";
import { Link } from "#/components/ui/link.tsx";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { day } from "#/lib/format.ts";
import { useBreak } from "#/shared/guardrails.ts";
import { isSubscribed, subscriptionStatusQuery } from "./status.ts";
import { messages } from "./messages.ts";

// Subscribers never need them.
const BreakNotice = lazy(async () => ({
  default: (await import("#/components/betting/break-notice.tsx")).BreakNotice,
}));
const PremiumRequired = lazy(async () => ({
  default: (await import("./premium-required.tsx")).PremiumRequired,
}));

type GateProps = {
  /** The subscribe control for a user with an email. */
  subscribe: ReactNode;
  children: ReactNode;
};

/**
 * Shows its children to subscribers and the benefits of a subscription to everyone else. Self-excluded users cannot buy one:
 * they see when that ends.
 */
export function SubscriptionGate({ subscribe, children }: GateProps) {
  const query = useQuery(subscriptionStatusQuery);
  const { data: latest, error, refetch } = query;
  // Deferred, so that the browser responds to input while the content behind the gate renders.
  const data = useDeferredValue(latest);
  const needsPlan = Boolean(data) && !isSubscribed(data);
  const exclusion = useBreak(needsPlan);
  const checking = <LoadingState text={messages.checking} />;
  if (latest === undefined && error)
    return (
      <ErrorState error={error} title={messages.statusFailed} onRetry={() => void refetch()} />
    );
  if (data === undefined || (needsPlan && exclusion.isLoading)) return checking;
  if (needsPlan && exclusion.isSelfExclusion)
    return (
      <Suspense fallback={checking}>
        <BreakNotice />
      </Suspense>
    );
  if (!isSubscribed(data))
    return (
      <Suspense fallback={checking}>
        <StaleBanner query={query} mb={4} />
        <PremiumRequired
          subscribe={subscribe}
          trialWaiting={data?.trialUsed === false}
          isSignedIn={data !== null}
        />
      </Suspense>
    );
  return (
    <>
      <StaleBanner query={query} mb={4} />
      {data?.graceUntil && (
        <WarningStrip role="status" mb={4}>
          {messages.graceBefore} <Link to="/account#plan">{messages.graceLink}</Link>{" "}
          {messages.graceAfter(day(data.graceUntil))}
        </WarningStrip>
      )}
      {children}
    </>
  );
}
