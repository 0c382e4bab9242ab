import { useQuery } from "@tanstack/react-query";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { Link } from "#/components/ui/link.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { breakUntil, guardrailsQuery } from "./api.ts";
import { guardrailMessages as messages } from "./messages.ts";

/** Says until when the signed-in user takes a break, before a prediction or a price check is refused. */
export function BreakStrip() {
  const { data } = useQuery({ ...guardrailsQuery, staleTime: 60_000 });
  const until = data && breakUntil(data);
  if (until === undefined) return null;
  return (
    <WarningStrip mb={4}>
      {messages.breakRuns(dayAndTime(until))}{" "}
      <Link to="/account#guardrails">{messages.yourGuardrails}</Link>
    </WarningStrip>
  );
}
