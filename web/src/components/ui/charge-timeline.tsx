import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/http/fields";
import { money, shortDay } from "../../lib/format.ts";
import { chargesOf } from "../../lib/plans.ts";

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

type ChargeTimelineProps = { plan: Plan; now: Date; todayLabel: string };

/** What a plan costs and when, as a list of dated sums. */
export const ChargeTimeline = ({ plan, now, todayLabel }: ChargeTimelineProps) => (
  <List>
    {chargesOf(plan, now).map(({ date, text, cents }) => (
      <Entry key={text}>
        <chakra.span textStyle="numSm" color="fg.muted" fontSize="13px" lineHeight="22px">
          {date === undefined ? todayLabel : shortDay(date)}
        </chakra.span>
        <Dot
          aria-hidden
          {...(date === undefined ? { borderColor: "accent.fg", bg: "accent.subtle" } : {})}
        />
        <chakra.span>{text}</chakra.span>
        <chakra.span textStyle="num" lineHeight="22px" textAlign="end">
          {money(cents / 100)}
        </chakra.span>
      </Entry>
    ))}
  </List>
);
