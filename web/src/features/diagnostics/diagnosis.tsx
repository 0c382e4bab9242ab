import { CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { SkeletonRows } from "#/components/feedback/query-view.tsx";
import { ErrorState } from "#/components/feedback/states.tsx";
import { Badge } from "#/components/ui/badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { messages } from "./messages.ts";

type DiagnosisProps = {
  /** Queries behind the finding; all run again together. */
  checks: readonly { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }[];
  meta?: string | undefined;
  /** The finding. */
  children: ReactNode;
};

/** One live diagnosis with a button that runs it again. */
export function Diagnosis({ checks, meta, children }: DiagnosisProps) {
  const isRunning = checks.some(({ isFetching }) => isFetching);
  const error = checks.find((check) => check.error)?.error;
  const run = () => void Promise.all(checks.map(({ refetch }) => refetch()));
  return (
    <Panel title={messages.finding} meta={meta} ticks>
      {isRunning && (
        <SkeletonRows rows={4} height={6} role="status" aria-label={messages.loading} />
      )}
      {!isRunning && Boolean(error) && (
        <ErrorState error={error} title={messages.failed} onRetry={run} />
      )}
      {!isRunning && !error && children}
      {!error && (
        <PanelBody borderTopWidth="1px" borderColor="line.subtle">
          <Button onClick={run} busyText={isRunning && messages.running}>
            <RefreshCw size={16} aria-hidden />
            {messages.again}
          </Button>
        </PanelBody>
      )}
    </Panel>
  );
}

/** The result of all checks in one sentence. */
export function Finding({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <PanelBody role="status" color={isGood ? "accent.fg" : "warm.fg"} fontWeight={600}>
      {children}
    </PanelBody>
  );
}

/** The result of one check as an icon and a word. */
export function ResultBadge({ isGood, children }: { isGood: boolean; children: string }) {
  const Icon = isGood ? CircleCheck : TriangleAlert;
  return (
    <Badge tone={isGood ? "accent" : "warm"}>
      <Icon size={14} aria-hidden />
      {children}
    </Badge>
  );
}
