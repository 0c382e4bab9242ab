import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/constants/plans";
import { money, shortDay } from "#/lib/format.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { chargesOf } from "#/shared/plans.ts";

const List = chakra("ol", { base: { listStyle: "none", p: 0, width: "full" } });
const Entry = chakra("li", {
  base: {
    position: "relative",
    display: "grid",
    gridTemplateColumns: { base: "56px 16px 1fr auto", md: "72px 16px 1fr auto" },
    columnGap: 3,
    alignItems: "start",
    pb: 4,
    _last: { pb: 0 },
    "&:not(:last-child)::before": {
      content: '""',
      position: "absolute",
      top: "17px",
      bottom: "-5px",
      insetInlineStart: { base: "73.5px", md: "89.5px" },
      width: "1px",
      bg: "line.control",
    },
  },
});
const Dot = chakra("span", {
  base: {
    position: "relative",
    boxSize: "12px",
    mt: "5px",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "50%",
    bg: "bg.canvas",
  },
});

/** A charge with the day and the amount as they are shown; `now` marks today. */
export type Charge = { when: string; text: string; sum: string; now?: boolean };

/** Charges by date, as a line with dots. */
export const ChargeTimeline = ({ entries }: { entries: readonly Charge[] }) => (
  <List>
    {entries.map(({ when, text, sum, now = false }) => (
      <Entry key={text}>
        <chakra.span textStyle="numSm" color="fg.muted" fontSize="13px" lineHeight="22px">
          {when}
        </chakra.span>
        <Dot aria-hidden {...(now ? { borderColor: "accent.fg", bg: "accent.subtle" } : {})} />
        <chakra.span>{text}</chakra.span>
        <chakra.span textStyle="num" lineHeight="22px" textAlign="end">
          {sum}
        </chakra.span>
      </Entry>
    ))}
  </List>
);

type PlanChargesProps = { plan: Plan; now: Date; todayLabel: string };

/** The charges of a plan, counted from today. */
export const PlanCharges = ({ plan, now, todayLabel }: PlanChargesProps) => {
  const hydrated = useHydrated();
  const dayOf = (date: Date) => (hydrated ? shortDay(date) : "");
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
};
