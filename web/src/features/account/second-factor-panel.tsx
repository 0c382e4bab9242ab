import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import type { SecondFactorStep } from "./second-factor-dialogs.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day } from "#/lib/format.ts";
import { secondFactorQuery } from "./api.ts";
import { secondFactorMessages as messages } from "./messages.ts";

const SecondFactorDialog = lazy(async () => ({
  default: (await import("./second-factor-dialogs.tsx")).SecondFactorDialog,
}));

/** Turns two-step sign-in on and off. An account without a password needs one first. */
export function SecondFactorPanel({ user }: { user: User }) {
  const [step, setStep] = useState<SecondFactorStep>();
  return (
    <Panel title={messages.title} id="two-step">
      <QueryView
        query={useQuery(secondFactorQuery)}
        failed={messages.loadFailed}
        skeleton={<SkeletonRows rows={2} height={6} role="status" aria-label={messages.loading} />}
        m={{ base: 4, md: 5 }}
      >
        {({ secondFactor }) => (
          <PanelBody display="grid" gap={3} justifyItems={{ base: "stretch", sm: "start" }}>
            <chakra.p color="fg.muted">
              {secondFactor
                ? messages.isOn(day(secondFactor.enabledAt), secondFactor.recoveryCodesLeft)
                : messages.lead}
            </chakra.p>
            {user.hasPassword ? (
              <chakra.div display="flex" flexDirection={{ base: "column", sm: "row" }} gap={3}>
                <Button onClick={() => setStep(secondFactor ? "off" : "on")}>
                  {secondFactor ? messages.turnOff : messages.turnOn}
                </Button>
                {secondFactor && (
                  <Button onClick={() => setStep("codes")}>{messages.newCodes}</Button>
                )}
              </chakra.div>
            ) : (
              <p>{messages.needsPassword}</p>
            )}
          </PanelBody>
        )}
      </QueryView>
      <Suspense>
        {step && <SecondFactorDialog step={step} user={user} onClose={() => setStep(undefined)} />}
      </Suspense>
    </Panel>
  );
}
