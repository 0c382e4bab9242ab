import { Box } from "@chakra-ui/react/box";
import type { User } from "@orbline/proto/http/user";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { useNavigate } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { Skeleton } from "#/components/feedback/states.tsx";
import { PredictionArea } from "#/features/prediction/machine/prediction-area.tsx";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/api.ts";
import { SubscriptionGate } from "#/features/subscription/gate.tsx";
import { Protected } from "#/app/protected.tsx";

// A subscriber needs neither.
const StartCheckout = lazy(async () => ({
  default: (await import("#/features/checkout/start-checkout.tsx")).StartCheckout,
}));
const Subscribe = lazy(async () => ({
  default: (await import("#/features/checkout/subscribe.tsx")).Subscribe,
}));

const Welcome = ({ user }: { user: User }) => (
  <Heading srOnly={{ base: true, md: false }}>{`Welcome, ${user.username}`}</Heading>
);

const useUnsubscribed = (user: User) => {
  const navigate = useNavigate();
  const [presses, setPresses] = useState(0);
  const onUnsubscribed = () => {
    if (user.email === null) void navigate("/auth?subscribe=true");
    else setPresses((count) => count + 1);
  };
  const checkout = presses > 0 && user.email !== null && (
    <Suspense>
      <StartCheckout source="prediction_machine" email={user.email} presses={presses} />
    </Suspense>
  );
  return { onUnsubscribed, checkout };
};

const SignedInHome = ({ user }: { user: User }) => {
  const client = useQueryClient();
  const { data } = useQuery(subscriptionStatusQuery);
  // Together with the gate, in short slices: the machine is the most that is drawn at once anywhere.
  const subscription = useDeferredValue(data);
  const { onUnsubscribed, checkout } = useUnsubscribed(user);
  const subscribed = isSubscribed(subscription);
  const askAgain = () =>
    void client.invalidateQueries({ queryKey: subscriptionStatusQuery.queryKey });
  return (
    <Container py={{ base: 4, md: 6 }}>
      {!subscribed && (
        <Box {...(subscription !== undefined && { maxWidth: "620px", mx: "auto" })}>
          <Welcome user={user} />
        </Box>
      )}
      {checkout}
      <SubscriptionGate
        subscribe={
          user.email !== null && (
            <Suspense fallback={<Skeleton height="480px" />}>
              <Subscribe accountEmail={user.email} source="gate" />
            </Suspense>
          )
        }
      >
        <PredictionArea
          welcome={<Welcome user={user} />}
          isSubscribed={subscribed}
          onUnsubscribed={onUnsubscribed}
          onSubscriptionEnded={askAgain}
        />
      </SubscriptionGate>
    </Container>
  );
};

/** The home of a signed-in user: the welcome line, the gate, the prediction machine. */
export const HomePage = () => {
  usePageTitle();
  return <Protected>{(user) => <SignedInHome user={user} />}</Protected>;
};
