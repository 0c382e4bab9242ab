import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useDeferredValue, type ReactNode } from "react";
import { Benefits } from "../../../components/ui/benefits.tsx";
import { ButtonLink } from "../../../components/ui/link.tsx";
import { Panel, PanelBody } from "../../../components/ui/panel.tsx";
import { ErrorState, LoadingState } from "../../../components/ui/states.tsx";
import { subscriptionTexts as texts } from "../../../texts/subscription.ts";
import { isSubscribed, subscriptionStatusQuery } from "../api.ts";
import { GraceBanner } from "./grace-banner.tsx";

const Eyebrow = chakra("p", {
  base: { display: "flex", alignItems: "center", gap: 2, textStyle: "label", color: "fg.muted" },
});

type RequiredProps = {
  subscribe: ReactNode;
  /** False where the page's own heading says it already. */
  isTitled?: boolean;
};

/** What is missing, what it opens, and the way to it. */
export const PremiumRequired = ({ subscribe, isTitled = true }: RequiredProps) => (
  <Panel as="section" ticks width="full" maxWidth="620px" mx="auto" my={isTitled ? 4 : 0}>
    <PanelBody>
      <Eyebrow>
        <Lock size={16} aria-hidden />
        {texts.subscribersOnly}
      </Eyebrow>
      {isTitled && (
        <chakra.h2 textStyle="h2" mt={2}>
          {texts.required}
        </chakra.h2>
      )}
      <chakra.div mt={3}>
        <Benefits />
      </chakra.div>
      <chakra.div mt={5}>
        {subscribe || (
          <>
            <ButtonLink to="/auth?subscribe=true" variant="primary" size="lg" width="full">
              {texts.signIn}
            </ButtonLink>
            <chakra.p textStyle="small" color="fg.muted" mt={3}>
              {texts.priceLine}
            </chakra.p>
          </>
        )}
      </chakra.div>
    </PanelBody>
  </Panel>
);

type GateProps = {
  /** The subscribe control, for a user with an e-mail. */
  subscribe: ReactNode;
  children: ReactNode;
};

/** Lets subscribers through and shows everybody else what a subscription opens. */
export const SubscriptionGate = ({ subscribe, children }: GateProps) => {
  const { data: latest, error, refetch } = useQuery(subscriptionStatusQuery);
  // What is behind the gate is much to draw; between its slices the browser answers.
  const data = useDeferredValue(latest);
  if (data === undefined && !error) return <LoadingState text={texts.checking} />;
  if (error)
    return <ErrorState error={error} title={texts.statusFailed} onRetry={() => void refetch()} />;
  if (!isSubscribed(data)) return <PremiumRequired subscribe={subscribe} />;
  return (
    <>
      {data?.graceUntil && <GraceBanner until={data.graceUntil} />}
      {children}
    </>
  );
};
