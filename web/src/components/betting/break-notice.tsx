import { Hourglass } from "lucide-react";
import { EmptyState } from "#/components/feedback/states.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { breakMessages } from "#/shared/messages.ts";

/** In place of what a user does not get during a break: until when, and the way to the guardrails. */
export function BreakNotice({ until }: { until: string }) {
  return (
    <EmptyState
      icon={<Hourglass size={24} />}
      title={breakMessages.title}
      text={breakMessages.text(dayAndTime(until))}
      action={<ButtonLink to="/account#guardrails">{breakMessages.guardrails}</ButtonLink>}
    />
  );
}
