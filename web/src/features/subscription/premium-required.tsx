import { chakra } from "@chakra-ui/react/styled-system";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { CheckList } from "#/components/data/check-list.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { benefits } from "#/shared/messages.ts";
import { messages } from "./messages.ts";

type RequiredProps = {
  subscribe: ReactNode;
  /** False on a page whose heading has the same text. */
  isTitled?: boolean;
};

/** The benefits of a subscription and the control that starts one. */
export function PremiumRequired({ subscribe, isTitled = true }: RequiredProps) {
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
        <CheckList items={benefits} mt={3} color="fg.muted" />
        <chakra.div mt={5}>
          {subscribe || (
            <>
              <ButtonLink to="/auth?subscribe=true" variant="primary" size="lg" width="full">
                {messages.signIn}
              </ButtonLink>
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
