import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { CalendarClock, Database, RotateCcw, TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { BreakNotice } from "#/components/betting/break-notice.tsx";
import { Badge } from "#/components/ui/badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { Spinner } from "@chakra-ui/react/spinner";
import { EmptyState, Skeleton } from "#/components/feedback/states.tsx";
import { RequestId } from "#/components/feedback/warning-strip.tsx";
import { site } from "#/lib/site.ts";
import { breakMessages } from "#/shared/messages.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { messages } from "../messages.ts";
import { failureOf } from "../outcome.ts";

/** The skeleton of a result. Where panels follow below, it is as high as the screen, so that the result moves none in sight. */
export function Generating({ meta }: { meta: string }) {
  return (
    <Panel title={messages.generating} meta={meta} minHeight={{ base: "100dvh", xl: "auto" }}>
      <PanelBody display="grid" gap={4}>
        <chakra.div display="flex" alignItems="center" gap={3} color="fg.muted">
          <Spinner color="accent.fg" />
          {messages.generating}
        </chakra.div>
        <chakra.div display="flex" justifyContent="space-between" gap={4} mb={2}>
          <Skeleton width="55%" height={6} />
          <Skeleton width="88px" height={11} />
        </chakra.div>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <chakra.div key={row} display="flex" justifyContent="space-between" gap={4}>
            <Skeleton width="75%" />
            <Skeleton width="56px" />
          </chakra.div>
        ))}
      </PanelBody>
    </Panel>
  );
}

/** The panel during a break. */
export function OnBreak() {
  return (
    <Panel height="full" display="grid" alignItems="center">
      <BreakNotice />
    </Panel>
  );
}

/** The panel before the first prediction. */
export function NothingYet() {
  const { sport, risk } = usePredictionForm();
  const text = sport && risk ? messages.nextStep : messages.nothingYetText;
  return <Notice icon={orb} title={messages.nothingYet} text={text} />;
}

/** The server's message in place of a prediction. */
export function PredictionUpdate({ message }: { message: string | undefined }) {
  const text = message ?? messages.updateFallback;
  return <Notice icon={<Database size={24} />} title={messages.update} text={text} />;
}

/** A generation that failed. */
export function OrbUnclear({ onRetry }: { onRetry: () => void }) {
  const retry = (
    <Button onClick={onRetry}>
      <RotateCcw size={16} aria-hidden />
      {messages.tryAgain}
    </Button>
  );
  return <Notice icon={orb} title={messages.unclear} text={messages.clouded} action={retry} />;
}

/** A request that failed. A 429 says when to try again, and a guardrail until when it refuses. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { title, text, isGuardrail } = failureOf(error);
  if (isGuardrail) return <Refused title={title} text={text} />;
  return (
    <Panel>
      <EmptyState
        icon={<TriangleAlert size={24} />}
        title={title}
        text={
          <>
            {text}
            <RequestId error={error} />
          </>
        }
        action={
          <Button onClick={onRetry}>
            <RotateCcw size={16} aria-hidden />
            {messages.retry}
          </Button>
        }
      />
    </Panel>
  );
}

/** A prediction that one of the user's own limits and breaks refuses. */
function Refused(refusal: { title: string; text: string }) {
  const action = <ButtonLink to="/account#guardrails">{breakMessages.guardrails}</ButtonLink>;
  return <Notice icon={orb} {...refusal} action={action} />;
}

/** A result that does not belong to the last request, gray under a line that says what it is. */
export function EarlierResult({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <chakra.p textStyle="label" color="fg.muted" mb={2}>
        {label}
      </chakra.p>
      <Box filter="grayscale(1)">{children}</Box>
    </div>
  );
}

/** The notice before the NFL season; its texts come from the site configuration. */
export function NflNotice() {
  return (
    <Notice
      icon={<CalendarClock size={24} />}
      title={messages.nflTitle}
      text={`${site.nflSeason} ${messages.nflText}`}
      action={<Badge tone="accentOutline">{site.nflAvailable}</Badge>}
    />
  );
}

const orb = <LogoMark size={48} dimmed />;

function Notice(props: ComponentProps<typeof EmptyState>) {
  return (
    <Panel height="full" display="grid" alignItems="center">
      <EmptyState {...props} />
    </Panel>
  );
}
