import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { messages } from "./messages.ts";

type DiagnosisProps = {
  title: string;
  meta?: string | undefined;
  isRunning: boolean;
  error: unknown;
  onRun: () => void;
  /** The finding; drawn once there is one. */
  children: ReactNode;
};

/** One live check with its way to run it again. */
export const Diagnosis = ({ title, meta, isRunning, error, onRun, children }: DiagnosisProps) => (
  <Panel title={title} meta={meta} ticks>
    {isRunning && (
      <PanelBody role="status" aria-label={messages.loading} display="grid" gap={4}>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={6} />
        ))}
      </PanelBody>
    )}
    {!isRunning && Boolean(error) && (
      <ErrorState error={error} title={messages.failed} onRetry={onRun} />
    )}
    {!isRunning && !error && children}
    {!error && (
      <PanelBody borderTopWidth="1px" borderColor="line.subtle">
        <Button onClick={onRun} busyText={isRunning && messages.running}>
          <RefreshCw size={16} aria-hidden />
          {messages.again}
        </Button>
      </PanelBody>
    )}
  </Panel>
);
