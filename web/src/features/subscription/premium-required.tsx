import { chakra } from "@chakra-ui/react/styled-system";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { CheckList } from "#/components/data/check-list.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { trialPath } from "#/components/layout/nav-links.ts";
import { benefits, layoutMessages } from "#/shared/messages.ts";
import { messages } from "./messages.ts";

type RequiredProps = {
  subscribe: ReactNode;
  /** False on a page whose heading has the same text. */
  isTitled?: boolean;
  /** A visitor, or an account that has not had its free trial. */
  trialWaiting?: boolean;
  isSignedIn?: boolean;
};

/** The benefits of a subscription and the control that starts one. */
export function PremiumRequired({
  subscribe,
  isTitled = true,
  trialWaiting = false,
  isSignedIn = false,
}: RequiredProps) {
  return (
    <Panel as="section" ticks width="full" maxWidth="620px" mx="auto" my={isTitled ? 4 : 0}>
      <PanelBody>
        <chakra.p display="flex" alignItems="center" gap={2} textStyle="label" color="fg.muted">
          <Lock size={16} aria-hidden />
          {messages.subscribersOnly}
        </chakra.p>
        {isTitled && (
          <chakra.h2 textStyle="h2" mt={2}>
            {messages.required}
          </chakra.h2>
        )}
        {trialWaiting && <WaitingTrial isLinked={Boolean(subscribe) || !isSignedIn} />}
        <CheckList items={benefits} mt={5} color="fg.muted" />
        <chakra.div mt={5}>
          {subscribe || (
            <>
              <ButtonLink
                to="/auth?subscribe=true"
                // The trial has the primary button of a visitor.
                variant={trialWaiting && !isSignedIn ? "outline" : "primary"}
                size="lg"
                width="full"
              >
                {messages.signIn}
              </ButtonLink>
              {isSignedIn && (
                <chakra.p textStyle="small" color="fg.muted" mt={3}>
                  {messages.emailMissing}
                </chakra.p>
              )}
              <chakra.p textStyle="small" color="fg.muted" mt={3}>
                {messages.priceLine}
              </chakra.p>
            </>
          )}
        </chakra.div>
      </PanelBody>
    </Panel>
  );
}

/** The free trial. An account without an email adds one before it can start the trial. */
function WaitingTrial({ isLinked }: { isLinked: boolean }) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap={3}
      mt={5}
      p={4}
      bg="accent.subtle"
      borderWidth="1px"
      borderColor="accent.line"
      borderRadius="control"
    >
      <p>
        <chakra.strong display="block" fontWeight={600}>
          {messages.trialWaiting}
        </chakra.strong>
        <chakra.span color="fg.muted">{messages.trialWaitingPrice}</chakra.span>
      </p>
      {isLinked && (
        <ButtonLink to={trialPath} variant="primary">
          {layoutMessages.startTrial}
        </ButtonLink>
      )}
    </chakra.div>
  );
}
