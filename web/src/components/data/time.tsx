import { dayAndTime, fromNow, nearStart, utcMinute } from "#/lib/format.ts";
import { useDisplay } from "#/lib/display.ts";
import { useNow } from "#/lib/use-now.ts";

type TimeProps = {
  /** ISO 8601. */
  at: string;
  /** What happens then: a game starts, or something else does. A start always shows its clock time. */
  of?: "start" | "moment";
};

/** A time in the user's time zone, relative when it is near. Its title is the time in UTC. */
export function Time({ at, of = "moment" }: TimeProps) {
  const now = useNow();
  // The text depends on the chosen time zone.
  useDisplay();
  return (
    <time dateTime={at} title={utcMinute(at)}>
      {of === "start" ? nearStart(at, now) : (fromNow(at, now) ?? dayAndTime(at))}
    </time>
  );
}
