import { chakra } from "@chakra-ui/react/styled-system";
import { planTerms, type Plan } from "@orbline/proto/constants/plans";
import type { Tier } from "@orbline/proto/constants/subscription";
import type { VerifyResponse } from "@orbline/proto/http/billing/checkout";
import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { PlanCharges } from "#/components/betting/charge-timeline.tsx";
import { SupportLine } from "#/components/ui/support-line.tsx";
import { Center } from "#/components/layout/center.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Button } from "#/components/ui/button.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { Spinner } from "@chakra-ui/react/spinner";
import { saveReminder, type CalendarEvent } from "#/lib/calendar.ts";
import { dayAndTime } from "#/lib/format.ts";
import { navigation } from "#/lib/navigation.ts";
import { chargesOf } from "#/shared/plans.ts";
import { reportConversion } from "#/shared/referral.ts";
import { useShowsPurchase } from "#/stores/session-store.ts";
import { notify } from "#/stores/toast-store.ts";
import { verifyQuery } from "./api.ts";
import { messages, planMessages } from "./messages.ts";

const planByTier: ReadonlyMap<string, Plan> = new Map<Tier, Plan>([
  ["premium", "monthly"],
  ["premium_trial", "trial"],
  ["premium_annual", "annual"],
]);

type VerificationProps = {
  sessionId: string;
  /** Called once when the checkout is verified, to refetch the user and the subscription. */
  onVerified: () => void;
  /** Signs in a buyer who paid with an email alone; undefined for a signed-in user. */
  entrance: Entrance | undefined;
};
type Entrance = { enter: () => void; isEntering: boolean };

/** Verifies a checkout after the provider's redirect: verifying, then success or error. */
export function Verification({ sessionId, onVerified, entrance }: VerificationProps) {
  const { data, error } = useQuery(verifyQuery(sessionId));
  useShowsPurchase(data?.success === true);
  useEffect(() => {
    if (data?.success) {
      reportCheckout(data, sessionId);
      onVerified();
    } else if (!data?.trialUsed && (data ?? error)) {
      // Without a reason the payment succeeded and only the access is late.
      const late = data !== undefined && data.error === undefined;
      const description = late ? messages.incomplete : messages.verifyFailed;
      notify({ title: messages.verificationTitle, description, kind: "error" });
    }
    // `onVerified` changes with every render and must not run the effect again.
  }, [data, error, sessionId]);
  if (data?.success) return <Verified response={data} entrance={entrance} />;
  if (data ?? error) return <Failed detail={data?.error} trialUsed={data?.trialUsed} />;
  return (
    <Center role="status">
      <Spinner boxSize={8} color="accent.fg" />
      <Heading>{messages.verifying}</Heading>
      <p>{messages.verifyingText}</p>
    </Center>
  );
}

/** The page without a session to verify. */
export const MissingSession = () => <Failed detail={messages.noSession} />;

type FailedProps = { detail: string | undefined; trialUsed?: boolean | undefined };

/** A used trial cannot be verified by another try, so it leads to the plans, where monthly is chosen. */
function Failed({ detail, trialUsed = false }: FailedProps) {
  return (
    <Center role="alert">
      <chakra.span color="warm.fg" aria-hidden>
        <TriangleAlert size={32} />
      </chakra.span>
      <Heading>{messages.verificationTitle}</Heading>
      {!trialUsed && <p>{messages.errorScreen}</p>}
      {detail !== undefined && <p>{detail}</p>}
      {!trialUsed && <SupportLine before={messages.supportAddress} />}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap={3}>
        {trialUsed ? (
          <ButtonLink to="/subscription" variant="primary">
            {messages.toMonthly}
          </ButtonLink>
        ) : (
          <Button variant="primary" onClick={navigation.reload}>
            {messages.tryAgain}
          </Button>
        )}
        <ButtonLink to="/">{messages.returnHome}</ButtonLink>
      </chakra.div>
    </Center>
  );
}

type VerifiedProps = { response: VerifyResponse; entrance: Entrance | undefined };

function Verified({ response, entrance }: VerifiedProps) {
  const trial = response.plan === "trial" || response.subscriptionTier === "premium_trial";
  const email = response.customerEmail;
  usePageTitle(trial ? messages.trialStarted : messages.successTitle);
  return (
    <Center>
      <chakra.span color="accent.fg" aria-hidden>
        <CircleCheck size={32} />
      </chakra.span>
      <Heading>{messages.successTitle}</Heading>
      <p role="status">{trial ? messages.trialText : messages.successText}</p>
      {response.plan !== undefined && <NextCharges plan={response.plan} />}
      <chakra.p maxWidth="480px">
        {email !== undefined && (trial ? messages.datesTo(email) : messages.receiptTo(email))}{" "}
        {entrance && response.passwordLink && messages.claimMailed}
      </chakra.p>
      {entrance === undefined ? (
        <ButtonLink to="/" variant="primary" size="lg">
          {messages.goToDashboard}
        </ButtonLink>
      ) : (
        <Button
          variant="primary"
          size="lg"
          onClick={entrance.enter}
          busyText={entrance.isEntering && messages.entering}
        >
          {messages.goToDashboard}
        </Button>
      )}
    </Center>
  );
}

/** The plan, what it costs and when, with a calendar reminder of a trial's first charge. */
function NextCharges({ plan }: { plan: Plan }) {
  const [now] = useState(() => new Date());
  const chargedAt = plan === "trial" ? chargesOf(plan, now)[1]?.date : undefined;
  return (
    <Panel
      title={`${messages.yourPlan} ${planTerms[plan].name}`}
      width="full"
      maxWidth="480px"
      textAlign="start"
    >
      <PanelBody display="grid" gap={4}>
        <PlanCharges plan={plan} now={now} todayLabel={planMessages.today} />
        {chargedAt && (
          <>
            <p>{messages.cancelBefore(dayAndTime(chargedAt))}</p>
            <Button onClick={() => saveReminder(reminderOf(chargedAt))}>
              <CalendarPlus size={16} aria-hidden />
              {messages.addReminder}
            </Button>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}

const dayMs = 86_400_000;

/** A calendar event one day before the first charge, at which the trial can still be canceled. */
function reminderOf(firstCharge: Date): CalendarEvent {
  return {
    start: new Date(firstCharge.getTime() - dayMs),
    title: messages.reminderTitle,
    text: messages.reminderText(dayAndTime(firstCharge)),
  };
}

/** Reports a verified checkout to the referral script if the response names the buyer and a plan with a price. */
function reportCheckout(response: VerifyResponse, sessionId: string) {
  if (response.customerEmail === undefined) return;
  const plan = planOf(response);
  if (plan === undefined) return;
  reportConversion(sessionId, {
    email: response.customerEmail,
    // A trial is worth the plan that follows it.
    amount: planTerms[plan].priceCents,
    externalId: response.userId ?? sessionId,
    plan,
    source: "subscription_success",
  });
}

/** The plan of a checkout, or that of its tier; undefined for a tier that no plan gives. */
function planOf({ plan, subscriptionTier = "" }: VerifyResponse): Plan | undefined {
  return plan ?? planByTier.get(subscriptionTier);
}
