import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleX } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { LoadingState, Skeleton } from "#/components/feedback/states.tsx";
import { Center } from "#/components/layout/center.tsx";
import { FormPage } from "#/components/layout/form-page.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { currentUserQuery, useSignIn } from "#/features/auth/api.ts";
import { subscriptionStatusQuery } from "#/features/subscription/status.ts";
import { PremiumRequired } from "#/features/subscription/premium-required.tsx";
import { SubscriptionDetails } from "#/features/subscription/details.tsx";
import { MissingSession, Verification } from "#/features/subscription/verification.tsx";
import { notify } from "#/stores/toast-store.ts";
import { messages } from "#/features/subscription/messages.ts";
import { InsteadOfOrder, useSubscription } from "./current-plan.tsx";

const Subscribe = lazy(async () => ({
  default: (await import("#/features/checkout/subscribe.tsx")).Subscribe,
}));

/** /subscription/success: verifies the checkout, then refetches user and subscription. */
export function SubscriptionSuccessPage() {
  usePageTitle(messages.verificationTitle);
  const [query] = useSearchParams();
  const client = useQueryClient();
  const sessionId = query.get("session_id");
  const entrance = useEntrance(sessionId ?? "");
  if (!sessionId) return <MissingSession />;
  const refresh = () => {
    // Without a signed-in user there is nothing to refetch, because a payment signs nobody in.
    if (client.getQueryData(currentUserQuery.queryKey) === null) return;
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    void client.invalidateQueries({ queryKey: subscriptionStatusQuery.queryKey });
  };
  return (
    <Verification key={sessionId} sessionId={sessionId} onVerified={refresh} entrance={entrance} />
  );
}

/** /subscription-success: details of the subscription by session id. */
export function SubscriptionDetailsPage() {
  usePageTitle(messages.detailsTitle);
  const [query] = useSearchParams();
  return <SubscriptionDetails sessionId={query.get("session_id")} />;
}

/** /subscription/cancel: the visitor canceled at the payment provider. */
export function SubscriptionCancelPage() {
  usePageTitle(messages.canceledTitle);
  return <Canceled />;
}

/** /subscription-canceled: shows a toast, or an error toast if the query has `error`. */
export function SubscriptionCanceledPage() {
  usePageTitle(messages.canceledTitle);
  const [query] = useSearchParams();
  const failed = query.has("error");
  useEffect(() => {
    notify({ title: messages.canceledTitle, description: messages.canceledText, kind: "info" });
    // The text of the parameter is not shown, because anyone can write a link.
    if (failed)
      notify({
        title: messages.errorProcessing,
        description: messages.infoErrorText,
        kind: "error",
      });
  }, [failed]);
  return <Canceled />;
}

/** /subscription-info: the benefits of premium for a user who can buy it, with a banner after an error. */
export function SubscriptionInfoPage() {
  usePageTitle(messages.required);
  const [query] = useSearchParams();
  const { user, status, isLoading, hasAccess, hasPlan, isExcluded } = useSubscription();
  const trialWaiting = user ? !hasAccess && status?.trialUsed === false : true;
  if (isLoading) return <LoadingState />;
  const isBuyer = !hasPlan && !isExcluded;
  return (
    <FormPage title={messages.required} lead={isBuyer ? messages.infoLead : undefined} bare>
      <chakra.div display="grid" gap={4}>
        {query.has("error") && (
          <WarningStrip role="alert">
            <strong>{messages.infoError}</strong>
            <p>{messages.infoErrorText}</p>
          </WarningStrip>
        )}
        {isBuyer ? (
          <Offer user={user} trialWaiting={trialWaiting} />
        ) : (
          <InsteadOfOrder hasPlan={hasPlan} />
        )}
      </chakra.div>
    </FormPage>
  );
}

type OfferProps = { user: User | null | undefined; trialWaiting: boolean };

function Offer({ user, trialWaiting }: OfferProps) {
  return (
    <PremiumRequired
      isTitled={false}
      isSignedIn={Boolean(user)}
      trialWaiting={trialWaiting}
      subscribe={
        user?.email && (
          <Suspense fallback={<Skeleton height="480px" />}>
            <Subscribe accountEmail={user.email} source="subscription_info" />
          </Suspense>
        )
      }
    />
  );
}

/** Signs in a buyer without a session; undefined for a signed-in user. */
function useEntrance(sessionId: string) {
  const { data: user } = useQuery(currentUserQuery);
  const login = useSignIn("POST /api/checkout-login");
  const navigate = useNavigate();
  if (user !== null) return undefined;
  const refuse = () => {
    notify({ title: messages.enterFailedTitle, description: messages.enterFailed, kind: "info" });
    void navigate("/auth");
  };
  return {
    enter: () =>
      login.mutate({ sessionId }, { onSuccess: () => void navigate("/"), onError: refuse }),
    isEntering: login.isPending,
  };
}

function Canceled() {
  return (
    <Center>
      <CircleX size={32} aria-hidden />
      <Heading>{messages.canceledTitle}</Heading>
      <p>{messages.canceledText}</p>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap={3}>
        <ButtonLink to="/subscription" variant="primary">
          {messages.seePlans}
        </ButtonLink>
        <ButtonLink to="/">{messages.returnHome}</ButtonLink>
      </chakra.div>
    </Center>
  );
}
