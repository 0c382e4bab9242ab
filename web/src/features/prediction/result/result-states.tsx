import { Box } from "@chakra-ui/react/box";
import { CalendarClock, Database, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#/components/ui/badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { Spinner } from "@chakra-ui/react/spinner";
import { EmptyState, Skeleton } from "#/components/feedback/states.tsx";
import { site } from "#/lib/site.ts";
import { messages } from "../messages.ts";

/** The skeleton of a result. */
export function Generating({ meta }: { meta: string }) {
  return (
    <Panel title={messages.generating} meta={meta}>
      <PanelBody display="grid" gap={4}>
        <Box display="flex" alignItems="center" gap={3} color="fg.muted">
          <Spinner color="accent.fg" />
          {messages.generating}
        </Box>
        <Box display="flex" justifyContent="space-between" gap={4} mb={2}>
          <Skeleton width="55%" height={6} />
          <Skeleton width="88px" height={11} />
        </Box>
        {[0, 1, 2].map((row) => (
          <Box key={row} display="flex" justifyContent="space-between" gap={4}>
            <Skeleton width="75%" />
            <Skeleton width="56px" />
          </Box>
        ))}
      </PanelBody>
    </Panel>
  );
}

/** Before the first prediction. */
export function NothingYet() {
  return (
    <Notice>
      <EmptyState
        icon={<LogoMark size={48} dimmed />}
        title={messages.nothingYet}
        text={messages.nothingYetText}
      />
    </Notice>
  );
}

/** The server's message in place of a prediction. */
export function PredictionUpdate({ message }: { message: string | undefined }) {
  return (
    <Notice>
      <EmptyState
        icon={<Database size={24} />}
        title={messages.update}
        text={message ?? messages.updateFallback}
      />
    </Notice>
  );
}

/** A generation that failed. */
export function OrbUnclear({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice>
      <EmptyState
        icon={<LogoMark size={48} dimmed />}
        title={messages.unclear}
        text={messages.clouded}
        action={
          <Button onClick={onRetry}>
            <RotateCcw size={16} aria-hidden />
            {messages.tryAgain}
          </Button>
        }
      />
    </Notice>
  );
}

/** The notice before the NFL season; its texts come from the site configuration. */
export function NflNotice() {
  return (
    <Notice>
      <EmptyState
        icon={<CalendarClock size={24} />}
        title={messages.nflTitle}
        text={
          <>
            {site.nflSeason} {messages.nflText}
          </>
        }
        action={<Badge tone="accentOutline">{site.nflAvailable}</Badge>}
      />
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <Panel height="full" display="grid" alignItems="center">
      {children}
    </Panel>
  );
}
