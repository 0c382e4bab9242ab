import { Timeline } from "@chakra-ui/react/timeline";
import type { Plan } from "@orbline/proto/constants/plans";
import { chargeDay, money } from "#/lib/format.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { chargesOf } from "#/shared/plans.ts";

/** A charge with its day and amount as texts; `now` marks today. */
export type Charge = { when: string; text: string; sum: string; now?: boolean };

/** Charges by date, as a line with dots. Dates with a year get a wider column. */
export function ChargeTimeline({ entries }: { entries: readonly Charge[] }) {
  return (
    <Timeline.Root data-years={entries.some(({ when }) => /\d{4}/.test(when)) || undefined}>
      {entries.map(({ when, text, sum, now = false }) => (
        <Timeline.Item key={text}>
          <Timeline.Title>{when}</Timeline.Title>
          <Timeline.Indicator aria-hidden data-now={now || undefined} />
          <Timeline.Content>{text}</Timeline.Content>
          <Timeline.Description>{sum}</Timeline.Description>
        </Timeline.Item>
      ))}
    </Timeline.Root>
  );
}

type PlanChargesProps = { plan: Plan; now: Date; todayLabel: string };

/** The charges of a plan bought today. */
export function PlanCharges({ plan, now, todayLabel }: PlanChargesProps) {
  const hydrated = useHydrated();
  const dayOf = (date: Date) => (hydrated ? chargeDay(date, now) : "");
  return (
    <ChargeTimeline
      entries={chargesOf(plan, now).map(({ date, text, cents }) => ({
        when: date === undefined ? todayLabel : dayOf(date),
        text,
        sum: money(cents / 100),
        now: date === undefined,
      }))}
    />
  );
}
