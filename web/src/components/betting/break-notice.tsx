import { chakra } from "@chakra-ui/react/styled-system";
import { Hourglass } from "lucide-react";
import { EmptyState } from "#/components/feedback/states.tsx";
import { ButtonLink, ExternalLink } from "#/components/ui/link.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { site } from "#/lib/site.ts";
import { useBreak } from "#/shared/guardrails.ts";
import { breakMessages } from "#/shared/messages.ts";

/**
 * In place of what a user does not get during a break: until when, and the way to the guardrails. A self-exclusion names
 * the helpline too.
 */
export function BreakNotice() {
  const { until, isSelfExclusion } = useBreak(true);
  if (until === undefined) return null;
  const end = dayAndTime(until);
  return (
    <EmptyState
      icon={<Hourglass size={24} />}
      title={isSelfExclusion ? breakMessages.excludedTitle : breakMessages.title}
      text={isSelfExclusion ? <Excluded end={end} /> : breakMessages.text(end)}
      action={<ButtonLink to="/account#guardrails">{breakMessages.guardrails}</ButtonLink>}
    />
  );
}

function Excluded({ end }: { end: string }) {
  return (
    <>
      <span>{breakMessages.excludedText(end)}</span>
      <chakra.span display="block" mt={3}>
        {breakMessages.help}{" "}
        <ExternalLink href={site.helplineUrl} whiteSpace="nowrap">
          {site.helplineNumber}
        </ExternalLink>
        : {site.helplineText}
      </chakra.span>
    </>
  );
}
