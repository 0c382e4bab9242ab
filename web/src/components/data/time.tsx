import { chakra } from "@chakra-ui/react/styled-system";
import { chargeDay, dayAndTime, fromNow, listedStart, nearStart, utcMinute } from "#/lib/format.ts";
import { useDisplay } from "#/lib/display.ts";
import { useNow } from "#/lib/use-now.ts";

const texts = {
  start: nearStart,
  listed: listedStart,
  moment: (at: string, now: number) => fromNow(at, now) ?? dayAndTime(at),
  day: (at: string, now: number) => fromNow(at, now) ?? chargeDay(at, new Date(now)),
};

type TimeProps = {
  /** ISO 8601. */
  at: string;
  /** What happens then: a game starts, or something else does. A start always shows its clock time. For rows of a list `listed` is a start and `day` a moment with less text. */
  of?: keyof typeof texts;
};

/** A time in the user's time zone, relative when it is near. Its title is the time in UTC. */
export function Time({ at, of = "moment" }: TimeProps) {
  const now = useNow();
  // The text depends on the chosen time zone.
  useDisplay();
  return (
    <time dateTime={at} title={utcMinute(at)}>
      {of === "listed" ? <Listed text={texts[of](at, now)} /> : texts[of](at, now)}
    </time>
  );
}

/** Without the zone at its end on the narrowest phones, so that a row stays in its line. */
function Listed({ text }: { text: string }) {
  const zone = text.lastIndexOf(" ");
  return (
    <>
      {text.slice(0, zone)}
      <Zone>{text.slice(zone)}</Zone>
    </>
  );
}

const Zone = chakra("span", {
  base: { "@media screen and (max-width: 359.98px)": { display: "none" } },
});
