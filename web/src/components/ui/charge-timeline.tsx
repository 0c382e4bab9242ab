import type { Plan } from "@orbline/proto/constants/plans";
import { money, shortDay } from "#/lib/format.ts";
import { chargesOf } from "#/lib/plans.ts";
import { useIsLive } from "#/lib/use-is-live.ts";
import { DatedSums } from "./dated-sums.tsx";

type ChargeTimelineProps = { plan: Plan; now: Date; todayLabel: string };

/** What a plan costs and when, counted from today. */
export const ChargeTimeline = ({ plan, now, todayLabel }: ChargeTimelineProps) => {
  const isLive = useIsLive();
  const dayOf = (date: Date) => (isLive ? shortDay(date) : "");
  return (
    <DatedSums
      entries={chargesOf(plan, now).map(({ date, text, cents }) => ({
        when: date === undefined ? todayLabel : dayOf(date),
        text,
        sum: money(cents / 100),
        now: date === undefined,
      }))}
    />
  );
};
