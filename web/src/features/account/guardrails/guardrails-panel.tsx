import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import {
  type LimitKind,
  limitKinds,
  limitsOf,
  type LimitWindow,
  limitWindows,
} from "@orbline/proto/constants/guardrails";
import type { GuardrailsResponse } from "@orbline/proto/http/prediction/guardrails";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { useNow } from "#/lib/use-now.ts";
import { guardrailsQuery } from "#/shared/guardrails.ts";
import { usePendingLimit } from "./api.ts";
import { LimitsDialog, SelfExclusionDialog, TimeOutDialog } from "./guardrails-dialogs.tsx";
import { guardrailMessages as messages } from "./messages.ts";

/** The user's own limits with their use, and breaks. */
export function GuardrailsPanel() {
  return (
    <Panel title={messages.title}>
      <QueryView
        query={useQuery(guardrailsQuery)}
        failed={messages.loadFailed}
        skeleton={<SkeletonRows rows={3} height={6} role="status" aria-label={messages.loading} />}
        m={{ base: 4, md: 5 }}
      >
        {(guardrails) => <Guardrails guardrails={guardrails} />}
      </QueryView>
    </Panel>
  );
}

function Guardrails({ guardrails }: { guardrails: GuardrailsResponse }) {
  const [dialog, setDialog] = useState<"limits" | "time-out" | "self-exclusion">();
  const { limits, timeOutUntil, selfExcludedUntil } = guardrails;
  const close = () => setDialog(undefined);
  return (
    <>
      <PanelBody display="grid" gap={4} justifyItems={{ base: "stretch", sm: "start" }}>
        <chakra.p color="fg.muted">{messages.lead}</chakra.p>
        <chakra.ul listStyle="none" p={0} display="grid" gap={3} width="full">
          {limitKinds.map((kind) =>
            limitWindows.map((window) => {
              const name = limitsOf[kind][window];
              return <LimitRow key={name} kind={kind} window={window} {...limits[name]} />;
            }),
          )}
        </chakra.ul>
        <chakra.p color="fg.muted">{messages.stakesLead}</chakra.p>
        <Button onClick={() => setDialog("limits")}>{messages.changeLimits}</Button>
      </PanelBody>
      <PanelBody
        display="grid"
        gap={3}
        justifyItems={{ base: "stretch", sm: "start" }}
        borderTopWidth="1px"
        borderColor="line.subtle"
      >
        {(selfExcludedUntil === null || timeOutUntil !== null) && (
          <Break
            name={messages.timeOut}
            lead={messages.timeOutLead}
            runs={
              timeOutUntil === null ? undefined : messages.timeOutRuns(dayAndTime(timeOutUntil))
            }
            onStart={() => setDialog("time-out")}
          />
        )}
        <Break
          danger
          name={messages.selfExclude}
          lead={messages.selfExcludeLead}
          runs={
            selfExcludedUntil === null
              ? undefined
              : messages.selfExcluded(dayAndTime(selfExcludedUntil))
          }
          onStart={() => setDialog("self-exclusion")}
        />
      </PanelBody>
      {dialog === "limits" && <LimitsDialog limits={limits} onClose={close} />}
      {dialog === "self-exclusion" && <SelfExclusionDialog onClose={close} />}
      {dialog === "time-out" && <TimeOutDialog onClose={close} />}
    </>
  );
}

type BreakProps = {
  name: string;
  lead: string;
  /** Says until when the break runs. */
  runs: string | undefined;
  danger?: boolean;
  onStart: () => void;
};

/** A break: what it is, or until when it runs, and the button that starts or extends it. */
function Break({ name, lead, runs, danger = false, onStart }: BreakProps) {
  return (
    <>
      <chakra.p mt={danger ? 2 : 0} {...(runs ? { fontWeight: 600 } : { color: "fg.muted" })}>
        {runs ?? lead}
      </chakra.p>
      <Button
        variant={danger ? "danger" : "outline"}
        aria-label={runs && `${messages.extend}: ${name}`}
        onClick={onStart}
      >
        {runs ? messages.extend : name}
      </Button>
    </>
  );
}

type LimitOf = { kind: LimitKind; window: LimitWindow };
type LimitRowProps = GuardrailsResponse["limits"]["day"] & LimitOf;

function LimitRow({ kind, window, limit, used, pending }: LimitRowProps) {
  return (
    <li>
      <chakra.div display="flex" justifyContent="space-between" gap={3} flexWrap="wrap">
        <span>{messages.limitOf(kind, window)}</span>
        <chakra.span textStyle="num" color="fg.muted">
          {messages.use(kind, used, limit)}
        </chakra.span>
      </chakra.div>
      {limit !== null && <UseBar share={Math.min(1, used / limit)} />}
      {pending && <Pending kind={kind} window={window} {...pending} />}
    </li>
  );
}

/** The text beside the bar has the figures, so the bar is hidden from screen readers. */
function UseBar({ share }: { share: number }) {
  return (
    <Box aria-hidden height="4px" mt={1.5} bg="bg.well" borderRadius="badge" overflow="hidden">
      <Box height="full" bg="accent.solid" style={{ width: `${share * 100}%` }} />
    </Box>
  );
}

type PendingProps = NonNullable<LimitRowProps["pending"]> & LimitOf;

function Pending({ kind, window, limit, confirmableAt, expiresAt }: PendingProps) {
  const isConfirmable = useNow() >= Date.parse(confirmableAt);
  const { mutate, isPending } = usePendingLimit();
  const label = messages.limitOf(kind, window);
  const name = limitsOf[kind][window];
  return (
    <Box mt={2} display="grid" gap={2} justifyItems="start">
      <chakra.p color="fg.muted">
        {messages.pending(kind, window, limit)}{" "}
        {isConfirmable
          ? messages.confirmUntil(dayAndTime(expiresAt))
          : messages.confirmFrom(dayAndTime(confirmableAt))}
      </chakra.p>
      <chakra.div display="flex" gap={2} flexWrap="wrap">
        {isConfirmable && (
          <Button
            aria-label={`${messages.confirm}: ${label}`}
            disabled={isPending}
            onClick={() => mutate({ name, isConfirmed: true })}
          >
            {messages.confirm}
          </Button>
        )}
        <Button
          aria-label={`${messages.drop}: ${label}`}
          disabled={isPending}
          onClick={() => mutate({ name, isConfirmed: false })}
        >
          {messages.drop}
        </Button>
      </chakra.div>
    </Box>
  );
}
